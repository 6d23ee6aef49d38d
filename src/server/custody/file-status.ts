import type { FileStatus } from '../../domain/codes/evidence.ts';
import type { ObjectStore } from '../storage/store.ts';

/**
 * Whether the files of an evidence can be had now: as its row says, from which the sweep takes what it found damaged. A file that the store does not have
 * is missing whatever the row says. @param hashes SHA-256 of the files asked about, lower-case hex; with none of them nothing can be had.
 */
export async function fileStatusNow(status: FileStatus, hashes: readonly string[], store: ObjectStore): Promise<FileStatus> {
  if (status !== 'stored') return status;
  const sizes = await Promise.all(hashes.map((sha256) => store.stat(sha256)));
  return sizes.length > 0 && sizes.every((size) => size !== null) ? 'stored' : 'missing';
}
