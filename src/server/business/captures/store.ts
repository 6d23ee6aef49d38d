import { sql, type Expression, type Insertable, type RawBuilder } from 'kysely';
import type { ReplayFacts } from '../../../domain/proof/web-archive/replay-facts.ts';
import { permanentLease, type CaptureStatus } from '../../../domain/business/rules/capture.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { isFree, isHeld, leaseEnd } from '../../platform/db/lease.ts';
import { locks } from '../../platform/db/locks.ts';
import type { Tables } from '../../platform/db/tables.ts';

// Queries that lock or change captures.
//
// Order of locks: the capture; then its evidence and trail rows; last the user's balance, by the ledger. Workers skip locked captures
// instead of waiting for them.

/** A capture, and the attempt that the caller holds. */
export interface CaptureAttempt {
  readonly number: string;
  /** Undefined for a caller that holds no attempt. */
  readonly attempt?: number;
}

/** Columns that change with the state. */
export interface CaptureChanges {
  readonly reason?: string;
  readonly begun_at?: Date;
  readonly ended_at?: Date;
  /** JSON of `CaptureNote[]`. */
  readonly notes?: string;
  readonly opened_url?: string | null;
  readonly attempt?: number;
  readonly crashes?: number;
  readonly worker?: string;
  readonly lease_until?: Date | Expression<Date> | null;
}

export async function insertCapture(tx: Tx, capture: Insertable<Tables['capture']>): Promise<void> {
  await tx.insertInto('capture').values(capture).execute();
}

/** The state of a capture, locked; undefined if it does not exist or another attempt holds it. */
export async function lockCapture(tx: Tx, { number, attempt }: CaptureAttempt): Promise<CaptureStatus | undefined> {
  const found = await tx
    .selectFrom('capture')
    .select('status')
    .where('number', '=', number)
    .$if(attempt !== undefined, (query) => query.where('attempt', '=', attempt ?? 0))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found?.status;
}

