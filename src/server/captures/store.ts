import { sql, type Expression, type Insertable } from 'kysely';
import type { ReplayFacts } from '../../domain/web-archive/replay-facts.ts';
import { permanentLease, type CaptureStatus } from '../../domain/rules/capture.ts';
import type { Database, Tx } from '../db/database.ts';
import { isFree, leaseEnd } from '../db/lease.ts';
import type { Tables } from '../db/tables.ts';

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

/** The oldest open capture that is not held, locked. The far-future leases of the demo's captures are never free. */
export function lockOldest(tx: Tx) {
  return tx
    .selectFrom('capture')
    .select(['number', 'url', 'status', 'attempt', 'crashes', 'lease_until'])
    .where('status', 'in', ['waiting', 'queued', 'capturing', 'uploading'])
    .where((eb) =>
      eb.or([
        eb('lease_until', 'is', null),
        eb.and([isFree(sql.ref('lease_until'), 2 * longestLeaseSeconds), eb('lease_until', '<', permanentLease)]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
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
