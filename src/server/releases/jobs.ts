import type { Database } from '../db/database.ts';
import { discardStages } from '../storage/chunked-upload.ts';
import type { UploadStages } from '../storage/stages.ts';
import { openUploads } from './uploads.ts';

/** The stages of packages, apart from those of recordings. */
export function packageStages(stages: UploadStages): UploadStages {
  return stages.within('packages');
}

/** Throws away the packages of uploads that a version has taken, that were refused, or that were abandoned. */
export async function discardPackages(db: Database, stages: UploadStages): Promise<void> {
  await discardStages(stages, async (names) => {
    const open = await openUploads(db).select('stage').where('stage', 'in', names).execute();
    return open.map(({ stage }) => stage);
  });
}
