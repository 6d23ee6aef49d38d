/** Names the refunded orders of an invoice; empty if there are none. */
export function refundedNote(orders: readonly string[]): string {
  return orders.length === 0 ? '' : `含已退款订单：${orders.join('、')}`;
}

/** State of an issued invoice that was red-flushed; on the wire it stays 已开票. */
export const redFlushedWord = '已红冲';

export function redFlushedNote(redNum: string): string {
  return redNum === '' ? '' : `红字发票号码：${redNum}`;
}
