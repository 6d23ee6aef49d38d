/** Heading of the keys that work on every page. */
export const everywhere = '随处可用';
/** Heading of the keys that open a page. */
export const openPage = '页面';
