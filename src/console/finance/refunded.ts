/** That orders of an invoice were refunded, and which; empty where none was. */
export function refundedNote(orders: readonly string[]): string {
  return orders.length === 0 ? '' : `含已退款订单：${orders.join('、')}`;
}
