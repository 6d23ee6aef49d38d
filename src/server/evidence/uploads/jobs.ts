import { discardAbandoned } from '../../storage/chunked-upload.ts';
import { deleteResting, openNames } from './store.ts';
import type { UploadDeps } from './uploads.ts';

/** Forgets what nobody goes on with, and throws away the chunks of what is over. */
export async function tendUploads({ db, stages }: UploadDeps, hours: number): Promise<void> {
  await deleteResting(db, hours);
  await discardAbandoned(stages, (names) => openNames(db, names));
}
