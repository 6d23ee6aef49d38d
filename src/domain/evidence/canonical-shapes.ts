import type { CanonicalValue } from './canonical-json.ts';

/** The members of an object; none of anything else. */
export function members(value: CanonicalValue | undefined): { readonly [name: string]: CanonicalValue | undefined } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as { readonly [name: string]: CanonicalValue }) : {};
}

export function isText(value: CanonicalValue | undefined, shape: RegExp): value is string {
  return typeof value === 'string' && shape.test(value);
}

/** A date that exists, in the one spelling: no 31 February, no leap second, no offset. */
export function isTime(value: CanonicalValue | undefined): value is string {
  if (!isText(value, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)) return false;
  const instant = new Date(value);
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === value;
}
