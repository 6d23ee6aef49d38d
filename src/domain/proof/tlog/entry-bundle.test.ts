import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, it } from 'vitest';
import { utf8 } from '../../kit/bytes/bytes.ts';
import { encodeBundle, maxEntryBytes, parseBundle } from './entry-bundle.ts';

it('puts the length before each entry as two bytes, the high one first', () => {
  expect(bytesToHex(encodeBundle([utf8('ab'), new Uint8Array(0), new Uint8Array(258).fill(7)]))).toBe(
    `00026162${'0000'}0102${'07'.repeat(258)}`,
  );
});

it('reads back what it writes, the largest entries and a full bundle included', () => {
  for (const entries of [
    [new Uint8Array(maxEntryBytes).fill(1)],
    Array.from({ length: 256 }, (_, at) => new Uint8Array(at).fill(at)),
    [new Uint8Array(0)],
  ]) {
    expect(parseBundle(encodeBundle(entries))).toEqual({ ok: true, value: entries });
  }
});

it('writes no bundle that does not fit', () => {
  for (const entries of [[], Array.from({ length: 257 }, () => utf8('x')), [new Uint8Array(maxEntryBytes + 1)]])
    expect(() => encodeBundle(entries)).toThrow(RangeError);
});

it('refuses a bundle that is empty, cut anywhere inside an entry, or longer than 256 entries', () => {
  expect(parseBundle(new Uint8Array(0))).toEqual({ ok: false, fault: 'empty' });
  const bundle = encodeBundle([utf8('one'), utf8('three')]);
  for (let end = 1; end < bundle.length; end += 1)
    if (end !== 5) expect(parseBundle(bundle.slice(0, end)), `cut at ${end}`).toEqual({ ok: false, fault: 'truncated' });
  expect(parseBundle(new Uint8Array(2 * 257))).toEqual({ ok: false, fault: 'too-many' });
});
