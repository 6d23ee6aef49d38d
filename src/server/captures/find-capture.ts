import type { Database } from '../db/database.ts';
import { pictureName, sourceName } from './browser/file-names.ts';

/** A capture, with the files of its evidence once it succeeded; null if no capture has that number. */
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
  const archive = await db.selectFrom('capture_archive').select('replay').where('number', '=', number).executeTakeFirst();
  return {
    ...capture,
    files,
    replay: archive?.replay ?? null,
    picture: files.find(({ name }) => name === pictureName) ?? null,
    source: files.find(({ name }) => name === sourceName) ?? null,
  };
}
export type FoundCapture = NonNullable<Awaited<ReturnType<typeof findCapture>>>;
