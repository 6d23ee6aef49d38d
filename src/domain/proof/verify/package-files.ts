import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { limits } from '../../business/codes/limits.ts';
import { parseManifest } from '../evidence/manifest.ts';
import { isCredentialPicture, isSm2Signature, packageNames, pairedNames, parseSums, requiredNames } from '../evidence/package-names.ts';
import type { FileDigest } from '../evidence/verify.ts';
import type { ZipEntry } from '../../kit/zip/exact-zip.ts';
import { hashEntry, readEntryBytes, type Read, type ZipTools } from '../../kit/zip/zip-content.ts';
import { entrySource, forwardSource } from '../../kit/zip/zip-part.ts';
import type { ZipSource } from '../../kit/zip/zip-records.ts';
import { mainFile } from '../dossier/facts/main-file.ts';
import type { ByteSource } from '../../kit/media/byte-source.ts';
import { placeInFile, type PlaceInFile } from '../../kit/media/part-of-file.ts';
import { readFileMetadata, type FileMetadata } from '../../kit/media/file-metadata.ts';
import { addedFiles, addedLines, unlistedReason } from './added-files.ts';
import { decodeLossy } from './decode-lossy.ts';
import { isReadError } from './guarded.ts';
import { failed, passed, type Line } from './line.ts';
import type { MarkSign } from '../marks/mark-search.ts';
import { missingFiles } from './missing-files.ts';
import { readPackageEntries } from './wrapping.ts';
import { watchFiles, type WatchedFiles } from './watched-files.ts';

export type UseOfZip<Result> = (source: ZipSource, entries: readonly ZipEntry[]) => Promise<Result>;

export interface ShownMark extends PlaceInFile {
  readonly sign: MarkSign;
}

/** The contents of a package. Each file is read once: small files are kept, files that the manifest lists are hashed while streaming. */
export interface PackageFiles {
  /** Names of all files that belong in the package, in the order of the zip. */
  readonly order: readonly string[];
  /** What a program added that packed the files again, in Chinese; null for a zip as the office made it. */
  readonly wrapping: string | null;
  /** Files that somebody added: neither the manifest nor the list of checksums names them, and none has the name of one that they do. */
  readonly added: readonly string[];
  /** Files that belong in the package and are not there. */
  readonly missing: readonly string[];
  readonly small: ReadonlyMap<string, Uint8Array>;
  /** Hashes of every file that belongs in the package, by name. */
  readonly digests: ReadonlyMap<string, FileDigest>;
  /** Where the files that the manifest lists show the package's mark. */
  readonly watched: WatchedFiles;
  /** Faults of the package as a zip: unsafe names, duplicates, unexpected and missing files. */
  readonly lines: readonly Line[];
  /** Bytes of the details and of the environment report, if small. `digests` shows whether they match the manifest. */
  readonly details: ReadonlyMap<string, Uint8Array>;
  /** Hashes files again with other algorithms. Keys of the result are `sha512/name`. */
  readonly rehash: (wanted: ReadonlySet<string>, algorithms: readonly ('sha384' | 'sha512')[]) => Promise<ReadonlyMap<string, Uint8Array>>;
  /** Reopens the zip, for files that turn out to be needed only after others were read. */
  readonly reopen: <Result>(use: UseOfZip<Result>) => Promise<Result>;
  /** Reads a file as a whole, in the package or in an archive inside it; null if it exceeds the package's budget of memory. */
  readonly readWhole: ReadWhole;
  readonly tools: ZipTools;
  /** Facts from the first original's content; null if it is missing. */
  readonly metadata: FileMetadata | null;
  /** How and where listed files show the package's mark, by name. */
  readonly shown: ReadonlyMap<string, ShownMark>;
}

/**
 * Reads a package. Writes nothing, whatever names it has. @throws NoPackage for any other file; ZipFault for an invalid zip; the system's
 * read errors pass through.
 */
