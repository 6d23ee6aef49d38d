import type { ByteRange } from '../../storage/store.ts';

/** Parses a `Range` header of one range (RFC 9110, 14.2). Null if absent, of several ranges or another unit, as the RFC allows. */
export function rangeOf(header: string | undefined, sizeBytes: number): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const last = sizeBytes - 1;
  if (match[1] === '') {
    const suffix = Number(match[2]);
    return suffix === 0 || sizeBytes === 0 ? 'unsatisfiable' : { start: Math.max(0, sizeBytes - suffix), end: last };
  }
  const start = Number(match[1]);
  if (match[2] !== '' && Number(match[2]) < start) return null;
  return start > last ? 'unsatisfiable' : { start, end: match[2] === '' ? last : Math.min(Number(match[2]), last) };
}
