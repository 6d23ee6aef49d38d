/** Heading of the keys that act on every page. */
export const everywhere = '随处可用';
