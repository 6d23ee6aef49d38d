import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { pictureName, sourceName } from './browser/file-names.ts';

/** A capture, with the files of its evidence once it succeeded; null when there is none of that number. */
export async function findCapture(db: Database, number: string) {
  const capture = await db.selectFrom('capture').selectAll().where('number', '=', number).executeTakeFirst();
  if (!capture) return null;
  const files = await db
    .selectFrom('evidence_file')
    .innerJoin('evidence', 'evidence.id', 'evidence_file.evidence_id')
    .select(['evidence_file.name', 'role', 'sha256', 'size_bytes', 'media_type', 'log_entry', 'file_status'])
    .where('number', '=', number)
    .orderBy('evidence_file.name')
    .execute();
  return {
    ...capture,
    files,
    picture: files.find(({ name }) => name === pictureName) ?? null,
    source: files.find(({ name }) => name === sourceName) ?? null,
  };
}
export type FoundCapture = NonNullable<Awaited<ReturnType<typeof findCapture>>>;

/** Labels that captures bear, each once, in order. Every label is one step in the index, however many captures bear it. */
export async function listLabels(db: Database): Promise<string[]> {
  const { rows } = await sql<{ label: string }>`
    with recursive labels as (
      (select label from capture where kind = 'web' order by label limit 1)
      union all
      select (select c.label from capture c where c.kind = 'web' and c.label > l.label order by c.label limit 1) from labels l
        where l.label is not null)
    select label from labels where label is not null and label <> '' order by label`.execute(db);
  return rows.map(({ label }) => label);
}
