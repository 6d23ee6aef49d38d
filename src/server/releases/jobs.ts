import type { Database } from '../db/database.ts';
import { discardAbandoned } from '../storage/chunked-upload.ts';
import type { StagingAreas } from '../storage/staging-areas.ts';
import { openUploads } from './upload-store.ts';

/** The staging areas of packages, separate from those of recordings. */
export function packageStages(stages: StagingAreas): StagingAreas {
  return stages.within('packages');
}

/** Discards the packages of uploads that a version has taken, or that were refused or abandoned. */
export async function discardPackages(db: Database, stages: StagingAreas): Promise<void> {
  await discardAbandoned(stages, async (names) => {
    const open = await openUploads(db).select('stage').where('stage', 'in', names).execute();
    return open.map(({ stage }) => stage);
  });
}
