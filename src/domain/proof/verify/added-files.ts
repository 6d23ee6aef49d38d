import { parseManifest } from '../evidence/manifest.ts';
import { isCredentialPicture, isSm2Signature, packageNames, parseSums } from '../evidence/package-names.ts';
import { withoutHidden } from '../../kit/text/visible-text.ts';
import { decodeLossy } from './decode-lossy.ts';
import type { ZipEntry } from '../../kit/zip/exact-zip.ts';
import { notRun, type Line } from './line.ts';

type Small = ReadonlyMap<string, Uint8Array>;

/**
 * Files that somebody added to a package: neither the manifest nor the list of checksums names them. They change nothing that is named. One
 * that reads like a named file, or that a system would unpack over one, stands in its place and is none of these. Without a readable
 * manifest and list nobody can tell.
 */
export function addedFiles(all: readonly string[], small: Small): readonly string[] {
  const named = namedIn(small);
  if (!named) return [];
  const taken = new Set([...named].map(asRead));
  return all.filter(
    (name) => !named.has(name) && !isCredentialPicture(name) && !isSm2Signature(name) && !taken.has(asRead(name.replace(/^.*\//s, ''))),
  );
}

interface Package {
  readonly small: Small;
  readonly entries: ReadonlyMap<string, ZipEntry>;
}

/** A line for each added file. @param sha256Of lower-case hex digits. */
export async function addedLines(
  added: readonly string[],
  { small, entries }: Package,
  sha256Of: (entry: ZipEntry) => Promise<string>,
): Promise<Line[]> {
  const manifest = parseManifest(small.get(packageNames.manifest) ?? new Uint8Array(0));
  const missing = manifest.ok ? manifest.value.files.filter(({ name }) => !entries.has(name)) : [];
  const lines: Line[] = [];
  for (const name of added) {
    const entry = entries.get(name);
    const alike = missing.filter(({ sizeBytes }) => sizeBytes === entry?.sizeBytes);
    // Only a file of the size of one that is missing is read.
    const sha256 = entry && alike.length > 0 ? await sha256Of(entry) : '';
    lines.push(addedLine(name, alike.find((file) => file.sha256 === sha256)?.name));
  }
  return lines;
}

/**
 * What nobody vouches for is not read. Its name may be chosen to pass for evidence.
 * @param listed the name under which the list has the same content.
 */
function addedLine(name: string, listed: string | undefined): Line {
  if (listed !== undefined)
    return notRun('改过名的文件', name, `内容与清单中的 ${listed} 相同，只是名称不同；把名称改回 ${listed}，再核验整个证据包`);
  const reason = '清单和校验清单中都没有它，出具机构没有为它签名，不论叫什么名字都不是证据；没有读取，证据文件的核对不受影响';
  return notRun('不属于证据的文件', name, reason);
}

/** Why a file that is neither listed nor added is not read. */
export function unlistedReason(small: Small): string {
  return `清单中没有这个文件${namedIn(small) ? '，名称却与其中的相同或者看上去相同' : ''}，未读取`;
}

function namedIn(small: Small): ReadonlySet<string> | null {
  const manifest = parseManifest(small.get(packageNames.manifest) ?? new Uint8Array(0));
  const sums = parseSums(decodeLossy(small.get(packageNames.sums)));
  if (!manifest.ok || !sums) return null;
  return new Set([...manifest.value.files.map(({ name }) => name), ...sums.keys(), ...Object.values(packageNames)]);
}

/** A name as people read it, and as systems that ignore case, form and final dots store it. */
function asRead(name: string): string {
  const plain = withoutHidden(name.normalize('NFKC')).toLowerCase();
  let end = plain.length;
  while (end > 0 && '. '.includes(plain.charAt(end - 1))) end -= 1;
  return Array.from(plain.slice(0, end), (letter) => lookAlikes.get(letter) ?? letter).join('');
}

/** Cyrillic and Greek letters and dashes that fonts draw as those of ASCII. Source: Unicode confusables (UTS 39). */
const [drawn, ascii] = ['асԁеһіјӏорԛѕѵԝхуαειοντρυχ‐‑–−', 'acdehijlopqsvwxyaeiovtpux----'];
const lookAlikes: ReadonlyMap<string, string> = new Map(Array.from(drawn, (letter, at) => [letter, ascii.charAt(at)]));
