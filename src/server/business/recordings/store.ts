import { sql, type Insertable, type Updateable } from 'kysely';
import type { RecordingKind } from '../../../domain/business/codes/online-evidence.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

// Queries that lock or change recordings and the chunks of their uploads.
//
// Order of locks: the recording; then its chunks or its evidence; last the user's balance, by the ledger, which blocks the user's other
// bookings until the commit. Only `touchAhead` locks several recordings: if two servers run it at once, after the clock jumped back, one
// may have to retry.

export function findRecording(db: Database | Tx, number: string) {
  return db.selectFrom('recording').selectAll().where('number', '=', number).executeTakeFirst();
}
export type Recording = NonNullable<Awaited<ReturnType<typeof findRecording>>>;

export async function insertRecording(tx: Tx, recording: Insertable<Tables['recording']>): Promise<void> {
  await tx.insertInto('recording').values(recording).execute();
}

/** The state of a recording, locked, so that changes run one after another. */
export function lockRecording(tx: Tx, id: string) {
  return tx
    .selectFrom('recording')
    .select(['status', 'offset_bytes', 'size_bytes'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * The bytes of a user's other uploads that have not become evidence: as declared, else as received. Exact only under `lockUploads`.
 */
export async function openBytes(db: Database | Tx, { id, user_id: userId }: Pick<Recording, 'id' | 'user_id'>): Promise<number> {
  const { bytes } = await db
    .selectFrom('recording')
    .select(({ fn }) => fn.sum<string | null>(fn.coalesce('size_bytes', 'offset_bytes')).as('bytes'))
    .where('user_id', '=', userId)
    .where('status', '=', sql.lit('uploading'))
    .where('id', '!=', id)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** Serialises what counts of a user's uploads, until the transaction ends. The recording must be locked. */
export async function lockUploads(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`recording uploads\n${userId}`}, 0))`.execute(tx);
}

/** Changes a locked recording. */
export async function changeRecording(tx: Tx, id: string, values: Updateable<Tables['recording']>): Promise<void> {
  await tx.updateTable('recording').set(values).where('id', '=', id).execute();
}

/** The label of a recording of a type, locked; undefined if it does not exist. */
export function lockRecordingLabel(tx: Tx, type: RecordingKind, number: string) {
  return tx
    .selectFrom('recording')
    .select('label')
    .where('number', '=', number)
    .where('type', '=', type)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The recording must be locked. */
export async function setRecordingLabel(tx: Tx, number: string, label: string): Promise<void> {
  await tx.updateTable('recording').set({ label }).where('number', '=', number).execute();
}

/** Of two concurrent calls that make evidence of it, one succeeds. @returns false for the other. */
export async function markSucceeded(tx: Tx, id: string, fileSeconds: number | null): Promise<boolean> {
  const changed = await tx
    .updateTable('recording')
    .set({ status: 'succeeded', file_seconds: fileSeconds, touched_at: new Date() })
    .where('id', '=', id)
    .where('status', '=', 'uploading')
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Records that its bytes are arriving or being processed. */
export async function touchRecording(db: Database, id: string): Promise<void> {
  await db.updateTable('recording').set({ touched_at: new Date() }).where('id', '=', id).execute();
}

/** Sets the received size as the length, unless more has arrived or the length was set meanwhile. @returns whether it was set. */
export async function endAt(db: Database, id: string, sizeBytes: number): Promise<boolean> {
  const size = String(sizeBytes);
  const ended = await db
    .updateTable('recording')
    .set({ size_bytes: size })
    .where('id', '=', id)
    .where('status', '=', 'uploading')
    .where('size_bytes', 'is', null)
    .where('offset_bytes', '=', size)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Sets the length of uploads that have bytes but no length and were inactive for so long. @returns their numbers, 20 at most. */
export async function endResting(db: Database, restSeconds: number): Promise<string[]> {
  const isRested = sql<boolean>`touched_at < now() - make_interval(secs => ${restSeconds})`;
  const ended = await db
    .updateTable('recording')
    .set(({ ref }) => ({ size_bytes: ref('offset_bytes') }))
    .where('id', 'in', (select) =>
      select
        .selectFrom('recording')
        .select('id')
        .where('status', '=', 'uploading')
        .where('size_bytes', 'is', null)
        .where('offset_bytes', '>', '0')
        .where(isRested)
        .orderBy('touched_at')
        .limit(20)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returning('number')
    .execute();
  return ended.map(({ number }) => number);
}

/**
 * A `touched_at` in the future was written before the clock jumped back, so it is set to now. The demo's open recordings have the year 9999
 * and are left.
 */
export async function touchAhead(db: Database): Promise<void> {
  await db
    .updateTable('recording')
    .set({ touched_at: sql<Date>`now()` })
    .where('status', 'in', ['running', 'uploading'])
    .where(sql<boolean>`touched_at > now() + interval '1 hour' and touched_at < '9999-01-01'`)
    .execute();
}

/** Incomplete open recordings whose upload has been inactive for so long; at most a hundred. */
export function forgottenRecordings(db: Database, hours: number): Promise<Recording[]> {
  return db
    .selectFrom('recording')
    .selectAll()
    .where('status', 'in', ['running', 'uploading'])
    .where(isForgotten(hours))
    .orderBy('touched_at')
    .limit(100)
    .execute();
}

/** Locks a recording if it is still inactive: a chunk that arrived meanwhile keeps it. */
export async function lockForgotten(tx: Tx, id: string, hours: number): Promise<boolean> {
  const still = await tx
    .selectFrom('recording')
    .select('id')
    .where('id', '=', id)
    .where(isForgotten(hours))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return still !== undefined;
}

function isForgotten(hours: number) {
  return sql<boolean>`touched_at < now() - make_interval(hours => ${hours}) and size_bytes is distinct from offset_bytes`;
}

/** The table of chunks and its reference to the recording. */
export const recordingChunks = { table: 'recording_piece', upload: 'recording_id' } as const;

export async function countChunks(tx: Tx, id: string): Promise<number> {
  const { n } = await tx
    .selectFrom('recording_piece')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('recording_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** The recording must have ended. */
export async function deleteChunks(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('recording_piece').where('recording_id', '=', id).execute();
}
