import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';

/** The value by which lists filter and count a label (migrations/release-1.0/0021_many.sql). */
export function labelKey(label: string | undefined): string | undefined {
  return label === undefined ? undefined : `=${label}`;
}

/**
 * All distinct labels of a kind, in order. Skips through the index, one step per label however many rows carry it.
 * @param of the table, and the column that precedes the label in its index.
 */
export async function listLabels(db: Database, of: { readonly table: string; readonly column: string }, kind: string): Promise<string[]> {
  const [table, column] = [sql.table(of.table), sql.ref(of.column)];
  const { rows } = await sql<{ label: string }>`
    with recursive keys as (
      (select label_key from ${table} where ${column} = ${kind} order by label_key limit 1)
      union all
      select (select r.label_key from ${table} r where r.${column} = ${kind} and r.label_key > k.label_key order by r.label_key limit 1)
        from keys k where k.label_key is not null)
    select substr(label_key, 2) as label from keys where label_key is not null and label_key <> '=' order by label`.execute(db);
  return rows.map(({ label }) => label);
}