export async function readPackageFiles(
  tools: ZipTools,
  file: ZipSource,
  { withSm3, progress = () => undefined }: { readonly withSm3: boolean; readonly progress?: (bytes: number) => void },
): Promise<PackageFiles> {
  const { source, entries, wrapping, around } = await readPackageEntries(tools, file);
  const lines: Line[] = [];
  const small = new Map<string, Uint8Array>();
  const digests = new Map<string, FileDigest>();
  const byName = sortOut(entries, lines);

  const readWhole = readWithinBudget(tools);
  const named = new Set<string>(Object.values(packageNames));
  const ours = new Set([...byName.keys()].filter((name) => named.has(name) || isSm2Signature(name)));
  for (const [name, entry] of byName) {
    if (!ours.has(name)) continue;
    const read = entry.sizeBytes > (named.has(name) ? maxSmallBytes : maxSignatureBytes) ? null : await readWhole(source, entry);
    if (!read) {
      lines.push(failed(label, name, tooLarge(entry)));
      continue;
    }
    const { value, fault } = read;
    if (fault !== null) lines.push(failed(label, name, fault));
    small.set(name, value);
    digests.set(name, { name, sizeBytes: value.length, sha256: bytesToHex(sha256(value)), sm3: null });
  }

  const listed = listedIn(small);
  const added = addedFiles([...byName.keys()], small);
  const { watched, watch } = watchFiles(small.get(packageNames.mark));
  for (const [name, entry] of byName) {
    if (ours.has(name) || added.includes(name)) continue;
    if (isCredentialPicture(name)) {
      if (entry.sizeBytes > limits.credentialPictureBytes) {
        lines.push(failed(label, name, tooLarge(entry)));
        continue;
      }
      const { value, fault } = await digestEntry(tools, source, entry, false);
      if (fault !== null) lines.push(failed(label, name, fault));
      digests.set(name, value);
      continue;
    }
    if (!listed.has(name)) {
      lines.push(failed(label, name, unlistedReason(small)));
      continue;
    }
    const sizeBytes = listed.get(name) ?? entry.sizeBytes;
    if (entry.sizeBytes !== sizeBytes) {
      // Not read: the hash cannot match, and the file may be a zip bomb.
      digests.set(name, { name, sizeBytes: entry.sizeBytes, sha256: '', sm3: null });
      continue;
    }
    const see = watch(name);
    const { value, fault } = await digestEntry(tools, source, entry, withSm3, (chunk) => {
      see(chunk);
      progress(chunk.length);
    });
    if (fault !== null) lines.push(failed(label, name, fault));
    digests.set(name, value);
  }
  lines.push(...lacking(byName));
  const strange = [...added, ...around];
  const found = lines.length === 0 ? [wholeLine(byName.size - added.length, wrapping)] : lines;
  return {
    order: [...byName.keys()].filter((name) => digests.has(name)),
    small,
    digests,
    watched,
    wrapping,
    added: strange,
    missing: missingFiles(new Set(entries.map(({ name }) => name)), small),
    lines: [...found, ...(await addedLines(strange, { small, entries: byName }, (entry) => sha256OfEntry(tools, source, entry)))],
    details: await readDetails(readWhole, source, byName, small),
    rehash: async (wanted, algorithms) => rehashEntries(tools, file, { wanted, algorithms }),
    reopen: async (use) => use(source, entries),
    readWhole,
    tools,
    metadata: await readMetadata(tools, source, byName, small).catch(noMetadata),
    shown: await shownMarks(tools, source, byName, watched),
  };
}

async function shownMarks(
  tools: ZipTools,
  source: ZipSource,
  byName: ReadonlyMap<string, ZipEntry>,
  watched: WatchedFiles,
): Promise<ReadonlyMap<string, ShownMark>> {
  const shown = new Map<string, ShownMark>();
  for (const [name, entry] of byName) {
    const found = watched.markIn(name);
    if (found) shown.set(name, { sign: found.sign, ...(await placeInFile(await bytesOfEntry(tools, source, entry), found.offset)) });
  }
  return shown;
}

/** Hashes files again, as described at `PackageFiles.rehash`. */
export async function rehashEntries(
  tools: ZipTools,
  file: ZipSource,
  { wanted, algorithms }: { readonly wanted: ReadonlySet<string>; readonly algorithms: readonly ('sha384' | 'sha512')[] },
): Promise<ReadonlyMap<string, Uint8Array>> {
  const hashes = new Map<string, Uint8Array>();
  const { source, entries } = await readPackageEntries(tools, file);
  for (const entry of entries) {
    if (!wanted.has(entry.name)) continue;
    const { value } = await hashEntry(tools, source, entry, algorithms);
    for (const algorithm of algorithms) hashes.set(`${algorithm}/${entry.name}`, value[algorithm]);
  }
  return hashes;
}

async function sha256OfEntry(tools: ZipTools, source: ZipSource, entry: ZipEntry): Promise<string> {
  return (await digestEntry(tools, source, entry, false)).value.sha256;
}

/** The file's hashes in hex, and its size as stated in the zip. */
async function digestEntry(
  tools: ZipTools,
  source: ZipSource,
  entry: ZipEntry,
  withSm3: boolean,
  watch?: (chunk: Uint8Array) => void,
): Promise<{ readonly value: FileDigest; readonly fault: string | null }> {
  const { value, fault } = await hashEntry(tools, source, entry, withSm3 ? ['sha256', 'sm3'] : ['sha256'], watch);
  const { sha256: digest, sm3 } = value as { readonly sha256: Uint8Array; readonly sm3?: Uint8Array };
  const { name, sizeBytes } = entry;
  return { value: { name, sizeBytes, sha256: bytesToHex(digest), sm3: sm3 ? bytesToHex(sm3) : null }, fault };
}

