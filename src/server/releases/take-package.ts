import type { Database, Tx } from '../db/database.ts';
import type { StagingAreas } from '../storage/staging-areas.ts';
import { listChunks } from '../storage/chunked-upload.ts';
import { putStaged } from '../storage/put-staged.ts';
import { StorageError, type ObjectStore } from '../storage/store.ts';
import { markUsed, packageChunks } from './upload-store.ts';
import { findUpload, unusable } from './uploads.ts';

/** Where packages wait, and where those go that a version names. */
export interface PackagePlaces {
  readonly stages: StagingAreas;
  readonly store: ObjectStore;
}

/**
 * Makes an upload's package durable under its hash in the store, before a version names it. @throws Refusal when it is no whole upload of
 * this account.
 */
export async function storePackage(db: Database, { stages, store }: PackagePlaces, reference: string, accountId: string): Promise<void> {
  const upload = await findUpload(db, reference, accountId);
  if (upload.sha256 === null) throw unusable();
  const [stage, chunks] = [await stages.open(upload.stage), await listChunks(db, packageChunks, upload.id)];
  await putStaged(store, stage, chunks, upload.sha256).catch((error: unknown) => {
    // Another addition was faster, and its stage is gone.
    throw error instanceof StorageError && error.kind === 'missing' ? unusable() : error;
  });
}

/**
 * Uses an upload of this account up, and gives what a version keeps of it. @throws Refusal when it is none, is not whole, is used, or is
 * over.
 */
export async function takeUpload(tx: Tx, reference: string, accountId: string) {
  const upload = await findUpload(tx, reference, accountId);
  const taken = await markUsed(tx, upload.id);
  if (!taken) throw unusable();
  return taken;
}
