import { parseManifest } from '../evidence/manifest.ts';
import { packageNames } from '../evidence/package-names.ts';
import { visibleLine } from '../../kit/text/visible-text.ts';
import { readPackedZip, type ZipEntry } from '../../kit/zip/exact-zip.ts';
import { readEntryBytes, type ZipTools } from '../../kit/zip/zip-content.ts';
import { entrySource } from '../../kit/zip/zip-part.ts';
import { bytesAt, ZipFault, ZipUnread, type ZipSource } from '../../kit/zip/zip-records.ts';
import { decodeLossy } from './decode-lossy.ts';

/** The files of a package, as the office named them. */
export interface PackageEntries {
  /** The zip that they are in: the one that was given, or one inside it. */
  readonly source: ZipSource;
  readonly entries: readonly ZipEntry[];
  /** What a program added that packed the files again, in Chinese; null for a zip as the office made it. */
  readonly wrapping: string | null;
  /** Files around a package that is a zip inside another zip. Nobody vouches for them. */
  readonly around: readonly string[];
}

/** The file is no evidence package, so nothing was compared. The message says why, and what to do, in Chinese. */
export class NoPackage extends Error {
  override name = 'NoPackage';
}

/**
 * Reads the files of a package, also of one that was unpacked and packed again: the folder that it is in, the folders themselves, and what
 * systems leave in folders fall away. A package that lies in another zip is taken out of it. Everything else stays and is judged, what lies
 * beside the folder too. @throws NoPackage; ZipFault for a package that is damaged as a zip.
 */
export function readPackageEntries(tools: ZipTools, source: ZipSource): Promise<PackageEntries> {
  return readWithin(tools, source, maxDepth);
}

async function readWithin(tools: ZipTools, source: ZipSource, depth: number): Promise<PackageEntries> {
  const read = await readZip(source);
  const { all, isTurned, isDotted } = withFolders(read.entries);
  const files = all.filter((entry) => !isFolder(entry) && !isLeft(entry.name));
  const folders = await packageFolders(tools, source, files);
  if (folders.length === 0) return readInner(tools, source, files, depth);
  if (folders.length > 1 && !folders.includes('')) throw severalPackages(folders.map((folder) => folder.slice(0, -1)));
  const folder = folders.includes('') ? '' : (folders[0] ?? '');
  const left = all.filter((entry) => !isFolder(entry) && isLeft(entry.name)).length;
  const parts = [
    ...(folder === '' ? [] : [`文件放在文件夹“${folder.slice(0, -1)}”里`]),
    ...(isTurned ? ['文件夹的名称以反斜线分隔'] : []),
    ...(isDotted ? ['文件名前带有“./”'] : []),
    ...(read.hasTail ? ['末尾带有注释或者空字节'] : []),
    ...(left === 0 ? [] : [`另有名称如同系统或者程序留在文件夹里的文件 ${left} 个，没有读取`]),
  ];
  const isAsMade = parts.length === 0 && files.length === all.length;
  return {
    source,
    entries: files.map((entry) => (entry.name.startsWith(folder) ? { ...entry, name: entry.name.slice(folder.length) } : entry)),
    wrapping: isAsMade ? null : parts.join('，') || '另有空的文件夹',
    around: [],
  };
}

/** The package among the zips in a zip that is none itself. */
async function readInner(tools: ZipTools, source: ZipSource, files: readonly ZipEntry[], depth: number): Promise<PackageEntries> {
  const inner = depth === 0 ? [] : files.filter(({ name }) => /\.zip$/i.test(name)).slice(0, maxInner);
  const found: { readonly name: string; readonly read: PackageEntries }[] = [];
  let unread: string | null = null;
  for (const entry of inner) {
    const read = await unlessNone(readWithin(tools, await innerSource(tools, source, entry), depth - 1));
    if (!(read instanceof NoPackage)) found.push({ name: entry.name, read });
    else if (read.cause instanceof ZipUnread) unread ??= `里面的“${visibleLine(entry.name)}”没有读取：${read.message}`;
  }
  const [first, ...others] = found;
  if (!first) throw new NoPackage(unread ?? '这个 zip 不是证据包：里面没有出具机构的证据清单、校验清单和日志证明，没有可以核对的内容');
  if (others.length > 0) throw severalPackages(found.map(({ name }) => name));
  const { wrapping, around, ...read } = first.read;
  return {
    ...read,
    wrapping: [`证据包“${first.name}”放在另一个 zip 里`, ...(wrapping === null ? [] : [wrapping])].join('，'),
    around: [...files.map(({ name }) => name).filter((name) => name !== first.name), ...around],
  };
}

async function unlessNone<Value>(reading: Promise<Value>): Promise<Value | NoPackage> {
  return reading.catch((error: unknown) => {
    if (error instanceof NoPackage) return error;
    throw error;
  });
}

/** A compressed zip is unpacked once, into memory. */
async function innerSource(tools: ZipTools, source: ZipSource, entry: ZipEntry): Promise<ZipSource> {
  if (entry.method === 'stored') return entrySource(tools, source, entry);
  const name = visibleLine(entry.name);
  if (entry.sizeBytes > maxInnerBytes) throw new NoPackage(`里面的“${name}”过大，不能直接核对：请先解压，再核验“${name}”`);
  const { value, fault } = await readEntryBytes(tools, source, entry);
  if (fault !== null) throw new ZipFault(`${name} ${fault}`);
  return {
    sizeBytes: value.length,
    read: async (start, length) => value.slice(start, start + length),
    async *chunks(start, length) {
      yield value.slice(start, start + length);
    },
  };
}

