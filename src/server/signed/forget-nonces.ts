import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/**
 * Forgets nonces whose timestamps no window takes any more, as the clock of this server says. Should the clock be wrong, and come back: up
 * to what is forgotten no timestamp is taken again (`useNonces`). That is written first, and committed, so that there is no moment at which
 * a nonce is neither known nor closed.
 */
export async function forgetNonces(db: Database, now: Date): Promise<void> {
  const before = Math.floor(now.getTime() / 1000) - retentionSeconds;
  await sql`
    insert into intake_nonce_over as known (hour, newest)
    select signed_at / 3600, max(signed_at) from intake_nonce where signed_at < ${before} group by 1
    on conflict (hour) do update set newest = greatest(known.newest, excluded.newest)`.execute(db);
  await sql`
    delete from intake_nonce n using intake_nonce_over o
     where n.signed_at < ${before} and o.hour = n.signed_at / 3600 and n.signed_at <= o.newest`.execute(db);
}

/** Twice the window to either side, for the clocks of other servers. */
const retentionSeconds = 1200;
