import { createHash, randomBytes } from 'node:crypto';
import type { Database, Tx } from '../../platform/db/database.ts';
import { refuse, type Refusal } from '../../platform/http/refusal.ts';
import { joinChunks, listChunks } from '../../platform/storage/chunked-upload.ts';
import { newStagingName, type StagingAreas } from '../../platform/storage/staging-areas.ts';
import { insertUpload, openUploads, packageChunks, renewReference, type Upload } from './upload-store.ts';

/** Registers an empty upload of this account. @returns it, and its reference, of which only the hash is stored. */
export async function registerUpload(
  db: Database,
  accountId: string,
  fileName: string,
  sizeBytes: number | null,
): Promise<{ upload: Upload; reference: string }> {
  const reference = newReference();
  const upload = await insertUpload(db, {
    stage: newStagingName(),
    reference_hash: hashOf(reference),
    account_id: accountId,
    file_name: fileName,
    size_bytes: sizeBytes === null ? null : String(sizeBytes),
  });
  return { upload, reference };
}

/** The account's latest open upload of a file of that name and size, with a new reference; the previous reference becomes invalid. */
export async function reopenUpload(
  db: Database,
  accountId: string,
  fileName: string,
  sizeBytes: number,
): Promise<{ upload: Upload; reference: string } | null> {
  const reference = newReference();
  const upload = await renewReference(db, { accountId, fileName, sizeBytes }, hashOf(reference));
  return upload ? { upload, reference } : null;
}

/** @throws Refusal if the reference does not denote an open upload of this account. */
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

/** All chunks of a package, as one file. */
export async function openPackage(db: Database, stages: StagingAreas, { id, stage }: Upload) {
  return joinChunks(await stages.open(stage), await listChunks(db, packageChunks, id));
}

function newReference(): string {
  return randomBytes(32).toString('base64url');
}

function hashOf(reference: string): Buffer {
  return createHash('sha256').update(reference).digest();
}
