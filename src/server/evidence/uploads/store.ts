import { sql, type Selectable } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import type { Tables } from '../../db/tables.ts';
import { addChunk, type StoredChunk } from '../../storage/chunked-upload.ts';

// What locks or changes uploads of evidence and their chunks.
//
// Order of locks: the uploads of a user, by an advisory lock, by who opens one; the upload; its chunks. The evidence itself is stored by a
// transaction of its own (`evidence/intake/store`), which holds none of these.

export type EvidenceUpload = Selectable<Tables['evidence_upload']>;

export function findUpload(db: Database | Tx, number: string): Promise<EvidenceUpload | undefined> {
  return db.selectFrom('evidence_upload').selectAll().where('number', '=', number).executeTakeFirst();
}

/** Who opens an upload of a user waits for others who do. @returns how many of the user's have not become evidence. */
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

/** Whatever moves it on waits here for the one before. Undefined where it was forgotten. */
export function lockUpload(tx: Tx, id: string) {
  return tx.selectFrom('evidence_upload').select(['offset_bytes', 'sha256']).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** How many chunks have come, of an upload that is locked. */
export async function countChunks(tx: Tx, id: string): Promise<number> {
  const { n } = await tx
    .selectFrom('evidence_upload_piece')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('upload_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Lets a chunk count, of an upload that is locked. */
export async function appendChunk(tx: Tx, id: string, chunk: StoredChunk): Promise<void> {
  await addChunk(tx, uploadChunks, id, chunk);
  await tx
    .updateTable('evidence_upload')
    .set({ offset_bytes: String(chunk.start + chunk.sizeBytes), touched_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

/** It has become evidence: its chunks are needed no more. */
export async function markUsed(tx: Tx, id: string, { sha256, sm3 }: { readonly sha256: string; readonly sm3: string }): Promise<void> {
  await tx.updateTable('evidence_upload').set({ sha256, sm3, touched_at: sql<Date>`clock_timestamp()` }).where('id', '=', id).execute();
  await tx.deleteFrom('evidence_upload_piece').where('upload_id', '=', id).execute();
}

/** Forgets uploads of which nothing more came for so long, or that became evidence so long ago; with their chunks. */
export async function deleteResting(db: Database, hours: number): Promise<void> {
  await db.deleteFrom('evidence_upload').where(sql<boolean>`touched_at < now() - make_interval(hours => ${hours})`).execute();
}

/** With its chunks. */
export async function deleteUpload(db: Database, id: string): Promise<void> {
  await db.deleteFrom('evidence_upload').where('id', '=', id).execute();
}

/** Those of the names whose chunks are needed still. */
export async function openNames(db: Database, names: readonly string[]): Promise<string[]> {
  const open = db.selectFrom('evidence_upload').select('number').where('number', 'in', names).where('sha256', 'is', null);
  return (await open.execute()).map(({ number }) => number);
}

/** Where the chunks are listed. */
export const uploadChunks = { table: 'evidence_upload_piece', upload: 'upload_id' } as const;
