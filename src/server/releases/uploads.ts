import { createHash, randomBytes } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { refuse, type Refusal } from '../http/refusal.ts';
import { joinChunks, listChunks } from '../storage/chunked-upload.ts';
import { newStagingName, type StagingAreas } from '../storage/staging-areas.ts';

/** A package on its way: what of it counts lies in a stage of its own until a version takes it. */
export type Upload = Selectable<Tables['app_upload']>;

/**
 * Registers an upload of this account, with nothing of it there yet. @returns it, and the reference that stands for it, of which only the
 * hash is kept.
 */
export async function registerUpload(
  db: Database,
  accountId: string,
  fileName: string,
  sizeBytes: number | null,
): Promise<{ upload: Upload; reference: string }> {
  const reference = newReference();
  const upload = await db
    .insertInto('app_upload')
    .values({
      stage: newStagingName(),
      reference_hash: hashOf(reference),
      account_id: accountId,
      file_name: fileName,
      size_bytes: sizeBytes === null ? null : String(sizeBytes),
      expires_at: inOneDay,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { upload, reference };
}

/**
 * The latest open upload of this account of a file of that name and size, under a new reference: the one before stands for nothing any
 * more.
 */
export async function reopenUpload(
  db: Database,
  accountId: string,
  fileName: string,
  sizeBytes: number,
): Promise<{ upload: Upload; reference: string } | null> {
  const reference = newReference();
  const latest = openUploads(db)
    .select('id')
    .where('account_id', '=', accountId)
    .where('file_name', '=', fileName)
    .where('size_bytes', '=', String(sizeBytes))
    .orderBy('id', 'desc')
    .limit(1);
  const upload = await db
    .updateTable('app_upload')
    .set({ reference_hash: hashOf(reference), expires_at: inOneDay })
    .where('id', 'in', latest)
    .returningAll()
    .executeTakeFirst();
  return upload ? { upload, reference } : null;
}

/** @throws Refusal when the reference is no open upload of this account. */
export async function findUpload(db: Database | Tx, reference: string, accountId: string): Promise<Upload> {
  const upload = await openUploads(db)
    .selectAll()
    .where('reference_hash', '=', hashOf(reference))
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!upload) throw unusable();
  return upload;
}

export function unusable(): Refusal {
  return refuse('安装包地址无效或已过期，请重新上传', { address: '安装包地址无效或已过期，请重新上传' });
}

/** Those that are neither used nor over. */
export function openUploads(db: Database | Tx) {
  return db.selectFrom('app_upload').where('used_at', 'is', null).where('expires_at', '>', sql<Date>`now()`);
}

/** Where the chunks of packages are listed. */
export const packageChunks = { table: 'app_upload_piece', upload: 'upload_id' } as const;

/** What has come in, as one file. */
export async function openPackage(db: Database, stages: StagingAreas, { id, stage }: Upload) {
  return joinChunks(await stages.open(stage), await listChunks(db, packageChunks, id));
}

/** An abandoned upload expires after a day. */
export const inOneDay = sql<Date>`now() + interval '1 day'`;

function newReference(): string {
  return randomBytes(32).toString('base64url');
}

function hashOf(reference: string): Buffer {
  return createHash('sha256').update(reference).digest();
}
