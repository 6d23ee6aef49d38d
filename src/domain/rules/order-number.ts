/**
 * A keyword that begins with a day is the beginning of an order number, and found by its own index: its pieces, those of the day, are in
 * too many numbers.
 * Where else a day stands, in a name, a mobile or further on in a number, it is one piece. Any other piece of a number is found from three
 * characters on.
 */
export const orderNumberStart = /^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[0-9A-Za-z]*$/;
