import { sql } from 'kysely';
import type { Tx } from '../../server/platform/db/database.ts';

/**
 * Gives the rows the ids that follow the table's last row, and advances the table's sequence. A failed attempt leaves the sequence ahead of
 * the rows, and yet two databases must get the same ids.
 */
export async function withIds<Row extends object>(
  tx: Tx,
  table: 'recharge_order' | 'notarization_order' | 'invoice' | 'payment' | 'refund',
  rows: readonly Row[],
): Promise<(Row & { id: string })[]> {
  const { rows: found } = await sql<{ last: string }>`select coalesce(max(id), 0) as last from ${sql.table(table)}`.execute(tx);
  const last = Number(found[0]?.last ?? 0);
  if (rows.length > 0) await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${last + rows.length})`.execute(tx);
  return rows.map((row, at) => ({ ...row, id: String(last + 1 + at) }));
}
