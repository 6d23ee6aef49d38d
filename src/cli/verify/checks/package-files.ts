import { createHash } from 'node:crypto';
import { limits } from '../../../domain/codes/limits.ts';
import { parseManifest } from '../../../domain/evidence/manifest.ts';
import { isCredentialPicture, packageNames, pairedNames, parseSums, requiredNames } from '../../../domain/evidence/package-names.ts';
import type { FileDigest } from '../../../domain/evidence/verify.ts';
import { readExactZip, type ZipEntry } from '../../../server/zip/exact-zip.ts';
import { digestEntry, entryBytes } from '../../../server/zip/zip-content.ts';
import { withZipFile } from '../../../server/zip/zip-file.ts';
import type { ZipSource } from '../../../server/zip/zip-records.ts';
import { mainFile } from '../../../domain/dossier/facts/main-file.ts';
import type { OwnSigns } from '../../../domain/dossier/facts/own-signs.ts';
import { bytesInMemory } from '../../../server/media/byte-source.ts';
import { readOwnSigns } from '../../../server/media/own-signs.ts';
import { failed, passed, type Line } from './line.ts';
import { watchFiles, type WatchedFiles } from './watched-files.ts';

/** What a package holds, each file read once: small ones kept, those that the manifest lists hashed as they stream by. */
export interface PackageFiles {
  /** Names of all files that belong here, as they stand in the zip. */
  readonly order: readonly string[];
  readonly small: ReadonlyMap<string, Buffer>;
  /** Of every file that belongs here, by name. */
  readonly digests: ReadonlyMap<string, FileDigest>;
  /** What the files that the manifest lists show of the package's mark. */
  readonly watched: WatchedFiles;
  /** What is wrong with the package as a zip: names, doubles, files too many and too few. */
  readonly lines: readonly Line[];
  /** Bytes of the details and of the environment's report, where they are small. Whether they are the manifest's, digests tell. */
  readonly told: ReadonlyMap<string, Buffer>;
  /** What the first original says of itself; null where it is not there, or cannot be read in places. */
  readonly signs: OwnSigns | null;
}

/**
 * Reads a package. Nothing is written anywhere, whatever its names say. @throws ZipFault for what is no zip, the system's own error for
 * what cannot be read.
 */
export async function readPackage(path: string, withSm3: boolean): Promise<PackageFiles> {
  return withZipFile(path, (source) => readFiles(source, withSm3));
}

async function readFiles(source: ZipSource, withSm3: boolean): Promise<PackageFiles> {
  const entries = await readExactZip(source);
  const lines: Line[] = [];
  const small = new Map<string, Buffer>();
  const digests = new Map<string, FileDigest>();
  const byName = sortOut(entries, lines);

  const ours = new Set<string>(Object.values(packageNames));
  for (const [name, entry] of byName) {
    if (!ours.has(name)) continue;
    if (entry.sizeBytes > maxSmallBytes) {
      lines.push(failed(label, name, `大小 ${entry.sizeBytes} 字节超过上限，未读取`));
      continue;
    }
    const { value, fault } = await entryBytes(source, entry);
    if (fault !== null) lines.push(failed(label, name, fault));
    small.set(name, value);
    digests.set(name, { name, sizeBytes: value.length, sha256: createHash('sha256').update(value).digest('hex'), sm3: null });
  }

  const listed = listedIn(small);
  const { watched, watch } = watchFiles(small.get(packageNames.mark));
  for (const [name, entry] of byName) {
    if (ours.has(name)) continue;
    if (isCredentialPicture(name)) {
      if (entry.sizeBytes > limits.credentialPictureBytes) {
        lines.push(failed(label, name, `大小 ${entry.sizeBytes} 字节超过上限，未读取`));
        continue;
      }
      const { value, fault } = await digestEntry(source, entry, false);
      if (fault !== null) lines.push(failed(label, name, fault));
      digests.set(name, value);
      continue;
    }
    if (!listed.has(name)) {
      lines.push(failed(label, name, '清单中没有这个文件，未读取'));
      continue;
    }
    const sizeBytes = listed.get(name) ?? entry.sizeBytes;
    if (entry.sizeBytes !== sizeBytes) {
      // Not worth reading: its hash cannot be right, and it may be a bomb.
      digests.set(name, { name, sizeBytes: entry.sizeBytes, sha256: '', sm3: null });
      continue;
    }
    const { value, fault } = await digestEntry(source, entry, withSm3, watch(name));
    if (fault !== null) lines.push(failed(label, name, fault));
    digests.set(name, value);
  }
  lines.push(...missing(byName));
  return {
    order: [...byName.keys()].filter((name) => digests.has(name)),
    small,
    digests,
    watched,
    lines: lines.length === 0 ? [passed(label, null, `${byName.size} 个文件`)] : lines,
    told: await readTold(source, byName, small),
    signs: await readSigns(source, byName, small),
  };
}

