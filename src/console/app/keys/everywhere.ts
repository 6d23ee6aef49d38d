/** Heading of the keys that work on every page. */
export const everywhere = '随处可用';
