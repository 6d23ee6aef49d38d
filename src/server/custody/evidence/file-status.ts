import type { FileStatus } from '../../../domain/codes/evidence.ts';
import type { Database } from '../../db/database.ts';
import type { ObjectStore } from '../../storage/store.ts';

/**
 * Whether the files of an evidence can be had now: as its row says, from which the scrub takes what it found damaged. A file that the store
 * does not have is missing whatever the row says. @param hashes SHA-256 of the files asked about, lower-case hex; with none of them nothing
 * can be had.
 */
export async function fileStatusNow(status: FileStatus, hashes: readonly string[], store: ObjectStore): Promise<FileStatus> {
  if (status !== 'stored') return status;
  const sizes = await Promise.all(hashes.map((sha256) => store.stat(sha256)));
  return sizes.length > 0 && sizes.every((size) => size !== null) ? 'stored' : 'missing';
}

/**
 * The rows of a list with how the files of each are known to be, from one query; null where a number has become no evidence. The store is
 * not asked: the scrub finds what is lost.
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
