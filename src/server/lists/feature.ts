import type { Database } from '../db/database.ts';
import { compactListCounts } from './compaction.ts';

/** The list engine has no calls of its own, only a job. */
export function lists({ db }: { readonly db: Database }) {
  return { jobs: [{ name: 'compacting list counters', everyMs: 1_000, run: () => compactListCounts(db) }] };
}