async function readDetails(
  readWhole: ReadWhole,
  source: ZipSource,
  byName: ReadonlyMap<string, ZipEntry>,
  small: Small,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const manifest = parseManifest(small.get(packageNames.manifest) ?? new Uint8Array(0));
  const details = new Map<string, Uint8Array>();
  for (const { name, role } of manifest.ok ? manifest.value.files : []) {
    const entry = byName.get(name);
    if ((role !== 'details' && role !== 'environment-check') || !entry || entry.sizeBytes > maxDetailBytes) continue;
    const read = await readWhole(source, entry);
    if (read) details.set(name, read.value);
  }
  return details;
}

async function readMetadata(
  tools: ZipTools,
  source: ZipSource,
  byName: ReadonlyMap<string, ZipEntry>,
  small: Small,
): Promise<FileMetadata | null> {
  const manifest = parseManifest(small.get(packageNames.manifest) ?? new Uint8Array(0));
  const main = manifest.ok ? mainFile(manifest.value.files) : undefined;
  const entry = main && byName.get(main.name);
  return entry ? readFileMetadata(await bytesOfEntry(tools, source, entry)) : null;
}

/** Reads parts of a stored file directly; a compressed file is unpacked as far as it is read. */
async function bytesOfEntry(tools: ZipTools, source: ZipSource, entry: ZipEntry): Promise<ByteSource> {
  const { sizeBytes } = entry;
  const { read } = entry.method === 'stored' ? entrySource(tools, source, entry) : forwardSource(tools, source, entry);
  return {
    sizeBytes,
    read: async (start, length) => {
      const most = Math.min(length, sizeBytes - start);
      return most > 0 ? read(start, most) : new Uint8Array(0);
    },
  };
}

/** A file that no reader takes in has no facts. */
function noMetadata(error: unknown): null {
  if (isReadError(error)) throw error;
  return null;
}

type Small = ReadonlyMap<string, Uint8Array>;
const maxDetailBytes = 4_194_304;

/** Keeps the first entry of each name; reports unsafe and duplicate names. */
function sortOut(entries: readonly ZipEntry[], lines: Line[]): ReadonlyMap<string, ZipEntry> {
  const byName = new Map<string, ZipEntry>();
  for (const entry of entries) {
    if (!entry.name.split('/').every(isWithin)) lines.push(failed(label, entry.name, '文件名不安全，解压时可能写到文件夹之外'));
    else if (byName.has(entry.name)) lines.push(failed(label, entry.name, '同名文件出现两次'));
    else byName.set(entry.name, entry);
  }
  return byName;
}

/** Whether a part of a name stays in its folder, on Windows too. */
function isWithin(part: string): boolean {
  return part !== '' && part !== '.' && part !== '..' && !/[\\:\0]/.test(part);
}

/** Names and sizes that the manifest lists. If it cannot be read: the names in SHA256SUMS, without sizes. */
function listedIn(small: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, number | null> {
  const manifest = parseManifest(small.get(packageNames.manifest) ?? new Uint8Array(0));
  if (manifest.ok) return new Map(manifest.value.files.map(({ name, sizeBytes }) => [name, sizeBytes]));
  const sums = parseSums(decodeLossy(small.get(packageNames.sums)));
  return new Map([...(sums?.keys() ?? [])].map((name) => [name, null]));
}

function wholeLine(count: number, wrapping: string | null): Line {
  return passed(label, null, `${count} 个文件${wrapping === null ? '' : `，重新打包过：${wrapping}`}`);
}

function lacking(byName: ReadonlyMap<string, ZipEntry>): Line[] {
  const required = requiredNames.filter((name) => !byName.has(name));
  const halves = pairedNames.flatMap(([one, other]) => (byName.has(one) === byName.has(other) ? [] : [byName.has(one) ? other : one]));
  return [...required, ...halves].map((name) => failed(label, name, '文件缺失'));
}

type ReadWhole = (source: ZipSource, entry: ZipEntry) => Promise<Read<Uint8Array> | null>;

/** All files that are in memory together share one budget, so that a small zip cannot unpack to a multiple of it. */
function readWithinBudget(tools: ZipTools): ReadWhole {
  let left = maxTogetherBytes;
  return async (source, entry) => {
    if (entry.sizeBytes > left) return null;
    left -= entry.sizeBytes;
    return readEntryBytes(tools, source, entry);
  };
}

/** Why a file was not read. */
export function tooLarge({ sizeBytes }: ZipEntry): string {
  return `大小 ${sizeBytes} 字节超过上限，未读取`;
}

const label = '证据包结构完整';
const maxSmallBytes = 16_777_216;
/** A package of ours has about 1 MB of such files. */
const maxTogetherBytes = 33_554_432;
/** Limit for SM2 signature files: a few certificates and 72 bytes. */
const maxSignatureBytes = 65_536;
