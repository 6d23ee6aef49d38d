import { packageNames } from '../evidence/package-names.ts';
import { readExactZip, type ZipEntry } from '../zip/exact-zip.ts';
import type { ZipSource } from '../zip/zip-records.ts';

/** The files of a package, as the office named them. */
export interface PackageEntries {
  readonly entries: readonly ZipEntry[];
  /** What a program added that packed the files again, in Chinese; null for a zip as the office made it. */
  readonly wrapping: string | null;
}

/**
 * Reads the files of a package, also of one that was unpacked and packed again: the folder that its manifest is in, the folders themselves,
 * and what systems leave in folders fall away. Everything else stays and is judged, what lies beside that folder too. @throws ZipFault.
 */
export async function readPackageEntries(source: ZipSource): Promise<PackageEntries> {
  const all = await readExactZip(source, maxEntries);
  const files = all.filter((entry) => !isFolder(entry) && !isLeft(entry.name));
  const folder = packageFolder(files.map(({ name }) => name));
  const left = all.filter((entry) => !isFolder(entry) && isLeft(entry.name)).length;
  const parts = [
    ...(folder === '' ? [] : [`文件放在文件夹“${folder.slice(0, -1)}”里`]),
    ...(left === 0 ? [] : [`另有操作系统留下的文件 ${left} 个`]),
  ];
  const isAsMade = parts.length === 0 && files.length === all.length;
  return {
    entries: files.map((entry) => (entry.name.startsWith(folder) ? { ...entry, name: entry.name.slice(folder.length) } : entry)),
    wrapping: isAsMade ? null : parts.join('，') || '另有空的文件夹',
  };
}

function isFolder({ name, sizeBytes }: ZipEntry): boolean {
  return name.endsWith('/') && sizeBytes === 0;
}

/** What macOS and Windows add to folders. */
function isLeft(name: string): boolean {
  const [last = ''] = name.split('/').slice(-1);
  return name.startsWith('__MACOSX/') || /^(?:\._.*|\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(last);
}

/** The folder of the only manifest, `a/b/`; empty if there are none or several. A name that leads elsewhere has no folder. */
function packageFolder(all: readonly string[]): string {
  const folders = all.flatMap((name) =>
    name.split('/').at(-1) === packageNames.manifest ? [name.slice(0, -packageNames.manifest.length)] : [],
  );
  const [folder = '', ...others] = folders;
  const isPlain = folder
    .split('/')
    .slice(0, -1)
    .every((part) => part !== '' && part !== '.' && part !== '..');
  return others.length === 0 && isPlain ? folder : '';
}

/** A package has at most 200 files; a program that packs them again may add one for each. */
const maxEntries = 500;
