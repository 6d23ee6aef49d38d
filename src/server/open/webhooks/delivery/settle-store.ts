import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/db/database.ts';
import type { Outcome } from './attempt.ts';
import type { Claim } from './claim-store.ts';

// Queries that record finished attempts.
//
// Order of locks: new attempts; the deliveries; the endpoints, by their ids. An endpoint is disabled for good in `webhooks/store`.

/** An attempt that was made. */
export interface MadeAttempt {
  readonly claim: Claim;
  readonly type: string;
  readonly at: Date;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly outcome: Outcome;
  /** Delay until the next attempt; null if there is none. */
  readonly nextInMs: number | null;
}

/** How many seconds each endpoint has been failing after its attempts, by id; 0 if it is not failing. */
export type FailingTimes = ReadonlyMap<string, number>;

/**
 * Records attempts in one transaction: the attempts, the next retries, and the health of the endpoints. An attempt that lost its lease
 * meanwhile changes its delivery only if the event arrived.
 * A power loss may undo the last moments; those attempts are made again.
 */
export async function settleAttempts(db: Database, made: readonly MadeAttempt[]): Promise<FailingTimes> {
  return db.transaction().execute(async (tx) => {
    await prepare(tx, made);
    await insertAttempts(tx, made);
    await settleDeliveries(tx, made);
    return updateHealth(tx, made);
  });
}

async function prepare(tx: Tx, made: readonly MadeAttempt[]): Promise<void> {
  const days = [...new Set(made.map(({ claim }) => Number(BigInt(claim.place) / dayMicroseconds)))].toSorted((one, other) => one - other);
  await sql`
    select set_config('synchronous_commit', 'off', true), make_attempt_partition(day) from unnest(${days}::int[]) given (day)`.execute(tx);
}

const dayMicroseconds = 86_400_000_000n;

async function insertAttempts(tx: Tx, made: readonly MadeAttempt[]): Promise<void> {
  await tx
    .insertInto('webhook_attempt')
    .values(
      made.map(({ claim, type, at, requestHeaders, outcome, nextInMs }) => ({
        webhook_id: claim.webhookId,
        place: claim.place,
        type,
        kind: claim.kind,
        attempt: claim.attempt,
        at,
        status: outcome.succeeded ? ('succeeded' as const) : ('failed' as const),
        http_status: outcome.httpStatus,
        duration_ms: outcome.durationMs,
        error: outcome.error,
        next_at: nextInMs === null ? null : sql<Date>`now() + make_interval(secs => ${nextInMs / 1000})`,
        request_headers: JSON.stringify(requestHeaders),
        answer: outcome.answer,
      })),
    )
    .execute();
}

async function settleDeliveries(tx: Tx, made: readonly MadeAttempt[]): Promise<void> {
  const arrived = made.filter(({ outcome }) => outcome.succeeded).map(({ claim }) => claim.id);
  if (arrived.length > 0) await sql`delete from webhook_delivery where id = any (${arrived}::bigint[])`.execute(tx);
  // A live delivery is dropped if the same event arrived by a replay.
  const replayed = made.filter(({ claim, outcome }) => outcome.succeeded && claim.kind === 'replay').map(({ claim }) => claim);
  if (replayed.length > 0)
    await sql`
      delete from webhook_delivery d
       using unnest(
         ${replayed.map(({ webhookId }) => webhookId)}::bigint[], ${replayed.map(({ place }) => place)}::bigint[]
       ) as given (id, place)
       where d.place = given.place and d.webhook_id = given.id and d.kind = 'event' and not d.is_held`.execute(tx);
  const failed = made.filter(({ outcome }) => !outcome.succeeded);
  if (failed.length === 0) return;
  const given = sql`unnest(${failed.map(({ claim }) => claim.id)}::bigint[], ${failed.map(({ claim }) => claim.claims)}::int[],
    ${failed.map(({ nextInMs }) => (nextInMs === null ? null : nextInMs / 1000))}::float8[]) as given (id, claims, next_in)`;
  await sql`
    update webhook_delivery d set is_held = false, attempt = d.attempt + 1, due_at = now() + make_interval(secs => next_in)
      from ${given} where d.id = given.id and d.claims = given.claims and next_in is not null`.execute(tx);
  await sql`
    delete from webhook_delivery d using ${given}
     where d.id = given.id and d.claims = given.claims and next_in is null`.execute(tx);
}

/** Replays do not affect an endpoint's health. Of several successes within a second only the first is stored. */
async function updateHealth(tx: Tx, made: readonly MadeAttempt[]): Promise<FailingTimes> {
  const folded = foldHealth(
    made
      .filter(({ claim }) => claim.kind !== 'replay')
      .map(({ claim, at, outcome }) => ({ webhookId: claim.webhookId, at, succeeded: outcome.succeeded })),
  );
  if (folded.length === 0) return new Map();
  const ids = folded.map(({ webhookId }) => webhookId);
  const { rows } = await sql<{ id: string; failsFor: number }>`
    with given as (
      select * from unnest(
        ${ids}::bigint[], ${folded.map(({ lastSuccess }) => lastSuccess)}::timestamptz[],
        ${folded.map(({ failingSince }) => failingSince)}::timestamptz[], ${folded.map(({ failures }) => failures)}::int[]
      ) as given (id, last_success, failing_since, failures)
    ), changed as (
      select w.id from webhook w join given on given.id = w.id
       where w.failing_since is not null or given.failures > 0
          or coalesce(w.last_success_at < given.last_success - interval '1 second', true)
       order by w.id for no key update of w
    )
    update webhook w
       set last_success_at = coalesce(greatest(w.last_success_at, given.last_success), w.last_success_at),
           failing_since = case when given.last_success is null then coalesce(w.failing_since, given.failing_since)
                                else given.failing_since end,
           failures = given.failures + case when given.last_success is null then w.failures else 0 end
      from given, changed
     where w.id = given.id and changed.id = w.id
    returning w.id, coalesce(extract(epoch from now() - w.failing_since), 0)::float8 as "failsFor"`.execute(tx);
  return new Map(rows.map(({ id, failsFor }) => [id, failsFor]));
}

/** The result of successive attempts at one endpoint. */
interface HealthChange {
  readonly webhookId: string;
  /** Time of the last success; null if none succeeded. */
  readonly lastSuccess: Date | null;
  /** Time of the first failure after the last success; null if there is none. */
  readonly failingSince: Date | null;
  /** Number of failures after the last success. */
  readonly failures: number;
}

/** Groups attempts by endpoint. @param attempts in the order in which they ended. @returns one change per endpoint, ordered by id. */
export function foldHealth(
  attempts: readonly { readonly webhookId: string; readonly at: Date; readonly succeeded: boolean }[],
): HealthChange[] {
  const changes = new Map<string, HealthChange>();
  for (const { webhookId, at, succeeded } of attempts) {
    const before = changes.get(webhookId) ?? { webhookId, lastSuccess: null, failingSince: null, failures: 0 };
    changes.set(
      webhookId,
      succeeded
        ? { webhookId, lastSuccess: at, failingSince: null, failures: 0 }
        : { ...before, failingSince: before.failingSince ?? at, failures: before.failures + 1 },
    );
  }
  return [...changes.values()].toSorted((one, other) => Number(BigInt(one.webhookId) - BigInt(other.webhookId)));
}
