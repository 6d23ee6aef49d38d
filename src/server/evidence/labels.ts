import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** A label as lists are filtered and counted by it (migrations/release-1.0/0021_many.sql). */
export function labelKey(label: string | undefined): string | undefined {
  return label === undefined ? undefined : `=${label}`;
}

/**
 * Labels that rows of a kind bear, each once, in order. Every label is one step in the index, however many rows bear it.
 * @param of the table, and the column that an index has before the label.
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
