import { describe, expect, it } from 'vitest';
import { childrenOf, readDer, readTime, writeDer } from './der.ts';
import { readAlgorithm, writeAlgorithm } from '../../proof/records/digest-algorithms.ts';
import { parseRecord } from '../../proof/records/evidence-record.ts';
import { readToken } from '../../proof/records/token.ts';

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

describe('DER', () => {
  it.each([0, 1, 127, 128, 255, 256, 65_535, 65_536])('reads back a value of %i bytes', (length) => {
    const written = writeDer(0x04, new Uint8Array(length).fill(7));
    expect(readDer(written)?.content.length).toBe(length);
  });

  it.each([
    ['indefinite length', '3080020101 0000'],
    ['a length that is not the shortest', '30810302 0101'],
    ['a length with a leading zero', '3082000302 0101'],
    ['bytes behind it', '0201 0100'],
    ['an end before its length', '0405 0102'],
    ['a tag number above 30', '1f8101 00'],
    ['nothing', ''],
  ])('refuses %s', (_name, hex) => {
    expect(readDer(bytes(hex.replaceAll(' ', '')))).toBeNull();
  });

  it('refuses children that do not fill their parent, and those of a primitive value', () => {
    expect(childrenOf(readDer(bytes('3004020101ff')))).toBeNull();
    expect(childrenOf(readDer(bytes('0403020101')))).toBeNull();
  });

  it.each([
    ['18', '20260131235959Z', '2026-01-31T23:59:59.000Z'],
    ['18', '20260131235959.25Z', '2026-01-31T23:59:59.250Z'],
    ['17', '491231000000Z', '2049-12-31T00:00:00.000Z'],
    ['17', '500101000000Z', '1950-01-01T00:00:00.000Z'],
    ['18', '20261331235959Z', null],
    ['18', '20260131235959+0800', null],
    ['04', '20260131235959Z', null],
  ])('reads a time under tag %s: %s', (tag, text, expected) => {
    const value = readDer(writeDer(Number.parseInt(tag, 16), new TextEncoder().encode(text)));
    expect(readTime(value)?.toISOString() ?? null).toBe(expected);
  });
});

it('knows its algorithms, with and without a NULL, and no other', () => {
  for (const algorithm of ['sha256', 'sha384', 'sha512'] as const)
    expect(readAlgorithm(readDer(writeAlgorithm(algorithm)))).toBe(algorithm);
  expect(readAlgorithm(readDer(bytes('300d06096086480165030402010500')))).toBe('sha256');
  expect(readAlgorithm(readDer(bytes('300906052b0e03021a0500')))).toBeNull(); // SHA-1
  expect(readAlgorithm(readDer(bytes('300e0609608648016503040201020101')))).toBeNull();
});

it('refuses what is no record and no token, whatever it is', () => {
  const refused = ['', '30', '3000', '30030201 01', '300702010130003000', '3082ffff', '020101'].map((hex) =>
    bytes(hex.replaceAll(' ', '')),
  );
  for (const value of refused) {
    expect(parseRecord(value).ok).toBe(false);
    expect(readToken(value)).toBeNull();
  }
  expect(parseRecord(new Uint8Array(2_000_000))).toEqual({ ok: false, fault: 'too-large' });
  expect(parseRecord(bytes('300702010230003000'))).toEqual({ ok: false, fault: 'unknown-version' });
});
