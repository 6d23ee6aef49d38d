/** The page of an order of either list. */
export function orderPath(orderNo: string): string {
  return `/money/order/${encodeURIComponent(orderNo)}`;
}