function severalPackages(names: readonly string[]): NoPackage {
  const shown = names.slice(0, 3).map((name) => `“${visibleLine(name)}”`);
  return new NoPackage(`里面有 ${names.length} 个证据包（${shown.join('、')}${names.length > 3 ? '等' : ''}）：请解压后逐个核验`);
}

/** A zip that cannot be read is a damaged package only if it names what packages have. */
async function readZip(source: ZipSource): ReturnType<typeof readPackedZip> {
  try {
    return await readPackedZip(source, maxEntries);
  } catch (error) {
    if (!(error instanceof ZipFault) || (await namesPackage(source))) throw error;
    throw new NoPackage(unreadText(error), { cause: error });
  }
}

/** Why a zip was not read as a package, in Chinese. */
export function unreadText(fault: ZipFault): string {
  return fault instanceof ZipUnread ? fault.message : `不是可读的证据包：${fault.message}`;
}

/** Whether the first or last bytes, where the headers and the directory of a package stand, name files that no other zip has. */
async function namesPackage(source: ZipSource): Promise<boolean> {
  const length = Math.min(source.sizeBytes, shownBytes);
  if (length === 0) return false;
  const ends = [await bytesAt(source, 0, length), await bytesAt(source, source.sizeBytes - length, length)];
  return ends.some((bytes) => signs.some((name) => decodeLossy(bytes).includes(name)));
}

/**
 * .NET before 4.6.1 wrote `folder\file`, which APPNOTE 4.4.17 forbids; a zip with slashes means its backslashes. Of a folder that is given
 * as `.`, bsdtar and Python write `./file`, which every program unpacks as `file`.
 */
function withFolders(entries: readonly ZipEntry[]): {
  readonly all: readonly ZipEntry[];
  readonly isTurned: boolean;
  readonly isDotted: boolean;
} {
  const isTurned = entries.some(({ name }) => name.includes('\\')) && entries.every(({ name }) => !name.includes('/'));
  const turned = isTurned ? entries.map((entry) => ({ ...entry, name: entry.name.replaceAll('\\', '/') })) : entries;
  const isDotted = turned.some(({ name }) => name.startsWith('./'));
  const plain = turned.map((entry) => ({ ...entry, name: entry.name.replace(/^(?:\.\/)+/, '') }));
  return { all: isDotted ? plain.filter(({ name, sizeBytes }) => name !== '' || sizeBytes > 0) : turned, isTurned, isDotted };
}

function isFolder({ name, sizeBytes }: ZipEntry): boolean {
  return name.endsWith('/') && sizeBytes === 0;
}

/** What macOS, Windows, KDE and LibreOffice add to folders. */
function isLeft(name: string): boolean {
  return leftFolders.test(name) || leftFiles.test(lastPart(name));
}

const leftFolders = /^(?:__MACOSX|\.fseventsd|\.Trashes|\.Spotlight-V100|\.TemporaryItems|\$RECYCLE\.BIN|System Volume Information)\//;
const leftFiles = /^(?:\._.*|\.DS_Store|\.localized|Icon\r|Thumbs\.db|desktop\.ini|\.directory|\.~lock\..*#)$/i;

/** The folders of packages, `a/b/`: where the proof or the signed list lies, else where a manifest of ours does. */
async function packageFolders(tools: ZipTools, source: ZipSource, files: readonly ZipEntry[]): Promise<readonly string[]> {
  const signed = files.filter(({ name }) => signs.includes(lastPart(name)));
  if (signed.length > 0) return foldersOf(signed);
  const manifests: ZipEntry[] = [];
  for (const entry of files) if (await isManifest(tools, source, entry)) manifests.push(entry);
  return foldersOf(manifests);
}

async function isManifest(tools: ZipTools, source: ZipSource, entry: ZipEntry): Promise<boolean> {
  if (lastPart(entry.name) !== packageNames.manifest || entry.sizeBytes > maxManifestBytes) return false;
  return parseManifest((await readEntryBytes(tools, source, entry)).value).ok;
}

/** A name that leads elsewhere has no folder. */
function foldersOf(files: readonly ZipEntry[]): readonly string[] {
  return [...new Set(files.map(({ name }) => name.slice(0, name.length - lastPart(name).length)).map((one) => (isPlain(one) ? one : '')))];
}

function isPlain(folder: string): boolean {
  return folder
    .split('/')
    .slice(0, -1)
    .every((part) => part !== '' && part !== '.' && part !== '..');
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** Names that no other zip has. */
const signs: readonly string[] = [packageNames.proof, packageNames.sumsSignature];
/** A package has at most 200 files; a program that packs them again may add one for each. */
const maxEntries = 500;
/** How often a package may be packed into a further zip, and how many zips are looked into. */
const maxDepth = 2;
const maxInner = 20;
const maxInnerBytes = 67_108_864;
const maxManifestBytes = 16_777_216;
/** Fits the directory entries of about five hundred files. */
const shownBytes = 65_536;
