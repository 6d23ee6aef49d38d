/** Stands where a value is missing (seed 1, section 2, *Shared table behaviour*). */
export const emptyCell = '——';
