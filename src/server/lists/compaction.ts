import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/**
 * Moves what writers have appended into the counters' base rows. Totals are exact without it; it keeps reading them short.
 * @returns how many deltas were moved; 0 while another server is at it.
 */
export async function compactListCounts(db: Database): Promise<number> {
  const { rows } = await sql<{ moved: string }>`select compact_list_counts() as moved`.execute(db);
  return Number(rows[0]?.moved ?? 0);
}
