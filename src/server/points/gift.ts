import { createHash, randomUUID } from 'node:crypto';
import type { GiftType, UserType } from '../../domain/codes.ts';
import type { Database, Tx } from '../db/database.ts';
import { refuse } from '../http/refusal.ts';
import { recordTrail, type Actor } from '../trail/trail.ts';
import { grant, pointsOf } from './ledger.ts';

export interface Gift {
  readonly mobile: string;
  readonly type: UserType;
  readonly pointsType: GiftType;
  /** A positive integer. */
  readonly points: number;
  readonly explain: string;
  /** The same one of the same operator gives once. */
  readonly requestId?: string | undefined;
}

/**
 * Gives points to a verified user: the booking, the remembered request and the trail row in one transaction.
 * A request that was carried out before is answered as then, and gives nothing more.
 * @throws Refusal `该用户不存在`, `该用户未实名通过`, or when the request was used for another gift.
 */
export async function giveGift(db: Database, { requestId = randomUUID(), ...gift }: Gift, giver: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await isFirst(tx, giver.id, requestId, gift))) return;
    const receiver = await findReceiver(tx, gift);
    const { pointsType: source, points, explain: note } = gift;
    await grant(tx, { userId: receiver.id, points, source, reference: `${giver.id}/${requestId}`, note, giver: giver.name });
    // Read under the account's lock, which the booking holds: nobody else's booking lies between.
    const after = await pointsOf(tx, receiver.id);
    await recordTrail(tx, giver, { action: '赠送积分', object: `user/${receiver.id}`, before: { points: after - points }, after: { points: after, gift: points, source, explain: note } });
  });
}

/** The user whom a mobile and a type name. @throws Refusal when there is none, or when he is not verified. */
export async function findReceiver(db: Database | Tx, { mobile, type }: { readonly mobile: string; readonly type: UserType }) {
  const user = await db.selectFrom('users').select(['id', 'name', 'mobile', 'type', 'status']).where('type', '=', type).where('mobile', '=', mobile).executeTakeFirst();
  if (!user) throw refuse('该用户不存在', { mobile: '该用户不存在' });
  if (user.status !== 'approved') throw refuse('该用户未实名通过', { mobile: '该用户未实名通过' });
  return user;
}

/** Whether nobody sent this request before; two at once wait for each other. @throws Refusal when it was sent with other content. */
async function isFirst(tx: Tx, accountId: string, requestId: string, content: Omit<Gift, 'requestId'>): Promise<boolean> {
  const { mobile, type, pointsType, points, explain } = content;
  const fingerprint = createHash('sha256').update(JSON.stringify([mobile, type, pointsType, points, explain])).digest();
  const added = await tx
    .insertInto('points_gift_request')
    .values({ account_id: accountId, request_id: requestId, fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .returning('request_id')
    .executeTakeFirst();
  if (added) return true;
  const earlier = await tx.selectFrom('points_gift_request').select('fingerprint').where('account_id', '=', accountId).where('request_id', '=', requestId).executeTakeFirstOrThrow();
  if (!earlier.fingerprint.equals(fingerprint)) throw refuse('该请求已提交过其他内容，请核对赠送记录后重新填写');
  return false;
}
