import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, it } from 'vitest';
import { formatDigest, hashOf, verifyDigest } from './archive-digest.ts';

const keyOn = (namedCurve: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve });
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }),
    sign: (text: Uint8Array) => sign('sha256', text, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
  };
};
const key = keyOn('P-256');
const datapackage = Buffer.from('{"profile":"data-package"}');
const created = new Date('2026-01-02T03:04:05Z');
const digest = formatDigest(datapackage, key, created);
type Digest = { path: string; hash: string; signedData: Record<string, string> };
const changed = (change: (digest: Digest) => unknown): Buffer => {
  const value = JSON.parse(digest) as Digest;
  return Buffer.from(JSON.stringify(change(value) ?? value));
};

it('holds for what was signed, in the anonymous form', () => {
  expect(JSON.parse(digest)).toEqual({
    path: 'datapackage.json',
    hash: hashOf(datapackage),
    signedData: {
      hash: hashOf(datapackage),
      created: '2026-01-02T03:04:05.000Z',
      software: 'notary-console',
      version: '0.1.0',
      signature: expect.any(String) as string,
      publicKey: Buffer.from(key.publicKey).toString('base64'),
    },
  });
  expect(verifyDigest(Buffer.from(digest), datapackage)).toMatchObject({ ok: true, value: { publicKey: Uint8Array.from(key.publicKey) } });
});

it.each<[string, Buffer, string]>([
  ['other bytes', Buffer.from('nonsense'), 'malformed'],
  ['another file', changed((value) => void (value.path = 'other.json')), 'malformed'],
  ['no signature', changed(({ path, hash }) => ({ path, hash })), 'unsigned'],
  ['a time that the form has no place for', changed(({ signedData }) => void (signedData['timeSignature'] = 'AAAA')), 'not-anonymous'],
  ['another hash', changed((value) => void (value.hash = hashOf(Buffer.from('other')))), 'other-hash'],
  ['a signature over another hash', changed(({ signedData }) => void (signedData['hash'] = hashOf(Buffer.from('x')))), 'other-hash'],
  [
    'another key',
    changed(({ signedData }) => void (signedData['publicKey'] = Buffer.from(keyOn('P-256').publicKey).toString('base64'))),
    'wrong-signature',
  ],
  [
    'a key on another curve',
    changed(({ signedData }) => void (signedData['publicKey'] = Buffer.from(keyOn('P-384').publicKey).toString('base64'))),
    'bad-key',
  ],
  [
    'a changed signature',
    changed(({ signedData }) => void (signedData['signature'] = Buffer.alloc(64, 7).toString('base64'))),
    'wrong-signature',
  ],
  [
    'a signature of nothing',
    changed(({ signedData }) => void (signedData['signature'] = Buffer.alloc(64).toString('base64'))),
    'wrong-signature',
  ],
  ['no base64', changed(({ signedData }) => void (signedData['signature'] = '?')), 'malformed'],
])('does not hold with %s', (_, bytes, fault) => {
  expect(verifyDigest(bytes, datapackage)).toEqual({ ok: false, fault });
});

it('does not hold for another datapackage', () => {
  expect(verifyDigest(Buffer.from(digest), Buffer.from('{}'))).toEqual({ ok: false, fault: 'other-hash' });
});
