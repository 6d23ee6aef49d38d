import { sql } from 'kysely';
import type { DeliveryKind } from '../../../domain/codes/webhooks.ts';
import type { Database, Tx } from '../../db/database.ts';
import { locks } from '../../db/locks.ts';

// What takes deliveries, and gives them back.
//
// Order of locks: the advisory lock of who takes deliveries, then the deliveries.

/** Attempts under way, of all servers together. */
export interface ClaimLimits {
  readonly perEndpoint: number;
  /** Of endpoints whose last attempt came through. */
  readonly healthy: number;
  /** Of endpoints that fail, or that have not answered for a second. */
  readonly failing: number;
}
export const claimLimits: ClaimLimits = { perEndpoint: 4, healthy: 48, failing: 16 };

/** A delivery in hand. Whatever is done to it names the claim. */
export interface Claim {
  readonly id: string;
  readonly claims: number;
  readonly webhookId: string;
  readonly kind: DeliveryKind;
  readonly attempt: number;
  readonly place: string;
}

/** A claim with all that an attempt needs. */
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
 * Takes what is due, those first that wait longest, as far as the limits leave room: so many at a time of an endpoint, one while its last
 * attempt failed, so many in all, and a quarter of them for endpoints that fail. A second attempt at an endpoint leaves places to those
 * that have none. Live events go before replays. The claim is a lease: what a server that dies had in hand is due again at its end.
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
             coalesce(h.under_way, 0) as under_way
        from webhook w join credential c on c.app_id = w.app_id left join held h on h.webhook_id = w.id where c.status = 'enabled'
    ), room as (
      select least(${healthy}::int - coalesce(sum(under_way) filter (where not is_apart), 0),
                   ${healthy + failing}::int - coalesce(sum(under_way), 0)) as healthy,
             least(${failing}::int - coalesce(sum(under_way) filter (where is_apart), 0),
                   ${healthy + failing}::int - coalesce(sum(under_way), 0)) as failing
        from endpoint
    ), due as (
      select d.id, w.is_apart, w.is_failing, d.due_at,
             w.under_way + row_number() over (partition by w.id order by d.kind, d.due_at, d.id) as nth
        from endpoint w cross join lateral (
          select * from ${due('event')} e where w.status = 'enabled' union all select * from ${due('replay')} r
          union all select * from ${due('test')} t
        ) d
    ), ranked as (
      select id, is_apart, nth, row_number() over (partition by is_apart order by nth > 1, due_at, id) as rank
        from due where nth <= case when is_failing then 1 else ${perEndpoint}::int end
    )
    update webhook_delivery d
       set is_held = true, claims = d.claims + 1, due_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      from ranked r, room
     where d.id = r.id and case when r.is_apart then r.rank <= room.failing
                                else r.rank <= room.healthy - case when r.nth > 1 then ${failing}::int else 0 end end
    returning d.id, d.claims, d.webhook_id as "webhookId", d.kind, d.attempt, d.place`.execute(tx);
}

/** What an attempt needs beside the claim. An event that is kept no longer is not sent any more. */
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

/** Gives back what was not carried out, because the server stops: the next one may take it at once. */
export async function releaseClaims(db: Database, claims: readonly Pick<Claim, 'id' | 'claims'>[]): Promise<void> {
  if (claims.length === 0) return;
  await sql`
    update webhook_delivery d set is_held = false, due_at = now()
      from unnest(${claims.map(({ id }) => id)}::bigint[], ${claims.map(({ claims: one }) => one)}::int[]) as given (id, claims)
     where d.id = given.id and d.claims = given.claims and d.is_held`.execute(db);
}
