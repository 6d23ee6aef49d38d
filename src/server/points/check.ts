import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

export interface LedgerCheck {
  readonly transfers: number;
  /** The first account whose balance is not the sum of its transfers; null when all are. */
  readonly broken: { readonly account: string; readonly userId: string; readonly balance: string; readonly booked: string } | null;
}

/** Adds the whole ledger up anew and compares it with the balances that are kept, in one snapshot. */
export async function checkLedger(db: Database): Promise<LedgerCheck> {
  const { rows } = await sql<{ transfers: string; account: string | null; user_id: string; balance: string; booked: string }>`
    with booked as (
      select account, sum(points) as points from (
        select to_account as account, points from points_transfer
        union all select from_account, -points from points_transfer) t group by account),
    broken as (
      select a.id as account, a.user_id, a.balance, coalesce(b.points, 0) as booked
      from points_account a left join booked b on b.account = a.id
      where a.user_id is not null and a.balance <> coalesce(b.points, 0) order by a.id limit 1)
    select (select count(*) from points_transfer) as transfers, broken.* from (select 1) one left join broken on true`.execute(db);
  const [row] = rows;
  const broken = row && row.account !== null ? { account: row.account, userId: row.user_id, balance: row.balance, booked: row.booked } : null;
  return { transfers: Number(row?.transfers ?? 0), broken };
}
