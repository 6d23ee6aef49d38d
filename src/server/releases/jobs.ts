import type { Database } from '../db/database.ts';
import { discardAbandoned } from '../storage/chunked-upload.ts';
import type { StagingAreas } from '../storage/staging-areas.ts';
import { openUploads } from './upload-store.ts';

/** The stages of packages, apart from those of recordings. */
export function packageStages(stages: StagingAreas): StagingAreas {
  return stages.within('packages');
}

/** Throws away the packages of uploads that a version has taken, that were refused, or that were abandoned. */
export async function discardPackages(db: Database, stages: StagingAreas): Promise<void> {
  await discardAbandoned(stages, async (names) => {
    const open = await openUploads(db).select('stage').where('stage', 'in', names).execute();
    return open.map(({ stage }) => stage);
  });
}
