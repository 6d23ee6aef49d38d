import { sql, type Insertable, type Selectable } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { addChunk, type StoredChunk } from '../../platform/storage/chunked-upload.ts';

// Queries that lock or change package uploads and their chunks.
//
// Order of locks: the upload, then its chunks. Each change is one statement that checks the expected state, so that only one of two
// concurrent changes succeeds.

/** A package upload. Its chunks lie in its own staging area until a version takes it. */
export type Upload = Selectable<Tables['app_upload']>;

/** Uploads that are neither used nor expired. */
export function openUploads(db: Database | Tx) {
  return db.selectFrom('app_upload').where('used_at', 'is', null).where('expires_at', '>', sql<Date>`now()`);
}

/** The table of chunks and its reference to the upload. */
export const packageChunks = { table: 'app_upload_piece', upload: 'upload_id' } as const;

/** Registers an empty upload. */
export async function insertUpload(db: Database, upload: Omit<Insertable<Tables['app_upload']>, 'expires_at'>): Promise<Upload> {
  return db
    .insertInto('app_upload')
    .values({ ...upload, expires_at: inOneDay })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Gives the account's latest open upload of a file of that name and size a new reference; undefined if there is none. */
export async function renewReference(
  db: Database,
  { accountId, fileName, sizeBytes }: { readonly accountId: string; readonly fileName: string; readonly sizeBytes: number },
  referenceHash: Buffer,
): Promise<Upload | undefined> {
  const latest = openUploads(db)
    .select('id')
    .where('account_id', '=', accountId)
    .where('file_name', '=', fileName)
    .where('size_bytes', '=', String(sizeBytes))
    .orderBy('id', 'desc')
    .limit(1);
  return db
    .updateTable('app_upload')
    .set({ reference_hash: referenceHash, expires_at: inOneDay })
    .where('id', 'in', latest)
    .returningAll()
    .executeTakeFirst();
}

/** Makes the next chunk count. @returns false if another chunk already counts at that position: of two concurrent ones, one does. */
export async function countChunk(tx: Tx, id: string, chunk: StoredChunk): Promise<boolean> {
  const moved = await tx
    .updateTable('app_upload')
    .set({ offset_bytes: String(chunk.start + chunk.sizeBytes), expires_at: inOneDay })
    .where('id', '=', id)
    .where('offset_bytes', '=', String(chunk.start))
    .returning('id')
    .executeTakeFirst();
  if (!moved) return false;
  await addChunk(tx, packageChunks, id, chunk);
  return true;
}

/** Makes a package that came as one chunk count. */
export async function countWhole(tx: Tx, id: string, chunk: StoredChunk): Promise<void> {
  const size = String(chunk.sizeBytes);
  await tx.updateTable('app_upload').set({ size_bytes: size, offset_bytes: size }).where('id', '=', id).execute();
  await addChunk(tx, packageChunks, id, chunk);
}

/** Stores the facts of a package. @returns false if they were already stored. */
export async function setFacts(
  tx: Tx,
  id: string,
  facts: Readonly<Record<'sha256' | 'package_name' | 'version_name' | 'version_code', string>>,
): Promise<boolean> {
  const first = await tx
    .updateTable('app_upload')
    .set(facts)
    .where('id', '=', id)
    .where('sha256', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return first !== undefined;
}

/** Marks an upload as used. @returns the fields that a version stores; undefined if it is used, or not a complete package. */
export function markUsed(tx: Tx, id: string) {
  return tx
    .updateTable('app_upload')
    .set({ used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('sha256', 'is not', null)
    .returning(['sha256', 'size_bytes', 'file_name', 'package_name', 'version_name', 'version_code'])
    .executeTakeFirst();
}

/** Deletes an upload that no version has used. The clean-up job removes its staging area. */
export async function deleteUpload(db: Database, id: string): Promise<void> {
  await db.deleteFrom('app_upload').where('id', '=', id).where('used_at', 'is', null).execute();
}

/** Deletes an account's unused uploads except its latest open ones. @param most how many of those to keep. */
export async function deleteOldest(db: Database, accountId: string, most: number): Promise<void> {
  const newest = openUploads(db).select('id').where('account_id', '=', accountId).orderBy('expires_at', 'desc').limit(most);
  await db
    .deleteFrom('app_upload')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .where('id', 'not in', newest)
    .execute();
}

/** Deletes uploads a day after they expired. */
export async function deleteExpired(db: Database): Promise<void> {
  await db.deleteFrom('app_upload').where('expires_at', '<', sql<Date>`now() - interval '1 day'`).execute();
}

/** An abandoned upload expires after a day. */
const inOneDay = sql<Date>`now() + interval '1 day'`;
