import { generateKeyPairSync, sign as nodeSign } from 'node:crypto';
import type { Manifest } from '../../src/domain/proof/evidence/manifest.ts';
import { noteKey } from '../../src/domain/proof/tlog/note-key.ts';

/** A mobile recording with its details, with hashes that are easy to recognise. */
export const aManifest: Manifest = {
  type: 'evidence',
  version: 1,
  number: '0123456789ABCDEF0123456789ABCDEF',
  owner: '5'.repeat(64),
  kind: 'mobile',
  files: [
    { name: 'original-1.mp4', role: 'original', sha256: '1'.repeat(64), sm3: '2'.repeat(64), sizeBytes: 1_048_576, mediaType: 'video/mp4' },
    { name: 'details.json', role: 'details', sha256: '3'.repeat(64), sm3: '4'.repeat(64), sizeBytes: 512, mediaType: 'application/json' },
  ],
  times: { receivedAt: '2026-11-20T08:06:01.234Z', startAt: '2026-11-20T08:00:00.000Z', endAt: '2026-11-20T08:05:00.000Z' },
};

/** A new key that signs notes with OpenSSL. */
export function newLogKey(name: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = noteKey(name, new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)));
  return { key, sign: (text: Uint8Array) => new Uint8Array(nodeSign(null, text, privateKey)) };
}
