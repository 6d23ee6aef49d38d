import { readUtf8, utf8 } from '../../tlog/bytes.ts';
import { fail, pass, type Result } from '../../tlog/result.ts';
import type { AsOf, DossierFacts } from '../facts/facts.ts';
import { findings, lineKeys, type DossierLine } from '../line.ts';
import { deriveLines } from './derive.ts';

/** `dossier.json`. */
export interface Dossier {
  readonly type: 'dossier';
  /** Another one where the words of lines change: a verifier compares words of its own version alone. */
  readonly version: number;
  readonly number: string;
  readonly as_of: AsOf;
  readonly lines: readonly DossierLine[];
}

export const dossierVersion = 1;

/** The same facts as of the same moment give the same dossier. */
export function makeDossier(facts: DossierFacts): Dossier {
  const { number, asOf } = facts;
  return { type: 'dossier', version: dossierVersion, number, as_of: asOf, lines: deriveLines(facts) };
}

/** The one spelling, which people can read too. */
export function encodeDossier({ type, version, number, as_of, lines }: Dossier): Uint8Array {
  const { moment, checkpoint } = as_of;
  const point = checkpoint && { origin: checkpoint.origin, size: checkpoint.size, root: checkpoint.root };
  const inOrder = { type, version, number, as_of: { moment, checkpoint: point }, lines: lines.map(lineInOrder) };
  return utf8(`${JSON.stringify(inOrder, null, 2)}\n`);
}

export type DossierFault = 'too-large' | 'not-utf8' | 'not-json' | 'not-dossier' | 'bad-line' | 'other-spelling';

/** Reads bytes that may have been edited, cut off or blown up. */
export function parseDossier(bytes: Uint8Array): Result<Dossier, DossierFault> {
  if (bytes.length > maxBytes) return fail('too-large');
  const text = readUtf8(bytes);
  if (text === null) return fail('not-utf8');
  const value = parseJson(text);
  if (value === undefined) return fail('not-json');
  const { type, version, number, as_of, lines } = members(value);
  const asOf = readAsOf(as_of);
  if (type !== 'dossier' || typeof version !== 'number' || !Number.isSafeInteger(version)) return fail('not-dossier');
  if (typeof number !== 'string' || !asOf || !Array.isArray(lines) || lines.length > maxLines) return fail('not-dossier');
  const read = lines.map(readLine).filter((line) => line !== null);
  if (read.length !== lines.length) return fail('bad-line');
  const dossier: Dossier = { type, version, number, as_of: asOf, lines: read };
  // No byte is free, and nothing stands beside what is read.
  return readUtf8(encodeDossier(dossier)) === text ? pass(dossier) : fail('other-spelling');
}

function readAsOf(value: unknown): AsOf | null {
  const { moment, checkpoint } = members(value);
  if (typeof moment !== 'string' || !isInstant(moment)) return null;
  if (checkpoint === null) return { moment, checkpoint };
  const { origin, size, root } = members(checkpoint);
  if (typeof origin !== 'string' || typeof size !== 'number' || !Number.isSafeInteger(size)) return null;
  return typeof root === 'string' && /^[0-9a-f]{64}$/.test(root) ? { moment, checkpoint: { origin, size, root } } : null;
}

function readLine(value: unknown): DossierLine | null {
  const { 审查要点, 依据, 结论, 说明, 材料, 复核方法 } = members(value);
  const finding = findings.find((known) => known === 结论);
  if (finding === undefined || !isText(审查要点) || !isText(依据) || !isText(说明) || !isText(复核方法)) return null;
  if (!Array.isArray(材料) || !材料.every(isText)) return null;
  return { 审查要点, 依据, 结论: finding, 说明, 材料, 复核方法 };
}

/** A clock's own spelling, and no year that no clock shows. */
export function isInstant(text: string): boolean {
  const at = new Date(text);
  return /^\d{4}-/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString() === text;
}

function lineInOrder(line: DossierLine): Record<string, unknown> {
  return Object.fromEntries(lineKeys.map((key) => [key, line[key]]));
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const maxBytes = 1_048_576;
const maxLines = 200;
