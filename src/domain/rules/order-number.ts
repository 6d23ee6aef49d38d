/**
 * A keyword that begins with a day is the beginning of an order number and has an index of its own: the n-grams of the day are in too many
 * numbers. A day in a name, a mobile or further on in a number is one n-gram. Any other part of a number is found from three characters
 * on.
 */
export const orderNumberStart = /^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[0-9A-Za-z]*$/;
