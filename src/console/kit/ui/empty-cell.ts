/** Placeholder for a missing value (spec/console, 2.17). */
export const emptyCell = '——';
