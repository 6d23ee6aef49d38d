import { parseManifest } from '../evidence/manifest.ts';
import { packageNames, pairedNames, parseSums, requiredNames } from '../evidence/package-names.ts';
import { visibleLine } from '../../kit/text/visible-text.ts';
import { decodeLossy } from './decode-lossy.ts';
import { notRun, type Line } from './line.ts';

type Small = ReadonlyMap<string, Uint8Array>;

/** What belongs in every package, halves of pairs, and what the manifest or the list of checksums names. @param all every name there is. */
export function missingFiles(all: ReadonlySet<string>, small: Small): readonly string[] {
  const manifest = parseManifest(small.get(packageNames.manifest) ?? new Uint8Array(0));
  const sums = parseSums(decodeLossy(small.get(packageNames.sums)));
  const halves = pairedNames.flatMap(([one, other]) => (all.has(one) === all.has(other) ? [] : [one, other]));
  const listed = manifest.ok ? manifest.value.files.map(({ name }) => name) : [];
  return [...new Set([...requiredNames, ...halves, ...listed, ...(sums?.keys() ?? [])])].filter((name) => !all.has(name));
}

export interface KnownOfRest {
  readonly isLogGiven: boolean;
  /** Whether the office signed the list of checksums, and all that is there is as listed. */
  readonly isAsSigned: boolean;
}

/**
 * Lines that were derived from several files of an incomplete package. What fails for want of a file contradicts nothing, so it was not
 * checked: without the manifest or a key of the log, and where all else is as the office signed it. Lines about a missing file stay; the
 * dossier was written with every file at hand, and cannot be compared.
 */
export function forWantOf(missing: readonly string[], { isLogGiven, isAsSigned }: KnownOfRest, lines: readonly Line[]): Line[] {
  const base = missing.find((name) => name === packageNames.manifest || (name === packageNames.logKey && !isLogGiven));
  const shown = base ?? missing[0];
  if (shown === undefined) return [...lines];
  const isAll = base !== undefined || isAsSigned;
  const isOpen = (line: Line) => line.outcome === 'fail' && !isForWant(missing, line) && (isAll || line.subject === packageNames.dossier);
  const open = lines.map((line) => (isOpen(line) ? notRun(line.label, line.subject, lackingText(shown)) : line));
  return open.filter((line, at) => line.outcome !== 'not-run' || open.findIndex((other) => isSame(line, other)) === at);
}

/** The reason of a line that was not checked for want of the file. */
export function lackingText(name: string): string {
  return `证据包缺少“${visibleLine(name)}”，无从核对`;
}

/** Whether the line fails because its own file is missing. */
export function isForWant(missing: readonly string[], { outcome, subject }: Line): boolean {
  return outcome === 'fail' && subject !== null && missing.includes(subject);
}

/** Names what is missing, and what settles the question. */
export function incompleteText(missing: readonly string[]): string {
  const shown = missing.slice(0, 5).map((name) => `“${visibleLine(name)}”`);
  const count = missing.length > 5 ? `等 ${missing.length} 个文件` : '';
  return `证据包不完整，缺少${shown.join('、')}${count}，不能判断：请取得完整的证据包再核验`;
}

function isSame(one: Line, other: Line): boolean {
  return one.outcome === other.outcome && one.label === other.label && one.subject === other.subject && one.reason === other.reason;
}
