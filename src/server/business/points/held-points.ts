import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';

/** What uploads in progress hold of the balances of these users. Users of whom nothing is held are absent. */
export async function heldPoints(db: Database, userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ userId: string; held: string }>`
    select h.user_id as "userId", points_held(h.user_id) as held
      from (select distinct user_id from points_hold where user_id = any (${[...userIds]}::bigint[])) h`.execute(db);
  return new Map(rows.flatMap(({ userId, held }) => (Number(held) > 0 ? [[userId, Number(held)]] : [])));
}
