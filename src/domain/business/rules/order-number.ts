/**
 * Matches a keyword that begins with a date: the start of an order number. Such keywords use their own index, because the n-grams of a date
 * occur in too many numbers. A date inside a name, a mobile number or an order number is one n-gram. Any other part of a number is found
 * from three characters on.
 */
export const orderNumberStart = /^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[0-9A-Za-z]*$/;
