import { expect, it } from 'vitest';
import { latin1, readBase64, readCount, readUtf8, sameBytes, toBase64, utf8 } from './bytes.ts';

it('reads back the base64 of every length and refuses every other spelling of it', () => {
  for (let length = 0; length < 70; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + length) % 256);
    expect(readBase64(toBase64(bytes))).toEqual(bytes);
  }
  for (const text of ['QQ', 'QQ=', 'QR==', 'QQ==\n', ' QQ==', 'Q Q=', '-_==', 'QQ==QQ==', '=', 'QUJ', 'QUJ=\u0000', 'ＱＱ=='])
    expect(readBase64(text), text).toBeNull();
});

// RFC 4648, section 10.
it.each([
  ['', ''],
  ['f', 'Zg=='],
  ['fo', 'Zm8='],
  ['foo', 'Zm9v'],
  ['foobar', 'Zm9vYmFy'],
])('writes %j as %j', (text, base64) => {
  expect(toBase64(utf8(text))).toBe(base64);
});

it('reads counts of one spelling, within what a number holds exactly', () => {
  expect(['0', '7', '10000000', '9007199254740991'].map(readCount)).toEqual([0, 7, 10_000_000, 9_007_199_254_740_991]);
  for (const text of ['', '00', '01', '-1', '+1', '1.0', '1e3', ' 1', '1\n', '9007199254740992', '18446744073709551615', '１', '0x1'])
    expect(readCount(text), text).toBeNull();
});

it('refuses bytes that are not UTF-8 and drops no byte order mark', () => {
  for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x80]])
    expect(readUtf8(Uint8Array.from(bytes))).toBeNull();
  expect(readUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41))).toBe('\ufeffA');
});

it('distinguishes byte strings of different length or content', () => {
  expect([
    sameBytes(utf8('ab'), utf8('ab')),
    sameBytes(utf8('ab'), utf8('abc')),
    sameBytes(utf8('abc'), utf8('ab')),
    sameBytes(utf8('ab'), utf8('ac')),
  ]).toEqual([true, false, false, false]);
});

it('reads one character a byte, of any number of bytes and no further than they go', () => {
  const bytes = Uint8Array.from({ length: 20_000 }, (_, at) => at % 256);
  expect(latin1(bytes, 0, 30_000)).toBe(Buffer.from(bytes).toString('latin1'));
  expect(latin1(bytes, 8190, 8195)).toBe('\u00FE\u00FF\u0000\u0001\u0002');
  expect(latin1(bytes, 5, 5)).toBe('');
});
