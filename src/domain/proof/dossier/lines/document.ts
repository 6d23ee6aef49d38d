import { readUtf8, utf8 } from '../../../kit/bytes/bytes.ts';
import { fail, pass, type Result } from '../../../kit/bytes/result.ts';
import type { AsOf, DossierFacts } from '../facts/facts.ts';
import { members, readInstant, readJson, readList, readOneOf, readText } from '../facts/read-json.ts';
import { findings, lineKeys, type DossierLine, type Finding } from '../line.ts';
import type { LineRule } from '../rule.ts';
import { deriveLines } from './derive.ts';
import { dossierParts } from './registry.ts';

/** `dossier.json`. */
export interface Dossier {
  readonly type: 'dossier';
  /** Changes with the wording of the lines. A verifier compares wording only within its own version. */
  readonly version: number;
  readonly number: string;
  readonly as_of: AsOf;
  readonly lines: readonly DossierLine[];
}

export const dossierVersion = 3;

/** Deterministic: the same facts as of the same moment give the same dossier. */
export function makeDossier(facts: DossierFacts): Dossier {
  const { number, asOf } = facts;
  return { type: 'dossier', version: dossierVersion, number, as_of: asOf, lines: deriveLines(facts) };
}

/** The lines grouped under the titles of their parts. Lines with unknown questions, as from another version, come last under 其他. */
export function dossierSections({ lines }: Dossier): readonly { readonly title: string; readonly lines: readonly DossierLine[] }[] {
  const parts = dossierParts.map(({ title, rules }) => {
    const questions = new Set(Object.values<LineRule>(rules).map(({ question }) => question));
    return { title, lines: lines.filter(({ 审查要点 }) => questions.has(审查要点)) };
  });
  const known = new Set(parts.flatMap((part) => part.lines));
  return [...parts, { title: '其他', lines: lines.filter((line) => !known.has(line)) }].filter((part) => part.lines.length > 0);
}

/** How many lines have each finding, in the order of `findings`; findings without a line are omitted. */
export function findingCounts(lines: readonly DossierLine[]): readonly (readonly [Finding, number])[] {
  return findings
    .map((finding) => [finding, lines.filter(({ 结论 }) => 结论 === finding).length] as const)
    .filter(([, count]) => count > 0);
}

/** The only valid encoding, formatted for people to read. */
export function encodeDossier({ type, version, number, as_of, lines }: Dossier): Uint8Array {
  const { moment, checkpoint } = as_of;
  const point = checkpoint && { origin: checkpoint.origin, size: checkpoint.size, root: checkpoint.root };
  const inOrder = { type, version, number, as_of: { moment, checkpoint: point }, lines: lines.map(lineInOrder) };
  return utf8(`${JSON.stringify(inOrder, null, 2)}\n`);
}

export type DossierFault = 'too-large' | 'not-utf8' | 'not-json' | 'not-dossier' | 'bad-line' | 'other-spelling';

/** Parses untrusted bytes. */
export function parseDossier(bytes: Uint8Array): Result<Dossier, DossierFault> {
  if (bytes.length > maxBytes) return fail('too-large');
  const text = readUtf8(bytes);
  if (text === null) return fail('not-utf8');
  const value = readJson(bytes, maxBytes);
  if (value === null) return fail('not-json');
  const { type, version, number, as_of, lines } = members(value);
  const asOf = readAsOf(as_of);
  if (type !== 'dossier' || typeof version !== 'number' || !Number.isSafeInteger(version)) return fail('not-dossier');
  if (typeof number !== 'string' || !asOf) return fail('not-dossier');
  const read = readList(lines, readLine, maxLines);
  if (!read) return fail('bad-line');
  const dossier: Dossier = { type, version, number, as_of: asOf, lines: read };
  if (version !== dossierVersion) return pass(dossier);
  // Every byte must match the encoding, so no unread content can be hidden in the file.
  return readUtf8(encodeDossier(dossier)) === text ? pass(dossier) : fail('other-spelling');
}

function readAsOf(value: unknown): AsOf | null {
  const { moment, checkpoint } = members(value);
  const at = readInstant(moment);
  if (at === null) return null;
  if (checkpoint === null) return { moment: at, checkpoint };
  const { origin, size, root } = members(checkpoint);
  if (typeof origin !== 'string' || typeof size !== 'number' || !Number.isSafeInteger(size)) return null;
  return typeof root === 'string' && /^[0-9a-f]{64}$/.test(root) ? { moment: at, checkpoint: { origin, size, root } } : null;
}

function readLine(value: unknown): DossierLine | null {
  const { 审查要点, 依据, 结论, 说明, 材料, 复核方法 } = members(value);
  const [question, basis, text, recheck] = [审查要点, 依据, 说明, 复核方法].map((part) => readText(part, maxTextChars));
  const [finding, materials] = [readOneOf(结论, findings), readList(材料, (name) => readText(name, maxTextChars), maxLines)];
  if (finding === null || !materials || !question || !basis || !text || !recheck) return null;
  return { 审查要点: question, 依据: basis, 结论: finding, 说明: text, 材料: materials, 复核方法: recheck };
}

function lineInOrder(line: DossierLine): Record<string, unknown> {
  return Object.fromEntries(lineKeys.map((key) => [key, line[key]]));
}

const maxBytes = 1_048_576;
const maxLines = 200;
const maxTextChars = 20_000;
