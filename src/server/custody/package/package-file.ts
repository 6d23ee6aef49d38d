import { createHash } from 'node:crypto';
import type { ObjectStore } from '../../storage/store.ts';
import type { ZipPart } from '../../zip/zip-writer.ts';

export type PackageFile = ZipPart & { readonly sha256: string };

/** A file that the office makes. */
export function madeFile(name: string, content: Uint8Array | string): PackageFile {
  const bytes = Buffer.from(content);
  async function* once(): AsyncGenerator<Buffer> {
    yield bytes;
  }
  return { name, sha256: createHash('sha256').update(bytes).digest('hex'), content: async () => once() };
}

/** A file out of the store, read when its turn comes. */
export function storedFile(store: ObjectStore, name: string, sha256: string): PackageFile {
  return { name, sha256, content: async () => (await store.open(sha256)).stream };
}
