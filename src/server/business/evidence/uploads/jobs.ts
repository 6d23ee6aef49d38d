import { discardAbandoned } from '../../../platform/storage/chunked-upload.ts';
import { deleteResting, openNames } from './store.ts';
import type { UploadDeps } from './uploads.ts';

/** Deletes inactive uploads, and the chunks of all that are over. */
export async function tendUploads({ db, stages }: UploadDeps, hours: number): Promise<void> {
  await deleteResting(db, hours);
  await discardAbandoned(stages, (names) => openNames(db, names));
}
