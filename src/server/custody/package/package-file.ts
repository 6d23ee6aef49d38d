import { createHash } from 'node:crypto';
import type { ObjectStore } from '../../platform/storage/store.ts';
import type { ZipPart } from '../../platform/zip/zip-writer.ts';

export type PackageFile = ZipPart & {
  readonly sha256: string;
  /** Set if it is known without reading the content. */
  readonly sm3?: string;
};

/** A file that the office makes in memory. */
export function madeFile(name: string, content: Uint8Array | string): PackageFile {
  const bytes = Buffer.from(content);
  async function* once(): AsyncGenerator<Buffer> {
    yield bytes;
  }
  const digest = (algorithm: 'sha256' | 'sm3'): string => createHash(algorithm).update(bytes).digest('hex');
  return { name, sha256: digest('sha256'), sm3: digest('sm3'), content: async () => once() };
}

/** A file from the store, read when its turn comes. */
export function storedFile(store: ObjectStore, name: string, sha256: string, sm3?: string): PackageFile {
  return { name, sha256, ...(sm3 === undefined ? {} : { sm3 }), content: async () => (await store.open(sha256)).stream };
}
