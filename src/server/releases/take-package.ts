import type { Database, Tx } from '../db/database.ts';
import type { StagingAreas } from '../storage/staging-areas.ts';
import { StorageError, type ObjectStore } from '../storage/store.ts';
import { markUsed } from './upload-store.ts';
import { findUpload, openPackage, unusable } from './uploads.ts';

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
  const whole = await openPackage(db, stages, upload);
  await store.put(whole.stream(), { maxBytes: whole.sizeBytes, expectedSha256: upload.sha256 }).catch((error: unknown) => {
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
