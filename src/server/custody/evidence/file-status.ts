import type { FileStatus } from '../../../domain/business/codes/evidence.ts';
import type { Database } from '../../platform/db/database.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';

/**
 * Whether an evidence's files are available now. Starts from the row, which the scrub updates, and also checks that the store has every
 * file. @param hashes SHA-256 of the files, lower-case hex; an empty list counts as `missing`.
 */
export async function fileStatusNow(status: FileStatus, hashes: readonly string[], store: ObjectStore): Promise<FileStatus> {
  if (status !== 'stored') return status;
  const sizes = await Promise.all(hashes.map((sha256) => store.stat(sha256)));
  return sizes.length > 0 && sizes.every((size) => size !== null) ? 'stored' : 'missing';
}

/**
 * Adds the known status of the files to the rows of a list, by one query; null for a number that is not an evidence. Does not ask the
 * store, since the scrub finds losses.
 */
export async function withFileStatus<Row extends { readonly number: string }>(
  db: Database,
  rows: readonly Row[],
): Promise<(Row & { readonly fileStatus: FileStatus | null })[]> {
  const found =
    rows.length === 0
      ? []
      : await db
          .selectFrom('evidence')
          .select(['number', 'file_status'])
          .where(
            'number',
            'in',
            rows.map(({ number }) => number),
          )
          .execute();
  const known = new Map(found.map(({ number, file_status: status }) => [number, status]));
  return rows.map((row) => ({ ...row, fileStatus: known.get(row.number) ?? null }));
}
