import type { GiftType } from '../../../domain/business/codes/points.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { conflict, refuse, type Refusal } from '../../platform/http/refusal.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { approverFaults } from '../../desk/two-people/independence.ts';
import { insertReversal, lockBalance } from './reversal-store.ts';

export interface Reversal {
  readonly giftId: string;
  readonly explain: string;
}

/** A gift's reversal, and why this operator may not reverse it; the refusal is empty if they may try. */
export interface GiftStanding {
  readonly reversal: { readonly at: Date; readonly taker: string; readonly note: string } | null;
  readonly refusal: string;
}

/**
 * Reverses a whole gift if its points are still there. The booking and the trail row are written in one transaction, under the lock of the
 * user's balance; the gift's own rows stay unchanged. Of two concurrent operators one wins.
 * @throws Refusal `该赠送记录不存在`; for the gift's own giver; if too few points are left; a conflict if it was already reversed.
 */
export async function reverseGift(db: Database, { giftId, explain }: Reversal, taker: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const gift = await giftOf(tx, giftId);
    if (!gift) throw refuse('该赠送记录不存在');
    const fault = await takerFault(tx, gift, taker);
    if (fault !== '') throw refuse(fault);
    const { balance, free } = await lockBalance(tx, gift.user_id);
    const points = Number(gift.points);
    const earlier = await reversalOf(tx, giftId);
    if (earlier) throw conflict(`该笔赠送已由${earlier.taker}撤销`);
    if (free < points) throw tooFew(points, free);
    await insertReversal(tx, gift, { note: explain, taker: taker.name });
    await recordTrail(tx, taker, {
      action: '撤销赠送',
      object: `user/${gift.user_id}`,
      before: { points: balance },
      after: { points: balance - points, taken: points, source: gift.kind, giftId, explain },
    });
  });
}

/** The state of each of these gifts for an operator. */
export async function giftReversals(
  db: Database,
  giftIds: readonly string[],
  { accountId, realname }: { readonly accountId: string; readonly realname: string },
): Promise<(giftId: string) => GiftStanding> {
  if (giftIds.length === 0) return () => ({ reversal: null, refusal: '' });
  const gifts = await db
    .selectFrom('points_gift')
    .innerJoin('points_transfer', 'points_transfer.id', 'points_gift.id')
    .leftJoin('points_gift_reversal', 'points_gift_reversal.gift_id', 'points_gift.id')
    .select(['points_gift.id', 'points_gift.giver', 'points_transfer.reference'])
    .select(['points_gift_reversal.at', 'points_gift_reversal.taker', 'points_gift_reversal.note'])
    .where('points_gift.id', 'in', giftIds)
    .execute();
  const givers = gifts.flatMap((gift) => (gift.at === null ? (giverAccount(gift) ?? []) : []));
  const faultOf = await approverFaults(db, accountId, givers, '赠送人');
  const reversals = new Map(
    gifts.map(({ at, taker, note, ...gift }): [string, GiftStanding] => {
      const reversal = at && { at, taker: taker ?? '', note: note ?? '' };
      if (reversal) return [gift.id, { reversal, refusal: '该笔赠送已撤销' }];
      return [
        gift.id,
        { reversal: null, refusal: isGiver(gift, { id: accountId, name: realname }) ? ownGift : faultOf(giverAccount(gift) ?? '') },
      ];
    }),
  );
  return (giftId) => reversals.get(giftId) ?? { reversal: null, refusal: '' };
}

const ownGift = '本人赠送的积分须由其他人员撤销';

interface GiftRow {
  readonly id: string;
  readonly user_id: string;
  readonly kind: GiftType;
  readonly points: string;
  readonly giver: string;
  readonly reference: string;
}

function giftOf(tx: Tx, giftId: string): Promise<GiftRow | undefined> {
  return tx
    .selectFrom('points_gift')
    .innerJoin('points_transfer', 'points_transfer.id', 'points_gift.id')
    .select(['points_gift.id', 'points_gift.user_id', 'points_gift.kind', 'points_gift.points', 'points_gift.giver'])
    .select('points_transfer.reference')
    .where('points_gift.id', '=', giftId)
    .executeTakeFirst();
}

/** A gift's reference begins with its giver's account id. If it names no account, the recorded name is compared. */
function isGiver(gift: Pick<GiftRow, 'reference' | 'giver'>, { id, name }: Pick<Actor, 'id' | 'name'>): boolean {
  const account = giverAccount(gift);
  return account === undefined ? gift.giver === name : account === id;
}

function giverAccount({ reference }: Pick<GiftRow, 'reference'>): string | undefined {
  return /^(\d+)\//.exec(reference)?.[1];
}

async function takerFault(tx: Tx, gift: GiftRow, taker: Actor): Promise<string> {
  if (isGiver(gift, taker)) return ownGift;
  const giver = giverAccount(gift);
  return giver === undefined ? '' : (await approverFaults(tx, taker.id, [giver], '赠送人'))(giver);
}

function reversalOf(tx: Tx, giftId: string) {
  return tx.selectFrom('points_gift_reversal').select('taker').where('gift_id', '=', giftId).executeTakeFirst();
}

function tooFew(points: number, free: number): Refusal {
  return refuse(`该用户可用积分只剩 ${free}，不足以撤销 ${points} 积分的赠送`);
}
