import { readUtf8, sameBytes, utf8 } from '../../kit/bytes/bytes.ts';
import { fail, pass } from '../../kit/bytes/result.ts';
import type { Result } from '../../kit/bytes/result.ts';

/** A JSON value of a log entry. Numbers are integers that every reader represents exactly. */
export type CanonicalValue = string | number | boolean | null | readonly CanonicalValue[] | { readonly [name: string]: CanonicalValue };

export type CanonicalFault = 'not-utf8' | 'not-json' | 'not-canonical' | 'too-deep';

/**
 * Encodes a value in its only canonical form, as UTF-8: no blanks, names sorted by UTF-16 code units, the shortest escapes. Source: RFC
 * 8785.
 * @throws RangeError for values without a canonical form: numbers that are not safe integers, lone surrogates, undefined, more than 32
 * levels of arrays and objects.
 */
export function canonicalJson(value: CanonicalValue): Uint8Array {
  return utf8(write(value, 0));
}

/** Parses bytes that are exactly the canonical form of a value. Any other form is refused, such as repeated names or `1.0`. */
export function parseCanonicalJson(bytes: Uint8Array): Result<CanonicalValue, CanonicalFault> {
  const text = readUtf8(bytes);
  if (text === null) return fail('not-utf8');
  const value = parseJson(text);
  if (value === undefined) return fail('not-json');
  if (isDeeper(value, maxDepth)) return fail('too-deep');
  try {
    return sameBytes(canonicalJson(value), bytes) ? pass(value) : fail('not-canonical');
  } catch (error) {
    if (error instanceof RangeError) return fail('not-canonical');
    throw error;
  }
}

function write(value: CanonicalValue, depth: number): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return writeString(value);
  if (typeof value === 'number') return writeInteger(value);
  if (typeof value !== 'object') throw new RangeError(`no JSON for ${typeof value}`);
  if (depth >= maxDepth) throw new RangeError(`JSON deeper than ${maxDepth} levels`);
  if (isList(value)) return `[${value.map((item) => write(item, depth + 1)).join(',')}]`;
  // `<` compares UTF-16 code units, as RFC 8785, 3.2.3 requires.
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${writeString(name)}:${write(member, depth + 1)}`).join(',')}}`;
}

/** RFC 8785, 3.2.2.2 writes strings as ECMAScript does, except that it forbids lone surrogates. */
function writeString(text: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new RangeError('a lone surrogate is no text');
  return JSON.stringify(text);
}

function writeInteger(number: number): string {
  if (!Number.isSafeInteger(number)) throw new RangeError(`${number} is not an integer that every reader holds exactly`);
  return String(number);
}

/** Undefined if the text is not JSON; no JSON text parses to undefined. */
function parseJson(text: string): CanonicalValue | undefined {
  try {
    return JSON.parse(text) as CanonicalValue; // JSON.parse returns nothing but these types.
  } catch {
    return undefined;
  }
}

function isDeeper(value: CanonicalValue, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false;
  return levels === 0 || Object.values(value).some((member: CanonicalValue) => isDeeper(member, levels - 1));
}

/** Needed because Array.isArray does not narrow readonly arrays. */
function isList(value: CanonicalValue): value is readonly CanonicalValue[] {
  return Array.isArray(value);
}

const maxDepth = 32;
