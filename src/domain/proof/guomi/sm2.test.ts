import { createHash, randomBytes } from 'node:crypto';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { derTag, writeDer } from '../../kit/bytes/der.ts';
import { utf8 } from '../../kit/bytes/bytes.ts';
import { readSm2Key, verifySm2, verifySm2Digest } from './sm2.ts';
import { createSm3, sm3 } from './sm3.ts';

describe('SM3', () => {
  it('gives the published digests (GB/T 32905-2016, A.1 and A.2)', () => {
    expect(bytesToHex(sm3(utf8('abc')))).toBe('66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0');
    expect(bytesToHex(sm3(utf8('abcd'.repeat(16))))).toBe('debe9ff92275b8a138604889c18e5a4d6fdb70e5387e5765293dcba39c0c5732');
  });

  it('gives what OpenSSL gives, of every length up to three blocks, in whatever pieces', () => {
    for (let length = 0; length <= 200; length += 1) {
      const bytes = randomBytes(length);
      const hash = createSm3();
      for (let at = 0; at < length; at += 7) hash.update(bytes.subarray(at, at + 7));
      const wanted = createHash('sm3').update(bytes).digest('hex');
      expect(bytesToHex(hash.digest())).toBe(wanted);
      expect(bytesToHex(sm3(bytes))).toBe(wanted);
    }
  });
});

/** GB/T 32918.5-2017, A.2. */
const vector = {
  key:
    '0409f9df311e5421a150dd7d161e4bc5c672179fad1833fc076bb08ff356f35020' +
    'ccea490ce26775a52dc6ea718cc1aa600aed05fbf35e084a6632f6072da9ad13',
  prefix: 'b2e14c5c79c6df5b85f4fe7ed8db7a262b9da7e07ccb0ea9f4747b8ccda8a4f3',
  message: 'message digest',
  digest: 'f0b43e94ba45accaace692ed534382eb17e6ab5a19ce7b31f4486fdfc0d28640',
  r: 'f5a03b0648d2c4630eeac513e1bb81a15944da3827d5b74143ac7eaceee720b3',
  s: 'b1b6aa29df212fd8763182bc0d421ca1bb9038fd1f7f42d4840b69c485bbc1aa',
};
const integer = (hex: string): Uint8Array => writeDer(derTag.integer, hexToBytes((hex[0] ?? '0') >= '8' ? `00${hex}` : hex));
const signatureOf = (r: string, s: string): Uint8Array => writeDer(derTag.sequence, concatBytes(integer(r), integer(s)));

describe('SM2', () => {
  const key = readSm2Key(hexToBytes(vector.key));
  if (!key) throw new Error('the published key is one');
  const signature = signatureOf(vector.r, vector.s);

  it('keeps a key that was read, whatever becomes of the bytes it was read from', () => {
    const bytes = hexToBytes(vector.key);
    const [first, wanted] = [readSm2Key(bytes), hexToBytes(vector.key)];
    bytes.fill(0);
    expect([first?.bytes, readSm2Key(wanted)?.bytes]).toEqual([wanted, wanted]);
    expect(readSm2Key(bytes)).toBeNull();
    expect(bytesToHex(readSm2Key(wanted, 'another')?.prefix ?? wanted)).not.toBe(vector.prefix);
  });

  it('verifies the published signature, by its published steps', () => {
    expect(bytesToHex(key.prefix)).toBe(vector.prefix);
    expect(bytesToHex(sm3(key.prefix, utf8(vector.message)))).toBe(vector.digest);
    expect(verifySm2(key, utf8(vector.message), signature)).toBe(true);
    expect(verifySm2Digest(key, hexToBytes(vector.digest), signature)).toBe(true);
  });

  it('refuses every change of a byte of it', () => {
    for (let at = 0; at < signature.length; at += 1)
      for (const bit of [1, 0x80]) {
        const changed = Uint8Array.from(signature, (byte, place) => (place === at ? byte ^ bit : byte));
        expect(verifySm2(key, utf8(vector.message), changed)).toBe(false);
      }
  });

  it.each([
    ['another message', 'message digesT', signature],
    ['r and s in the other order', vector.message, signatureOf(vector.s, vector.r)],
    ['r of zero', vector.message, signatureOf('00', vector.s)],
    ['s of the order itself', vector.message, signatureOf(vector.r, 'fffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123')],
    [
      'r that is written longer',
      vector.message,
      writeDer(derTag.sequence, writeDer(derTag.integer, hexToBytes(`0000${vector.r}`)), integer(vector.s)),
    ],
    ['something behind', vector.message, concatBytes(signature, Uint8Array.of(0))],
    ['nothing', vector.message, new Uint8Array(0)],
  ])('refuses %s', (_what, message, given) => {
    expect(verifySm2(key, utf8(message), given)).toBe(false);
  });

  it('refuses the empty id, which signs another message', () => {
    const nameless = readSm2Key(hexToBytes(vector.key), '');
    expect(nameless && verifySm2(nameless, utf8(vector.message), signature)).toBe(false);
  });

  it.each([
    ['a point beside the curve', vector.key.replace(/3$/, '4')],
    ['a compressed point', `02${vector.key.slice(2, 66)}`],
    ['the zero', '00'],
    ['coordinates of zero', `04${'00'.repeat(64)}`],
  ])('takes %s for no key', (_what, hex) => {
    expect(readSm2Key(hexToBytes(hex))).toBe(null);
  });
});