/** Locks the choice of whose capture is next: two workers that choose at once would both give the same user the turn. */
export async function lockTurns(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks.captureTurns})`.execute(tx);
}

/** A free browser: `any` for whose turn it is, `first` for a user of whom no capture is running. */
export type Slot = 'any' | 'first';

/**
 * The next capture that is not held, locked. Those who ask take turns: first those of whom the fewest captures are running, then who was
 * served longest ago; likewise the users of one who asks for many, whose own come in their order. Captures of a host that let three of the
 * user's, or those of three who ask, run into a time limit within an hour come last. The far-future leases of the demo's captures are never
 * free.
 */
export async function lockNext(tx: Tx, slot: Slot) {
  const next = await tx
    .with('free', (db) =>
      db
        .selectFrom('capture')
        .distinctOn(sql`asker, user_id, is_late`)
        .select(['id', askerOf('capture').as('asker'), 'user_id', 'created_at'])
        .select(ranOut({ url: sql.ref('capture.url'), userId: sql.ref('capture.user_id') }).as('is_late'))
        .where('status', 'in', openStates)
        .where((eb) =>
          eb.or([
            eb('lease_until', 'is', null),
            eb.and([isFree(sql.ref('lease_until'), 2 * longestLeaseSeconds), eb('lease_until', '<', permanentLease)]),
          ]),
        )
        .orderBy('asker')
        .orderBy('user_id')
        .orderBy('is_late')
        .orderBy('created_at')
        .orderBy('id'),
    )
    .with('running', (db) =>
      db
        .selectFrom('capture')
        .select([askerOf('capture').as('asker'), 'user_id', (eb) => eb.fn.countAll<number>().as('running')])
        .where('status', 'in', openStates)
        .where(isHeld(sql.ref('lease_until')))
        .where('lease_until', '<', permanentLease)
        .groupBy(['asker', 'user_id']),
    )
    .selectFrom('free')
    .select('free.id')
    .$if(slot === 'first', (query) => query.where(runningOf('user_id'), '=', 0))
    .orderBy('free.is_late')
    .orderBy(runningOf('asker'))
    .orderBy(lastTurn(askerOf('served'), sql.ref('free.asker')), (order) => order.asc().nullsFirst())
    .orderBy(runningOf('user_id'))
    .orderBy(lastTurn(sql.ref('served.user_id'), sql.ref('free.user_id')), (order) => order.asc().nullsFirst())
    .orderBy('free.created_at')
    .orderBy('free.id')
    .limit(1)
    .executeTakeFirst();
  if (!next) return undefined;
  return tx
    .selectFrom('capture')
    .select(['number', 'url', 'accept', 'device', 'status', 'attempt', 'crashes', 'lease_until'])
    .where('id', '=', next.id)
    .where('status', 'in', openStates)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
}

const openStates: readonly CaptureStatus[] = ['waiting', 'queued', 'capturing', 'uploading'];

/** Who asked for a capture: the client, or the user of an older one. */
function askerOf(table: 'capture' | 'served' | 'failed'): RawBuilder<string> {
  return sql<string>`coalesce(${sql.ref(`${table}.app_id`)}, ${sql.ref(`${table}.user_id`)}::text)`;
}

/** How many captures are running of the free one's asker or user. */
function runningOf(whose: 'asker' | 'user_id'): RawBuilder<number> {
  return sql<number>`coalesce((select sum(running) from running where running.${sql.raw(whose)} = free.${sql.raw(whose)}), 0)`;
}

/**
 * Whether captures of the address's host ran into a time limit, or into scripts without an end, within the last hour: three of the user's
 * own, or those of three who ask, so that nobody else's make a host late for a user.
 */
function ranOut({ url, userId }: { readonly url: RawBuilder<unknown>; readonly userId: RawBuilder<unknown> }): RawBuilder<boolean> {
  return sql<boolean>`(select count(*) filter (where failed.user_id = ${userId}) >= 3 or count(distinct ${askerOf('failed')}) >= 3
    from capture as failed where failed.kind = 'web' and failed.shown_status = 'failed'
    and failed.created_at > now() - interval '1 day' and failed.ended_at > now() - interval '1 hour'
    and failed.reason ~ '^((网页打开|取证)超时|网页的脚本不停运行)' and split_part(failed.url, '/', 3) = split_part(${url}, '/', 3))`;
}

/** When a capture began last of whom `column` of captures names; null if they had no turn. */
function lastTurn(column: RawBuilder<unknown>, whose: RawBuilder<unknown>): RawBuilder<Date | null> {
  return sql<Date | null>`(select max(served.begun_at) from capture as served where ${column} = ${whose})`;
}

/** How many captures of the user wait for a browser. */
export async function countWaiting(tx: Tx, userId: string): Promise<number> {
  const { waiting } = await tx
    .selectFrom('capture')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('user_id', '=', userId)
    .where('status', 'in', ['waiting', 'queued'])
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

/** Moves a capture to another state. @returns its user; undefined if it has left state `from`, or another attempt holds it. */
export async function changeCapture(
  tx: Tx,
  { number, attempt }: CaptureAttempt,
  from: CaptureStatus,
  to: CaptureStatus,
  alongside: CaptureChanges,
): Promise<string | undefined> {
  const moved = await tx
    .updateTable('capture')
    .set({ status: to, ...alongside })
    .where('number', '=', number)
    .where('status', '=', from)
    .$if(attempt !== undefined, (query) => query.where('attempt', '=', attempt ?? 0))
    .returning('user_id')
    .executeTakeFirst();
  return moved?.user_id;
}

/** @returns false if the capture was cancelled, or another attempt holds it; the worker must then stop working on it. */
export async function renewLease(
  db: Database,
  { number, attempt }: { readonly number: string; readonly attempt: number },
  leaseSeconds: number,
): Promise<boolean> {
  const renewed = await db
    .updateTable('capture')
    .set({ lease_until: leaseEnd(leaseSeconds) })
    .where('number', '=', number)
    .where('attempt', '=', attempt)
    .where('status', 'in', ['queued', 'capturing', 'uploading'])
    .returning('number')
    .executeTakeFirst();
  return renewed !== undefined;
}

/** Stores the web archive's facts. The evidence of the capture must exist. */
export async function insertArchive(
  tx: Tx,
  number: string,
  { digest, keySha256, replay }: { readonly digest: Buffer; readonly keySha256: string; readonly replay: ReplayFacts },
): Promise<void> {
  await tx
    .insertInto('capture_archive')
    .values({ number, digest, key_sha256: keySha256, replay: JSON.stringify(replay) })
    .execute();
}

/** The upper limit of CAPTURE_LEASE_SECONDS. */
const longestLeaseSeconds = 3600;

/** The label of a capture, locked; undefined if it does not exist. */
export function lockCaptureLabel(tx: Tx, number: string) {
  return tx.selectFrom('capture').select('label').where('number', '=', number).forNoKeyUpdate().executeTakeFirst();
}

/** The capture must be locked. */
export async function setCaptureLabel(tx: Tx, number: string, label: string): Promise<void> {
  await tx.updateTable('capture').set({ label }).where('number', '=', number).execute();
}
