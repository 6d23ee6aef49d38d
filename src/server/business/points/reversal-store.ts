import { sql } from 'kysely';
import type { GiftType } from '../../../domain/business/codes/points.ts';
import type { Tx } from '../../platform/db/database.ts';
import { newOrderNo } from '../payments/order-no.ts';

// Books the reversal of a gift.
//
// Order of locks: the user's balance; then the booking, by the ledger.

/** The user's balance, locked, and the part of it that no upload in progress holds. */
export async function lockBalance(tx: Tx, userId: string): Promise<{ balance: number; free: number }> {
  const account = await tx
    .selectFrom('points_account')
    .select('balance')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  // A separate statement, so that it sees the holds of transactions that had the lock before.
  const { rows } = await sql<{ held: string }>`select points_held(${userId}::bigint) as held`.execute(tx);
  const balance = Number(account.balance);
  return { balance, free: balance - Number(rows[0]?.held ?? 0) };
}

/** Books the reversal of a gift; the user's balance must be locked. */
export async function insertReversal(
  tx: Tx,
  gift: { readonly id: string; readonly user_id: string; readonly kind: GiftType; readonly points: string },
  { note, taker }: { readonly note: string; readonly taker: string },
): Promise<void> {
  const { rows } = await sql`
    insert into points_transfer (order_no, from_account, to_account, points, reference, note, giver)
    select ${newOrderNo(new Date())}, payer.id, house.id, ${gift.points}, ${`gift/${gift.id}`}, ${note}, ${taker}
    from points_account payer join points_account house on house.kind = ${gift.kind} and house.user_id is null
    where payer.user_id = ${gift.user_id}
    returning id`.execute(tx);
  if (rows.length !== 1) throw new Error(`the gift ${gift.id} has no accounts`);
}
