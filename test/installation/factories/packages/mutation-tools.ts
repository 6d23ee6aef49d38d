import type { AnyEvidenceKind } from '../../../../src/domain/business/codes/evidence.ts';
import type { Finding } from '../../../../src/domain/proof/dossier/line.ts';
import type { LineName } from '../../../../src/domain/proof/dossier/lines/registry.ts';

/** Files of a package by name, in order. */
export type Files = ReadonlyMap<string, Buffer>;

/** Additional sources for a mutation: another package of the same office, and one of another office. */
export interface Others {
  readonly same: Files;
  readonly foreign: Files;
}

/** A manipulation of a package. */
export interface Mutation {
  readonly name: string;
  /** Parts that not every package has. */
  readonly needs?: 'report' | 'archive';
  /** Null if the package has nothing to change. */
  readonly change: (files: Files, others: Others) => Files | null;
  /** The new finding of each line that changes, given the old one; every other line stays the same. */
  readonly turns: Partial<Record<LineName, (before: Finding, kind: AnyEvidenceKind) => Finding>>;
  /** What the verifier reports about the package's own dossier: part of a reason. */
  readonly reason?: string;
}

/** A proven line becomes undecided. */
export const doubt = (before: Finding): Finding => (before === '成立' ? '无法判断' : before);
/** The line becomes undecided, unless its question does not apply. */
export const lost = (before: Finding): Finding => (before === '不涉及' ? before : '无法判断');
/** Only its content tells whether a file is a recording or a picture; a capture is neither. */
export const unread = (before: Finding, kind: AnyEvidenceKind): Finding => (kind === 'web' ? before : '无法判断');
export const unknown = (): Finding => '无法判断';
export const falls = (): Finding => '不成立';

export type Named = (files: Files) => string | undefined;

/** Null if the file is missing or not changed by the function. */
export function replaced(named: Named, change: (bytes: Buffer, others: Others) => Buffer | undefined): Mutation['change'] {
  return (files, others) => {
    const name = named(files) ?? '';
    const before = files.get(name);
    const after = before && change(before, others);
    return before && after && !after.equals(before) ? new Map([...files, [name, after]]) : null;
  };
}

/** The verdict over a package that was whole: what is only missing contradicts nothing. */
export function verdictOver(before: Files, after: Files): 'mismatch' | 'undecided' {
  return [...after].every(([name, bytes]) => before.get(name)?.equals(bytes) === true) ? 'undecided' : 'mismatch';
}

export function without(...named: readonly Named[]): Mutation['change'] {
  return (files) => {
    const gone = new Set(named.map((one) => one(files)));
    const left = new Map([...files].filter(([name]) => !gone.has(name)));
    return left.size === files.size ? null : left;
  };
}

/** @param where position in the file, as a fraction of its length. */
export function flip(named: Named, where = 0.95): Mutation['change'] {
  return replaced(named, (bytes) => {
    const at = Math.floor((bytes.length - 1) * where);
    return Buffer.from(bytes.with(at, (bytes[at] ?? 0) ^ 1));
  });
}

export function cut(named: Named): Mutation['change'] {
  return replaced(named, (bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.7)));
}

export function edited(named: Named, from: string, to: string): Mutation['change'] {
  return replaced(named, (bytes) => Buffer.from(bytes.toString().replace(from, to)));
}

/** Changes the digit after the first occurrence of the text, hexadecimal or decimal, whatever it is. */
export function digit(named: Named, behind: string): Mutation['change'] {
  return replaced(named, (bytes) => {
    const text = bytes.toString();
    const at = text.indexOf(behind) + behind.length;
    return Buffer.from(`${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`);
  });
}

export function fromOther(named: Named): Mutation['change'] {
  return (files, others) => replaced(named, () => others.same.get(named(others.same) ?? ''))(files, others);
}

export function fromForeign(named: Named): Mutation['change'] {
  return (files, others) => replaced(named, () => others.foreign.get(named(others.foreign) ?? ''))(files, others);
}

export function fromSame(named: Named, other: string): Mutation['change'] {
  return (files, others) => replaced(named, () => files.get(other))(files, others);
}
