import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { locks } from '../../platform/db/locks.ts';
import { claimLimits, claimContent, type Claim, type ClaimedDelivery } from './delivery/claim-store.ts';
import { findEndpoint } from './store.ts';

// Claims a test delivery.
//
// Order of locks: the advisory lock for claiming, then a new delivery.

/**
 * Claims an unclaimed test event of an endpoint, for one immediate attempt. @returns `busy` if no more attempts may be under way, `deleted`
 * if the endpoint is gone.
 * @param since tests at or before this place belong to earlier callers.
 */
export async function claimTest(
  db: Database,
  webhookId: string,
  since: string,
  leaseSeconds: number,
): Promise<ClaimedDelivery | 'busy' | 'deleted'> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.webhookClaims})`.execute(tx);
    const { rows: held } = await sql<{ own: number; all: number }>`
      select count(*) filter (where webhook_id = ${webhookId}::bigint)::int as own, count(*)::int as all
        from webhook_delivery where is_held and due_at > now()`.execute(tx);
    const { own = 0, all = 0 } = held[0] ?? {};
    if (own >= claimLimits.perEndpoint || all >= claimLimits.healthy + claimLimits.failing) return 'busy';
    const { rows } = await sql<Claim>`
      insert into webhook_delivery (webhook_id, place, kind, is_held, claims, due_at)
      select ${webhookId}::bigint, e.place, 'test', true, 1, clock_timestamp() + make_interval(secs => ${leaseSeconds})
        from event e
       where e.type = 'webhook.test' and e.place > ${since}::bigint and e.data ->> 'webhook_id' = ${webhookId}
         and not exists (select from webhook_delivery d where d.place = e.place)
         and not exists (select from webhook_attempt a where a.place = e.place)
       order by e.place limit 1
      returning id, claims, webhook_id as "webhookId", kind, attempt, place`.execute(tx);
    const [claimed] = await claimContent(tx, rows);
    if (claimed) return claimed;
    if (!(await findEndpoint(tx, webhookId))) return 'deleted';
    throw new Error('the test event has not become visible');
  });
}
