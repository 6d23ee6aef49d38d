import { sql } from 'kysely';
import type { DeliveryKind } from '../../../../domain/business/codes/webhooks.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { locks } from '../../../platform/db/locks.ts';

// Queries that claim deliveries and release them.
//
// Order of locks: the advisory lock for claiming, then the deliveries.

/** Limits of attempts under way, over all servers. */
export interface ClaimLimits {
  readonly perEndpoint: number;
  /** For endpoints whose last attempt succeeded. */
  readonly healthy: number;
  /** For endpoints that fail, or that have not responded for a second. */
  readonly failing: number;
}
export const claimLimits: ClaimLimits = { perEndpoint: 4, healthy: 48, failing: 16 };

/** A claimed delivery. Every change to it names the claim. */
export interface Claim {
  readonly id: string;
  readonly claims: number;
  readonly webhookId: string;
  readonly kind: DeliveryKind;
  readonly attempt: number;
  readonly place: string;
}

/** A claim with everything that an attempt needs. */
export interface ClaimedDelivery extends Claim {
  readonly url: string;
  /** Sealed, the current one first. */
  readonly secrets: readonly Buffer[];
  readonly event: {
    readonly place: string;
    readonly type: string;
    readonly at: Date;
    readonly user_id: string | null;
    readonly data: Record<string, unknown>;
  };
}

/**
 * Claims due deliveries within the limits: so many per endpoint, but one while its last attempt failed; so many in all, a quarter of them
 * for failing endpoints. A second attempt at the same endpoint leaves room for endpoints that have none. Clients take turns: first those
 * with the fewest attempts under way, then who has waited longest. Live events go before replays. The claim is a lease: if a server dies,
 * its deliveries are due again when the lease ends.
 */
export async function claimDue(db: Database, leaseSeconds: number, limits = claimLimits): Promise<ClaimedDelivery[]> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(${locks.webhookClaims})`.execute(tx);
    const { rows } = await claim(tx, leaseSeconds, limits);
    return claimContent(tx, rows);
  });
}

function claim(tx: Tx, leaseSeconds: number, { perEndpoint, healthy, failing }: ClaimLimits) {
  const due = (kind: Claim['kind']) => sql`
    (select d.id, d.due_at, d.kind from webhook_delivery d
      where d.webhook_id = w.id and d.kind = ${sql.lit(kind)} and d.due_at <= now() order by d.due_at limit ${perEndpoint}::int)`;
  return sql<Claim>`
    with held as materialized (
      select webhook_id, count(*)::int as under_way, bool_or(due_at <= now() + make_interval(secs => ${leaseSeconds - 1})) as is_slow
        from webhook_delivery where is_held and due_at > now() group by webhook_id
    ), endpoint as materialized (
      select w.id, w.status, w.failing_since is not null as is_failing,
             w.failing_since is not null or coalesce(h.is_slow, false) as is_apart,
             coalesce(h.under_way, 0) as under_way,
             w.app_id, sum(coalesce(h.under_way, 0)) over (partition by w.app_id) as of_client
        from webhook w join credential c on c.app_id = w.app_id left join held h on h.webhook_id = w.id where c.status = 'enabled'
    ), room as (
      select least(${healthy}::int - coalesce(sum(under_way) filter (where not is_apart), 0),
                   ${healthy + failing}::int - coalesce(sum(under_way), 0)) as healthy,
             least(${failing}::int - coalesce(sum(under_way) filter (where is_apart), 0),
                   ${healthy + failing}::int - coalesce(sum(under_way), 0)) as failing
        from endpoint
    ), due as (
      select d.id, w.is_apart, w.is_failing, d.due_at, w.app_id, w.of_client,
             w.under_way + row_number() over (partition by w.id order by d.kind, d.due_at, d.id) as nth
        from endpoint w cross join lateral (
          select * from ${due('event')} e where w.status = 'enabled' union all select * from ${due('replay')} r
          union all select * from ${due('test')} t
        ) d
    ), turns as (
      select id, is_apart, nth, due_at,
             of_client + row_number() over (partition by app_id, is_apart order by nth > 1, due_at, id) as turn
        from due where nth <= case when is_failing then 1 else ${perEndpoint}::int end
    ), ranked as (
      select id, is_apart, nth, row_number() over (partition by is_apart order by nth > 1, turn, due_at, id) as rank from turns
    )
    update webhook_delivery d
       set is_held = true, claims = d.claims + 1, due_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      from ranked r, room
     where d.id = r.id and case when r.is_apart then r.rank <= room.failing
                                else r.rank <= room.healthy - case when r.nth > 1 then ${failing}::int else 0 end end
    returning d.id, d.claims, d.webhook_id as "webhookId", d.kind, d.attempt, d.place`.execute(tx);
}

/** Reads what an attempt needs beside the claim. Deliveries of events that are no longer kept are left out. */
export async function claimContent(tx: Tx, claims: readonly Claim[]): Promise<ClaimedDelivery[]> {
  if (claims.length === 0) return [];
  const ids = claims.map(({ id }) => id);
  const { rows } = await sql<Omit<ClaimedDelivery, 'event'> & ClaimedDelivery['event']>`
    select d.id, d.claims, d.webhook_id as "webhookId", d.kind, d.attempt, w.url,
           array(select s.sealed from webhook_secret s where s.webhook_id = w.id and (s.until is null or s.until > now())
                  order by s.id desc) as secrets,
           e.place, e.type, e.at, e.user_id, e.data
      from webhook_delivery d join webhook w on w.id = d.webhook_id join event e on e.place = d.place
     where d.id = any (${ids}::bigint[]) order by d.id`.execute(tx);
  const found = new Set(rows.map(({ id }) => id));
  const lost = ids.filter((id) => !found.has(id));
  if (lost.length > 0) await tx.deleteFrom('webhook_delivery').where('id', 'in', lost).execute();
  return rows.map(({ type, at, user_id, data, ...row }) => ({ ...row, event: { place: row.place, type, at, user_id, data } }));
}

/** Releases unfinished claims when the server stops, so that another server may take them at once. */
export async function releaseClaims(db: Database, claims: readonly Pick<Claim, 'id' | 'claims'>[]): Promise<void> {
  if (claims.length === 0) return;
  await sql`
    update webhook_delivery d set is_held = false, due_at = now()
      from unnest(${claims.map(({ id }) => id)}::bigint[], ${claims.map(({ claims: one }) => one)}::int[]) as given (id, claims)
     where d.id = given.id and d.claims = given.claims and d.is_held`.execute(db);
}
