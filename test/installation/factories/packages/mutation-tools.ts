import type { AnyEvidenceKind } from '../../../../src/domain/codes/evidence.ts';
import type { Finding } from '../../../../src/domain/dossier/line.ts';
import type { LineName } from '../../../../src/domain/dossier/lines/registry.ts';

/** Files of a package by name, in its order. */
export type Files = ReadonlyMap<string, Buffer>;

/** What a mutation is made with: another package of the same office, and one of another office. */
export interface Others {
  readonly same: Files;
  readonly foreign: Files;
}

/** Somebody's hand in a package. */
export interface Mutation {
  readonly name: string;
  /** What not every package has. */
  readonly needs?: 'report' | 'archive';
  /** Null where the package has nothing of the kind. */
  readonly change: (files: Files, others: Others) => Files | null;
  /** What each line becomes that turns, given what it was; every other line stays as it was. */
  readonly turns: Partial<Record<LineName, (before: Finding, kind: AnyEvidenceKind) => Finding>>;
  /** What the verifier says of the package's own dossier: part of a reason. */
  readonly told?: string;
}

/** What held is doubted. */
export const doubt = (before: Finding): Finding => (before === '成立' ? '无法判断' : before);
/** Nothing is left to tell by, except that the question does not arise. */
export const lost = (before: Finding): Finding => (before === '不涉及' ? before : '无法判断');
export const unknown = (): Finding => '无法判断';
export const falls = (): Finding => '不成立';
/** Falls where there was something to fall. */
export const breaks = (before: Finding): Finding => (before === '成立' ? '不成立' : before);

export type Named = (files: Files) => string | undefined;

/** Null where the file is not there, or is not changed by it. */
export function replaced(named: Named, change: (bytes: Buffer, others: Others) => Buffer | undefined): Mutation['change'] {
  return (files, others) => {
    const name = named(files) ?? '';
    const before = files.get(name);
    const after = before && change(before, others);
    return before && after && !after.equals(before) ? new Map([...files, [name, after]]) : null;
  };
}

export function without(...named: readonly Named[]): Mutation['change'] {
  return (files) => {
    const gone = new Set(named.map((one) => one(files)));
    const left = new Map([...files].filter(([name]) => !gone.has(name)));
    return left.size === files.size ? null : left;
  };
}

/** @param where in the file, as a part of its length. */
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

/** Another digit behind the first place where the text stands: hexadecimal or decimal, whatever it is. */
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
