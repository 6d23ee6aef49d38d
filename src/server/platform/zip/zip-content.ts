import type { ZipEntry } from '../../../domain/kit/zip/exact-zip.ts';
import { readEntryBytes, type Read } from '../../../domain/kit/zip/zip-content.ts';
import type { ZipSource } from '../../../domain/kit/zip/zip-records.ts';
import { nodeZipTools } from './node-zip-tools.ts';

/** The whole content of a small file. */
export async function entryBytes(source: ZipSource, entry: ZipEntry): Promise<Read<Buffer>> {
  const { value, fault } = await readEntryBytes(nodeZipTools, source, entry);
  return { value: Buffer.from(value.buffer, value.byteOffset, value.byteLength), fault };
}
