import { readFile, writeFile } from 'node:fs/promises';
import { recordPath } from '../../contract/open/record-path.ts';
import { parseManifest } from '../../domain/proof/evidence/manifest.ts';
import { packageNames as names } from '../../domain/proof/evidence/package-names.ts';
import { maxRecordBytes } from '../../domain/proof/records/evidence-record.ts';
import { isLoopbackAddress } from '../../domain/kit/text/loopback-address.ts';
import { readPackageEntries } from '../../domain/proof/verify/wrapping.ts';
import { errorCode } from '../../server/platform/runtime/startup-error.ts';
import { nodeZipTools } from '../../server/platform/zip/node-zip-tools.ts';
import { entryBytes } from '../../server/platform/zip/zip-content.ts';
import { withZipFile } from '../../server/platform/zip/zip-file.ts';

/** Why there is no newer record, in Chinese. */
export class NoRecord extends Error {
  override name = 'NoRecord';
}

/** What the caller knows of the office. */
export interface KnownAddress {
  readonly server: string | undefined;
  /** Origins of the logs whose keys the caller gave: `host/log`. The address in the package is asked if its host is one of these. */
  readonly logOrigins: readonly string[];
}

export interface FetchedRecord {
  readonly bytes: Uint8Array;
  /** Address of the record, and path of the file that it was saved to. */
  readonly url: string;
  readonly path: string;
}

/**
 * Fetches the newest record for a package's number and saves it beside the package as `<package>.ers`; a file that is there already keeps
 * its bytes. Asks only an address that the caller knows from elsewhere than the package: a forger prints an address of their own, or one
 * inside the caller's network. Whoever answers, the record is judged like the package's own. @throws NoRecord.
 */
export async function fetchRecord(path: string, { server, logOrigins }: KnownAddress): Promise<FetchedRecord> {
  const { number, base } = await readAddress(path);
  const origin = server ?? (base !== null && isOf(base, logOrigins) ? base : null);
  if (origin === null)
    throw new NoRecord('不向证据包自己所印的地址取得记录，请用 --renew-from 指定出具机构的网址，或者以 --log-key 指定公钥');
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
  const bytes = Buffer.concat(chunks);
  return { bytes, url, path: await keep(path, bytes) };
}

function isOf(address: string, logOrigins: readonly string[]): boolean {
  const { host } = new URL(address);
  const hosts = logOrigins.map((origin) => origin.split('/')[0]);
  // A log without a public address is called localhost/log, whatever its port.
  return hosts.includes(host) || (hosts.includes('localhost') && isLoopbackAddress(address));
}

/** Writes `<package>.ers`, or `<package>.2.ers` and so on if other bytes are there. @returns the path. */
async function keep(path: string, bytes: Uint8Array): Promise<string> {
  for (let serial = 1; serial <= mostRecords; serial += 1) {
    const place = serial === 1 ? `${path}.ers` : `${path}.${serial}.ers`;
    const there = await writeFile(place, bytes, { flag: 'wx' }).then(
      () => null,
      async (error: unknown) => (errorCode(error) === 'EEXIST' ? readFile(place) : Promise.reject(error)),
    );
    if (there === null || there.equals(bytes)) return place;
  }
  throw new NoRecord(`${path}.ers 等 ${mostRecords} 个文件已经存在`);
}

/** The number in the manifest, and the office's address in the instructions; null if they print none. */
async function readAddress(path: string): Promise<{ readonly number: string; readonly base: string | null }> {
  return withZipFile(path, async (file) => {
    const { source, entries } = await readPackageEntries(nodeZipTools, file);
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
const mostRecords = 100;
