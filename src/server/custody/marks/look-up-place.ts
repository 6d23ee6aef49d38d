import { capturePlace, type MarkPlace } from '../../../domain/proof/marks/mark-place.ts';
import { createMarkSearch } from '../../../domain/proof/marks/mark-search.ts';
import { placeInFile } from '../../../domain/kit/media/part-of-file.ts';
import type { Manifest } from '../../../domain/proof/evidence/manifest.ts';
import type { Database } from '../../platform/db/database.ts';
import { storedBytes } from '../../platform/storage/stored-bytes.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';
import { recordPlace, type UsedMark } from './mark-store.ts';

/**
 * The mark with its place, which is looked up once for evidence that was bound before places were recorded: that reads the whole original.
 * @param keepsFiles whether the capture kept a file in place of a page.
 */
export async function withPlace(
  { db, store }: { readonly db: Database; readonly store: ObjectStore },
  used: UsedMark | null,
  { files }: Manifest,
  keepsFiles: boolean,
): Promise<UsedMark | null> {
  if (!used || used.place || used.binding === null || used.binding === 'unbound') return used;
  const place =
    used.binding === 'capture'
      ? capturePlace(new Set(files.map(({ name }) => name)), keepsFiles)
      : await search(
          store,
          used.hash,
          files.filter(({ role }) => role === 'original'),
        );
  if (place) await recordPlace(db, used.hash, place);
  return { ...used, place };
}

async function search(store: ObjectStore, hash: string, originals: Manifest['files']): Promise<MarkPlace | null> {
  for (const { sha256, sizeBytes } of originals) {
    const found = createMarkSearch(hash);
    for await (const chunk of (await store.open(sha256)).stream) found.update(chunk as Uint8Array);
    const mark = found.found();
    if (mark) return { in: 'file', ...(await placeInFile(storedBytes(store, sha256, sizeBytes), mark.offset)) };
  }
  return null;
}
