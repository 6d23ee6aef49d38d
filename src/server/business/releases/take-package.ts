import type { Database, Tx } from '../../platform/db/database.ts';
import type { StagingAreas } from '../../platform/storage/staging-areas.ts';
import { listChunks } from '../../platform/storage/chunked-upload.ts';
import { putStaged } from '../../platform/storage/put-staged.ts';
import { StorageError, type ObjectStore } from '../../platform/storage/store.ts';
import { markUsed, packageChunks } from './upload-store.ts';
import { findUpload, unusable } from './uploads.ts';

/** Where uploaded packages wait, and where the packages of versions are stored. */
export interface PackagePlaces {
  readonly stages: StagingAreas;
  readonly store: ObjectStore;
}

/**
 * Stores an upload's package durably under its hash, before a version refers to it. @throws Refusal if it is not a complete upload of this
 * account.
 */
export async function storePackage(db: Database, { stages, store }: PackagePlaces, reference: string, accountId: string): Promise<void> {
  const upload = await findUpload(db, reference, accountId);
  if (upload.sha256 === null) throw unusable();
  const [stage, chunks] = [await stages.open(upload.stage), await listChunks(db, packageChunks, upload.id)];
  await putStaged(store, stage, chunks, upload.sha256).catch((error: unknown) => {
    // A concurrent addition was faster, and the stage is deleted.
    throw error instanceof StorageError && error.kind === 'missing' ? unusable() : error;
  });
}

/**
 * Marks an upload of this account as used, and returns the fields that a version stores. @throws Refusal if it is unknown, incomplete, used
 * or expired.
 */
export async function takeUpload(tx: Tx, reference: string, accountId: string) {
  const upload = await findUpload(tx, reference, accountId);
  const taken = await markUsed(tx, upload.id);
  if (!taken) throw unusable();
  return taken;
}
