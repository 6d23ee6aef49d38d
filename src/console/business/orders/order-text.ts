import type { OrderDetail } from '../../../contract/console/orders.ts';

/** What the order is about: money, or points that were spent. */
export function headAmount({ money, points }: Pick<OrderDetail, 'money' | 'points'>): string {
  return money === '' ? pointsText(points ?? 0) : `${money} 元`;
}

/** With its sign: + for points that came in, − for points that were spent. */
export function pointsText(points: number): string {
  return `${points > 0 ? '+' : points < 0 ? '−' : ''}${Math.abs(points)} 积分`;
}

/** Why an order has no invoice. */
export function invoiceText(paidAt: string): string {
  return paidAt === '' ? '支付后可以申请开票' : '未在任何发票中';
}
