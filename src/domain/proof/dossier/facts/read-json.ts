import { readUtf8 } from '../../../kit/bytes/bytes.ts';

/** Readers for untrusted JSON. A value of the wrong shape gives null. */

/** Null for anything but JSON of at most `maxBytes` bytes. */
export function readJson(bytes: Uint8Array | undefined, maxBytes: number): unknown {
  if (!bytes || bytes.length > maxBytes) return null;
  const text = readUtf8(bytes);
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** The members of an object; an empty object for any other value. */
export function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function readText(value: unknown, maxLength = 1000): string | null {
  return typeof value === 'string' && value.length <= maxLength ? value : null;
}

/** Accepts only the format of `Date.toISOString`. */
export function readInstant(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\d{4}-/.test(value)) return null;
  const at = new Date(value);
  return !Number.isNaN(at.getTime()) && at.toISOString() === value ? value : null;
}

export function readOneOf<Known extends string>(value: unknown, known: readonly Known[]): Known | null {
  return known.find((one) => one === value) ?? null;
}

/** Null if any item is invalid, or if there are more than `most` items. */
export function readList<Item>(value: unknown, read: (item: unknown) => Item | null, most: number): readonly Item[] | null {
  if (!Array.isArray(value) || value.length > most) return null;
  const items = value.map(read).filter((item) => item !== null);
  return items.length === value.length ? items : null;
}

export function readWhole(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