async function readTold(source: ZipSource, byName: ReadonlyMap<string, ZipEntry>, small: Small): Promise<ReadonlyMap<string, Buffer>> {
  const manifest = parseManifest(small.get(packageNames.manifest) ?? new Uint8Array(0));
  const told = new Map<string, Buffer>();
  for (const { name, role } of manifest.ok ? manifest.value.files : []) {
    const entry = byName.get(name);
    if ((role !== 'details' && role !== 'environment-check') || !entry || entry.sizeBytes > maxToldBytes) continue;
    told.set(name, (await entryBytes(source, entry)).value);
  }
  return told;
}

/** Of a file that is stored as it is, in places; of a small one that is packed, after unpacking. */
async function readSigns(source: ZipSource, byName: ReadonlyMap<string, ZipEntry>, small: Small): Promise<OwnSigns | null> {
  const manifest = parseManifest(small.get(packageNames.manifest) ?? new Uint8Array(0));
  const main = manifest.ok ? mainFile(manifest.value.files) : undefined;
  const entry = main && byName.get(main.name);
  if (!entry) return null;
  const { dataOffset, sizeBytes, method } = entry;
  if (method === 'stored')
    return readOwnSigns({
      sizeBytes,
      read: async (start, length) => source.read(dataOffset + start, Math.max(0, Math.min(length, sizeBytes - start))),
    });
  return sizeBytes > maxSmallBytes ? null : readOwnSigns(bytesInMemory((await entryBytes(source, entry)).value));
}

type Small = ReadonlyMap<string, Buffer>;
const maxToldBytes = 4_194_304;

/** The first of each name; unsafe and double names are told. */
function sortOut(entries: readonly ZipEntry[], lines: Line[]): ReadonlyMap<string, ZipEntry> {
  const byName = new Map<string, ZipEntry>();
  for (const entry of entries) {
    if (!/^[^\\/:\p{Cc}]+$/u.test(entry.name) || entry.name.startsWith('.'))
      lines.push(failed(label, entry.name, '文件名不安全：证据包没有文件夹，也不写到文件夹之外'));
    else if (byName.has(entry.name)) lines.push(failed(label, entry.name, '同名文件出现两次'));
    else byName.set(entry.name, entry);
  }
  return byName;
}

/** Names and sizes that the manifest lists; those of SHA256SUMS, without sizes, when it cannot be read. */
function listedIn(small: ReadonlyMap<string, Buffer>): ReadonlyMap<string, number | null> {
  const manifest = parseManifest(small.get(packageNames.manifest) ?? new Uint8Array(0));
  if (manifest.ok) return new Map(manifest.value.files.map(({ name, sizeBytes }) => [name, sizeBytes]));
  const sums = parseSums(small.get(packageNames.sums)?.toString() ?? '');
  return new Map([...(sums?.keys() ?? [])].map((name) => [name, null]));
}

function missing(byName: ReadonlyMap<string, ZipEntry>): Line[] {
  const lacking = requiredNames.filter((name) => !byName.has(name));
  const halves = pairedNames.flatMap(([one, other]) => (byName.has(one) === byName.has(other) ? [] : [byName.has(one) ? other : one]));
  return [...lacking, ...halves].map((name) => failed(label, name, '文件缺失'));
}

const label = '证据包结构完整';
const maxSmallBytes = 16_777_216;
