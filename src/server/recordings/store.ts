import { sql, type Insertable, type Updateable } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

// What locks or changes recordings and the chunks of their uploads.
//
// Order of locks: the recording; what is written of it, its chunks or its evidence; last its user's balance, by the ledger, which holds
// up every other booking of theirs until the commit. Nobody waits for a second recording but `touchAhead`: two servers that do so at once,
// after the clock jumped back, may have to try again.

export function findRecording(db: Database | Tx, number: string) {
  return db.selectFrom('recording').selectAll().where('number', '=', number).executeTakeFirst();
}
export type Recording = NonNullable<Awaited<ReturnType<typeof findRecording>>>;

export async function insertRecording(tx: Tx, recording: Insertable<Tables['recording']>): Promise<void> {
  await tx.insertInto('recording').values(recording).execute();
}

/** Where a recording stands, locked: whatever moves it on waits here for the one before. */
export function lockRecording(tx: Tx, id: string) {
  return tx
    .selectFrom('recording')
    .select(['status', 'offset_bytes', 'size_bytes'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Changes a recording that is locked. */
export async function changeRecording(tx: Tx, id: string, values: Updateable<Tables['recording']>): Promise<void> {
  await tx.updateTable('recording').set(values).where('id', '=', id).execute();
}

/** Of two that make evidence of it at once one does. @returns false for the other. */
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

/** Notes that bytes of it come in, or are looked at. */
export async function touchRecording(db: Database, id: string): Promise<void> {
  await db.updateTable('recording').set({ touched_at: new Date() }).where('id', '=', id).execute();
}

/** What has come in is the whole, unless more has come or another knows its length. @returns whether it is. */
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

/** Ends uploads without a length of which bytes came, and for so long no more. @returns their numbers, 20 at most. */
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
        .forUpdate()
        .skipLocked(),
    )
    .returning('number')
    .execute();
  return ended.map(({ number }) => number);
}

/**
 * What was touched in the future was touched before the clock jumped back: its time begins anew. What is open in the demo is of the year
 * 9999, and stays so.
 */
export async function touchAhead(db: Database): Promise<void> {
  await db
    .updateTable('recording')
    .set({ touched_at: sql<Date>`now()` })
    .where('status', 'in', ['running', 'uploading'])
    .where(sql<boolean>`touched_at > now() + interval '1 hour' and touched_at < '9999-01-01'`)
    .execute();
}

/** Open recordings of which nothing, or nothing more, has come for so long, and that are not whole: a hundred at most. */
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

/** Locks a recording if it is forgotten still: a chunk that came in meanwhile keeps it alive. */
export async function lockForgotten(tx: Tx, id: string, hours: number): Promise<boolean> {
  const still = await tx.selectFrom('recording').select('id').where('id', '=', id).where(isForgotten(hours)).forUpdate().executeTakeFirst();
  return still !== undefined;
}

function isForgotten(hours: number) {
  return sql<boolean>`touched_at < now() - make_interval(hours => ${hours}) and size_bytes is distinct from offset_bytes`;
}

/** Where the chunks of recordings are listed. */
export const recordingChunks = { table: 'recording_piece', upload: 'recording_id' } as const;

export async function countChunks(tx: Tx, id: string): Promise<number> {
  const { n } = await tx
    .selectFrom('recording_piece')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('recording_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Of a recording that is over. */
export async function deleteChunks(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('recording_piece').where('recording_id', '=', id).execute();
}
