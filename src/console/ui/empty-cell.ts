/** Placeholder for a missing value (seed 1, section 2, *Shared table behaviour*). */
export const emptyCell = '——';
