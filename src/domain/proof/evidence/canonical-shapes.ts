import type { CanonicalValue } from './canonical-json.ts';

/** The members of an object; an empty object for any other value. */
export function members(value: CanonicalValue | undefined): { readonly [name: string]: CanonicalValue | undefined } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as { readonly [name: string]: CanonicalValue }) : {};
}

export function isText(value: CanonicalValue | undefined, shape: RegExp): value is string {
  return typeof value === 'string' && shape.test(value);
}

/** An existing date in exactly the form of `Date.toISOString`: no 31 February, no leap second, no offset. */
export function isTime(value: CanonicalValue | undefined): value is string {
  if (!isText(value, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)) return false;
  const instant = new Date(value);
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === value;
}
