import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { expect, it } from 'vitest';
import { utf8 } from '../../kit/bytes/bytes.ts';
import { formatVkey, noteKey, parseVkey, verifyEd25519 } from './note-key.ts';

// golang.org/x/mod, sumdb/note/note_test.go at 02c99138: TestNewVerifier, TestVerifierList.
const peter = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const enoch = 'EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop';

it('reads the published verifier keys and writes them back', () => {
  for (const vkey of [peter, enoch, 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8']) {
    const key = parseVkey(vkey);
    expect(key.ok && [formatVkey(key.value), key.value.id]).toEqual([vkey, vkey.split('+')[1]]);
  }
});

it('refuses every part of a verifier key and every changed character, as published', () => {
  for (let from = 0; from <= peter.length; from += 1) {
    for (let to = from + 1; to <= peter.length; to += 1)
      if (to - from < peter.length) expect(parseVkey(peter.slice(from, to)).ok).toBe(false);
  }
  for (let at = 0; at < peter.length; at += 1)
    expect(parseVkey(peter.slice(0, at) + String.fromCharCode(peter.charCodeAt(at) + 1) + peter.slice(at + 1)).ok, `character ${at}`).toBe(
      false,
    );
  for (let at = 0; at < peter.length; at += 1) expect(parseVkey(`${peter.slice(0, at)}\u0000${peter.slice(at)}`).ok).toBe(false);
});

it('names the fault of a verifier key', () => {
  expect(parseVkey('PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==')).toEqual({
    ok: false,
    fault: 'malformed',
  });
  expect(parseVkey('PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW')).toEqual({
    ok: false,
    fault: 'unknown-algorithm',
  });
  expect(parseVkey(peter.replace('c74f20a3', 'c74f20a4'))).toEqual({ ok: false, fault: 'wrong-id' });
  expect(parseVkey('')).toEqual({ ok: false, fault: 'malformed' });
  // No point of the curve has the y-coordinate 2.
  expect(
    parseVkey(
      formatVkey(
        noteKey(
          'x',
          Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 2 : 0)),
        ),
      ),
    ),
  ).toEqual({ ok: false, fault: 'not-a-point' });
});

it('makes no key of a name that a note cannot hold, or of another length', () => {
  const { publicKey } = mustRead(peter);
  for (const name of ['', 'a b', 'a+b', 'a\nb', 'a\u3000b', 'a\u00a0b', 'a\u0000', '\ud800'])
    expect(() => noteKey(name, publicKey), JSON.stringify(name)).toThrow(RangeError);
  expect(() => noteKey('x', publicKey.slice(1))).toThrow(RangeError);
  expect(noteKey('log.gongzheng.example/存证', publicKey).id).toMatch(/^[0-9a-f]{8}$/);
});

// RFC 8032, section 7.1 (Test Vectors for Ed25519), TEST 1, TEST 2 and TEST 3: public key, message, signature.
const rfc8032 = [
  [
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
] as const;

it('verifies the signatures of RFC 8032 and none with a flipped byte, a high scalar or another length', () => {
  for (const [publicKey, message, signature] of rfc8032) {
    const key = noteKey('rfc8032', hexToBytes(publicKey));
    const [text, right] = [hexToBytes(message), hexToBytes(signature)];
    expect(verifyEd25519(key, text, right)).toBe(true);
    expect(verifyEd25519(key, Uint8Array.of(...text, 0), right)).toBe(false);
    for (let at = 0; at < right.length; at += 1) expect(verifyEd25519(key, text, right.with(at, (right[at] ?? 0) ^ 1))).toBe(false);
    expect(verifyEd25519(key, text, withScalarPlusOrder(right))).toBe(false);
    expect([right.slice(1), new Uint8Array(0), Uint8Array.of(...right, 0)].some((wrong) => verifyEd25519(key, text, wrong))).toBe(false);
  }
});

it('refuses the all-zero signature under a key of small order', () => {
  const weak = noteKey(
    'weak',
    Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 1 : 0)),
  );
  const forged = Uint8Array.from({ length: 64 }, (_, at) => (at === 0 ? 1 : 0));
  expect(verifyEd25519(weak, utf8('anything'), forged)).toBe(false);
});

/** S + L instead of S satisfies the same equation; RFC 8032, 5.1.7 forbids this malleability. */
function withScalarPlusOrder(signature: Uint8Array): Uint8Array {
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const scalar = BigInt(`0x${bytesToHex(signature.slice(32).toReversed())}`) + order;
  return Uint8Array.of(...signature.slice(0, 32), ...hexToBytes(scalar.toString(16).padStart(64, '0')).toReversed());
}

function mustRead(vkey: string) {
  const key = parseVkey(vkey);
  if (!key.ok) throw new Error(key.fault);
  return key.value;
}
