import { gunzipSync, gzipSync } from 'node:zlib';
import { archivePaths } from '../../../../src/domain/proof/web-archive/archive-names.ts';
import { readExactZip } from '../../../../src/domain/kit/zip/exact-zip.ts';
import { entryBytes } from '../../../../src/server/platform/zip/zip-content.ts';
import { withZipFile } from '../../../../src/server/platform/zip/zip-file.ts';
import type { ZipFile } from '../../zip.ts';

/** The files of a zip, in order. */
export async function filesOfZip(path: string): Promise<readonly ZipFile[]> {
  return withZipFile(path, async (source) => {
    const entries = await readExactZip(source);
    return Promise.all(entries.map(async (entry) => ({ name: entry.name, bytes: (await entryBytes(source, entry)).value })));
  });
}

/** An archive with one of its files changed and its lists unchanged. */
export function withFile(files: readonly ZipFile[], path: string, change: (bytes: Buffer) => Buffer): ZipFile[] {
  return files.map((file) => (file.name === path ? { ...file, bytes: change(file.bytes) } : file));
}

/**
 * A forged archive: the record of an address has another content of the same length and is recompressed, and the index has the right
 * position of every record. The hashes are unchanged.
 */
export function withForgedRecord(files: readonly ZipFile[], url: string, from: string, to: string): ZipFile[] {
  const bytesOf = (path: string) => files.find(({ name }) => name === path)?.bytes ?? Buffer.alloc(0);
  const [traffic, lines] = [bytesOf(archivePaths.traffic), bytesOf(archivePaths.index).toString().trimEnd().split('\n')];
  const records = lines.map((line) => ({ head: line.slice(0, line.indexOf('{')), ...readLine(line) }));
  const target = records.find(({ fields }) => fields.url === url)?.fields;
  if (!target) throw new Error(`no record of ${url}`);
  const [start, end] = [target.offset, target.offset + target.length];
  const text = gunzipSync(traffic.subarray(start, end)).toString('latin1');
  if (!text.includes(from) || from.length !== to.length) throw new Error('nothing to forge');
  const member = gzipSync(Buffer.from(text.replace(from, to), 'latin1'), { level: 4 });
  const moved = member.length - target.length;
  const index = records.map(({ head, fields }) => {
    const place = { offset: fields.offset + (fields.offset > start ? moved : 0), length: fields.length + (fields === target ? moved : 0) };
    return `${head}${JSON.stringify({ ...fields, ...place })}\n`;
  });
  const forged = withFile(files, archivePaths.traffic, () => Buffer.concat([traffic.subarray(0, start), member, traffic.subarray(end)]));
  return withFile(forged, archivePaths.index, () => Buffer.from(index.join('')));
}

function readLine(line: string) {
  return { fields: JSON.parse(line.slice(line.indexOf('{'))) as { url: string; offset: number; length: number } };
}
