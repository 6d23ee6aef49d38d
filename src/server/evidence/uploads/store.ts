import { sql, type Selectable } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import { addChunk, type StoredChunk } from '../../storage/chunked-upload.ts';

// Queries that lock or change evidence uploads and their chunks.
//
// Order of locks: the uploads of a user, by an advisory lock, when one is opened; the upload; its chunks. The evidence itself is stored in
// another transaction (`evidence/intake/store`), which holds none of these.

export type EvidenceUpload = Selectable<Tables['evidence_upload']>;

export function findUpload(db: Database | Tx, number: string): Promise<EvidenceUpload | undefined> {
  return db.selectFrom('evidence_upload').selectAll().where('number', '=', number).executeTakeFirst();
}

/** Serialises the opening of a user's uploads. @returns how many of them have not become evidence. */
export async function lockOpenUploads(tx: Tx, userId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`evidence uploads\n${userId}`}, 0))`.execute(tx);
  const { n } = await tx
    .selectFrom('evidence_upload')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('user_id', '=', userId)
    .where('sha256', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function insertUpload(tx: Tx, upload: { number: string; user_id: string; size_bytes: string }): Promise<void> {
  await tx.insertInto('evidence_upload').values(upload).execute();
}

/** Locks an upload, so that changes run one after another. Undefined if it was deleted. */
export function lockUpload(tx: Tx, id: string) {
  return tx.selectFrom('evidence_upload').select(['offset_bytes', 'sha256']).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** How many chunks of a locked upload have arrived. */
export async function countChunks(tx: Tx, id: string): Promise<number> {
  const { n } = await tx
    .selectFrom('evidence_upload_piece')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('upload_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Adds a chunk to a locked upload and advances its offset. */
export async function appendChunk(tx: Tx, id: string, chunk: StoredChunk): Promise<void> {
  await addChunk(tx, uploadChunks, id, chunk);
  await tx
    .updateTable('evidence_upload')
    .set({ offset_bytes: String(chunk.start + chunk.sizeBytes), touched_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

/** Records that the upload has become evidence, and deletes its chunk rows. */
export async function markUsed(tx: Tx, id: string, { sha256, sm3 }: { readonly sha256: string; readonly sm3: string }): Promise<void> {
  await tx.updateTable('evidence_upload').set({ sha256, sm3, touched_at: sql<Date>`clock_timestamp()` }).where('id', '=', id).execute();
  await tx.deleteFrom('evidence_upload_piece').where('upload_id', '=', id).execute();
}

/** Deletes uploads, with their chunk rows, that got no chunk for so many hours, or became evidence so long ago. */
export async function deleteResting(db: Database, hours: number): Promise<void> {
  await db.deleteFrom('evidence_upload').where(sql<boolean>`touched_at < now() - make_interval(hours => ${hours})`).execute();
}

/** Deletes an upload with its chunk rows. */
export async function deleteUpload(db: Database, id: string): Promise<void> {
  await db.deleteFrom('evidence_upload').where('id', '=', id).execute();
}

/** Those of the given names whose chunks are still needed. */
export async function openNames(db: Database, names: readonly string[]): Promise<string[]> {
  const open = db.selectFrom('evidence_upload').select('number').where('number', 'in', names).where('sha256', 'is', null);
  return (await open.execute()).map(({ number }) => number);
}

/** The table of chunks and its reference to the upload. */
export const uploadChunks = { table: 'evidence_upload_piece', upload: 'upload_id' } as const;
