/** That orders of an invoice were refunded, and which; empty where none was. */
export function refundedNote(orders: readonly string[]): string {
  return orders.length === 0 ? '' : `含已退款订单：${orders.join('、')}`;
}

/** What became of an issued invoice that was taken back; its state on the wire stays 已开票. */
export const redFlushedWord = '已红冲';

export function redFlushedNote(redNum: string): string {
  return redNum === '' ? '' : `红字发票号码：${redNum}`;
}
