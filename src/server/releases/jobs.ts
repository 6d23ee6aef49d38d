import type { Database } from '../db/database.ts';
import type { UploadStages } from '../storage/stages.ts';
import { openUploads } from './uploads.ts';

/** The stages of packages, apart from those of recordings. */
export function packageStages(stages: UploadStages): UploadStages {
  return stages.within('packages');
}

/** Throws away the packages of uploads that a version has taken, that were refused, and that nobody goes on with. */
export async function discardPackages(db: Database, stages: UploadStages): Promise<void> {
  // Uploads are registered before their stages are made, so that none of these is newer than the answer below.
  const staged = await stages.names();
  if (staged.length === 0) return;
  const open = await openUploads(db).select('stage').where('stage', 'in', staged).execute();
  const needed = new Set(open.map(({ stage }) => stage));
  for (const name of staged) if (!needed.has(name)) await stages.discard(name);
}
