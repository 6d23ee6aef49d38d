import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';

/** The list engine has no calls of its own, only a job. */
export function lists({ db }: { readonly db: Database }) {
  return { jobs: [{ name: 'compacting list counters', everyMs: 1_000, run: () => compactListCounts(db) }] };
}

/**
 * Moves the deltas that writers appended into the counters' base rows. Totals are exact without it; it keeps reading them fast.
 * @returns the number of deltas moved; 0 while another server is compacting.
 */
export async function compactListCounts(db: Database): Promise<number> {
  const { rows } = await sql<{ moved: string }>`select compact_list_counts() as moved`.execute(db);
  return Number(rows[0]?.moved ?? 0);
}
