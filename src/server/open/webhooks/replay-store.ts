import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

// Queries that queue events for one endpoint again.
//
// Order of locks: the endpoint, locked by the caller, then new deliveries.

/** Which events: by their places, or by the time at which they happened. */
export type ReplayRange = { readonly places: readonly string[] } | { readonly since: Date; readonly until: Date };

export interface ReplayTarget {
  readonly webhookId: string;
  /** Its subscribed types: they filter a time range, but not places. */
  readonly types: readonly string[];
  /** The user whose events it may receive; null for all users. */
  readonly userId: string | null;
}

/** How many replays are pending at an endpoint. */
export async function countReplays(tx: Tx, webhookId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('webhook_delivery')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('webhook_id', '=', webhookId)
    .where('kind', '=', 'replay')
    .executeTakeFirstOrThrow();
  return count;
}

/** Queues one attempt of each event, due at once. @param most limit; pass one more than allowed to detect excess. @returns how many. */
export async function queueReplays(tx: Tx, target: ReplayTarget, range: ReplayRange, most: number): Promise<number> {
  const id = sql`${target.webhookId}::bigint`;
  const { rows } = await sql<{ queued: number }>`
    with wanted as (
      select e.place from ${wantedOf(target, range)} ${target.userId === null ? sql`` : sql`and e.user_id = ${target.userId}::bigint`}
       order by e.place limit ${most}
    ), made as (
      insert into webhook_delivery (webhook_id, place, kind, attempt)
      select ${id}, w.place, 'replay', 1 + coalesce(
               (select max(a.attempt) from webhook_attempt a where a.place = w.place and a.webhook_id = ${id}), 0)
        from wanted w order by w.place
      returning id
    )
    select count(*)::int as queued from made`.execute(tx);
  return rows[0]?.queued ?? 0;
}

function wantedOf({ types }: ReplayTarget, range: ReplayRange): RawBuilder<unknown> {
  if ('places' in range)
    return sql`
      (select distinct place from unnest(${[...range.places]}::bigint[]) given (place)) g join event e on e.place = g.place where true`;
  // A place is the microsecond at which an event became visible: after it happened, and rarely more than a day after.
  const [since, until] = [BigInt(range.since.getTime()) * 1000n, BigInt(range.until.getTime() + dayMs) * 1000n];
  return sql`
    event e where e.place >= ${String(since)}::bigint and e.place < ${String(until)}::bigint
              and e.at >= ${range.since} and e.at < ${range.until}
              and e.type <> 'webhook.test'
              and array['*', split_part(e.type, '.', 1) || '.*', e.type] && ${[...types]}::text[]`;
}

const dayMs = 86_400_000;
