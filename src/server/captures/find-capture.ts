import type { Database } from '../db/database.ts';
import { mainFile } from '../../domain/dossier/facts/main-file.ts';
import { filePictureName, pictureName, sourceName } from '../../domain/web-archive/capture-files.ts';
import { isFileResult } from '../../domain/web-archive/capture-notes.ts';

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
  const isFile = isFileResult(capture.notes);
  const named = (wanted: string) => files.find(({ name }) => name === wanted) ?? null;
  const archive = await db.selectFrom('capture_archive').select('replay').where('number', '=', number).executeTakeFirst();
  return {
    ...capture,
    files,
    replay: isFile ? null : (archive?.replay ?? null),
    /** The evidence itself: the picture of a page, or the file that the address answered with. */
    main: (isFile ? mainFile(files) : named(pictureName)) ?? null,
    /** Of a file it shows the first page or frame; null where the browser shows none. */
    picture: named(isFile ? filePictureName : pictureName),
    source: named(sourceName),
  };
}
export type FoundCapture = NonNullable<Awaited<ReturnType<typeof findCapture>>>;
