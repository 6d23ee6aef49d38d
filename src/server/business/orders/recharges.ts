import type { Tx } from '../../platform/db/database.ts';
import { newOrderNo } from '../payments/order-no.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { IntakeRefusal } from '../../open/signed/refusal.ts';
import { insertRecharge } from './store.ts';

export interface NewRecharge {
  readonly userId: string;
  readonly points: number;
  /** Price of one point. */
  readonly pointFen: number;
}

/** Orders points, which are credited on payment. @throws IntakeRefusal 404 for an unknown user, 400 if the amount is not a safe integer. */
export async function createRecharge(
  tx: Tx,
  { userId, points, pointFen }: NewRecharge,
  actor: Actor,
): Promise<{ orderNo: string; amountFen: number }> {
  const user = await tx.selectFrom('users').select(['type', 'name', 'mobile']).where('id', '=', userId).executeTakeFirst();
  if (!user) throw new IntakeRefusal(404, 'unknown', 'there is no such user');
  const amountFen = points * pointFen;
  if (!Number.isSafeInteger(amountFen)) throw new IntakeRefusal(400, 'malformed', 'points: are more than can be paid for');
  const created_at = new Date();
  const orderNo = newOrderNo(created_at);
  const { type, mobile } = user;
  await insertRecharge(tx, {
    order_no: orderNo,
    user_id: userId,
    type,
    name: user.name || mobile,
    mobile,
    points: String(points),
    amount_fen: String(amountFen),
    created_at,
  });
  await recordTrail(tx, actor, { action: '提交充值订单', object: `order/${orderNo}`, after: { user: userId, points, amountFen } });
  return { orderNo, amountFen };
}
