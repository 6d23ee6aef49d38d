import { sql, type Insertable, type Selectable } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { addChunk, type StoredChunk } from '../storage/chunked-upload.ts';

// What locks or changes uploads of packages, and their chunks.
//
// Order of locks: the upload, then its chunks. Each change is one statement that says what it expects, so that of two one goes through.

/** A package on its way: what of it counts lies in a stage of its own until a version takes it. */
export type Upload = Selectable<Tables['app_upload']>;

/** Those that are neither used nor over. */
export function openUploads(db: Database | Tx) {
  return db.selectFrom('app_upload').where('used_at', 'is', null).where('expires_at', '>', sql<Date>`now()`);
}

/** Where the chunks of packages are listed. */
export const packageChunks = { table: 'app_upload_piece', upload: 'upload_id' } as const;

/** Registers an upload, with nothing of it there yet. */
export async function insertUpload(db: Database, upload: Omit<Insertable<Tables['app_upload']>, 'expires_at'>): Promise<Upload> {
  return db
    .insertInto('app_upload')
    .values({ ...upload, expires_at: inOneDay })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Gives the latest open upload of this account of a file of that name and size a new reference; undefined where there is none. */
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

/** Lets the next chunk count. @returns false where another chunk counts at that place: of two that came at once, one does. */
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

/** Lets a package that came as one chunk count. */
export async function countWhole(tx: Tx, id: string, chunk: StoredChunk): Promise<void> {
  const size = String(chunk.sizeBytes);
  await tx.updateTable('app_upload').set({ size_bytes: size, offset_bytes: size }).where('id', '=', id).execute();
  await addChunk(tx, packageChunks, id, chunk);
}

/** Writes down what a package is. @returns false where that was done before. */
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

/** Uses an upload up. @returns what a version keeps of it; undefined where it is used, or is no whole package. */
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

/** Forgets an upload that no version has used. Its stage goes with the next tidying up. */
export async function deleteUpload(db: Database, id: string): Promise<void> {
  await db.deleteFrom('app_upload').where('id', '=', id).where('used_at', 'is', null).execute();
}

/** Forgets what an account has uploaded and no version has used, but for the latest open uploads. @param most of these. */
export async function deleteOldest(db: Database, accountId: string, most: number): Promise<void> {
  const newest = openUploads(db).select('id').where('account_id', '=', accountId).orderBy('expires_at', 'desc').limit(most);
  await db
    .deleteFrom('app_upload')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .where('id', 'not in', newest)
    .execute();
}

/** Forgets uploads a day after their end. */
export async function deleteExpired(db: Database): Promise<void> {
  await db.deleteFrom('app_upload').where('expires_at', '<', sql<Date>`now() - interval '1 day'`).execute();
}

/** An abandoned upload expires after a day. */
const inOneDay = sql<Date>`now() + interval '1 day'`;
