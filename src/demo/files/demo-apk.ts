import { createCipheriv, createHash } from 'node:crypto';
import { binaryManifest, storedZip, type TinyApk } from './tiny-apk.ts';

/** A package of the demo: a manifest, and noise in the place of code and pictures, which grows with the versions. */
export function demoApk(facts: TinyApk): Buffer {
  const key = createHash('sha256').update(`demo package ${facts.versionCode}`).digest();
  const cipher = createCipheriv('aes-128-ctr', key.subarray(0, 16), key.subarray(16));
  const sizeBytes = 1024 * (130 + 3 * (facts.versionCode % 100)) + 16 * (key[0] ?? 0);
  return storedZip([
    { name: 'AndroidManifest.xml', content: binaryManifest(facts) },
    { name: 'assets/demo.bin', content: cipher.update(Buffer.alloc(sizeBytes)) },
  ]);
}
