import { writeFile } from 'node:fs/promises';
import { recordPath } from '../../contract/open/record-path.ts';
import { parseManifest } from '../../domain/evidence/manifest.ts';
import { packageNames as names } from '../../domain/evidence/package-names.ts';
import { maxRecordBytes } from '../../domain/records/evidence-record.ts';
import { readExactZip } from '../../domain/zip/exact-zip.ts';
import { entryBytes } from '../../server/zip/zip-content.ts';
import { withZipFile } from '../../server/zip/zip-file.ts';

/** Why there is no newer record, in Chinese. */
export class NoRecord extends Error {
  override name = 'NoRecord';
}

export interface FetchedRecord {
  readonly bytes: Uint8Array;
  /** Address of the record, and path of the file that it was saved to. */
  readonly url: string;
  readonly path: string;
}

/**
 * Fetches the newest record for a package's number and saves it beside the package as `<package>.ers`. Asks the office at `server`, or at
 * the address that the package prints. Whoever answers, the record is judged like the package's own. @throws NoRecord.
 */
export async function fetchRecord(path: string, server: string | undefined): Promise<FetchedRecord> {
  const { number, base } = await readAddress(path);
  const origin = server ?? base;
  if (origin === null) throw new NoRecord('证据包没有印出出具机构的地址，请用 --renew-from 指定');
  const url = new URL(recordPath(number), origin).href;
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) }).catch(() => {
    throw new NoRecord(`${url} 没有答复`);
  });
  if (response.status === 202) throw new NoRecord('出具机构还没有这份证据的存证记录（存证次日形成，并等待时间戳）');
  if (response.status === 404) throw new NoRecord(`${url} 没有这份证据的记录`);
  if (response.status !== 200) throw new NoRecord(`${url} 答复 HTTP ${response.status}`);
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxRecordBytes) throw new NoRecord('答复超过长度上限');
    chunks.push(chunk);
  }
  const kept = { bytes: Buffer.concat(chunks), url, path: `${path}.ers` };
  await writeFile(kept.path, kept.bytes);
  return kept;
}

/** The number in the manifest, and the office's address in the instructions; null if they print none. */
async function readAddress(path: string): Promise<{ readonly number: string; readonly base: string | null }> {
  return withZipFile(path, async (source) => {
    const entries = await readExactZip(source);
    const read = async (name: string): Promise<Buffer> => {
      const entry = entries.find((one) => one.name === name);
      return entry && entry.sizeBytes <= maxRecordBytes ? (await entryBytes(source, entry)).value : Buffer.alloc(0);
    };
    const manifest = parseManifest(await read(names.manifest));
    if (!manifest.ok) throw new NoRecord('证据清单无法读取，不知道存证编号');
    const { number } = manifest.value;
    const [, base = null] =
      new RegExp(`^(https?://[^\\s/]+)/verify\\?number=${number}$`, 'm').exec((await read(names.instructions)).toString()) ?? [];
    return { number, base };
  });
}

const timeoutMs = 20_000;
