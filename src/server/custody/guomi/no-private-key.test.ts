import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }))
  .filter(({ source }) => /sm2/i.test(source));

/** Code that would read, make or use an SM2 private key in this process. */
const uses = [
  // Node's own, which would also sign with an empty id.
  /createPrivateKey\([^)]*sm2/i,
  /generateKeyPair\w*\(\s*'sm2'/i,
  /namedCurve:\s*'SM2'/,
  /createSign\(\s*'(?:sm3|SM3)/,
  // Of the noble libraries.
  /(?:sm2|Point)\.(?:sign|keygen|getPublicKey|utils)\b/i,
  /\b(?:ecdsa|randomSecretKey)\b/,
  // The key file.
  /readFile\w*\([^)]*(?:office-sm2\.key|\bkey\b)/,
];

it('has no source that signs by SM2, or that reads a private key of SM2', () => {
  expect(sources.length).toBeGreaterThan(20);
  const found = sources.flatMap(({ path, source }) => uses.filter((use) => use.test(source)).map((use) => `${path}: ${use.source}`));
  expect(found).toEqual([]);
});

it('signs by SM2 in one way alone: through the port', () => {
  const signing = sources.filter(({ source }) => /openssl['", ]+(?:dgst|pkeyutl)[^\n]*-sign\b/.test(source)).map(({ path }) => path);
  // The command line prints the server's future configuration and tries the signer as a child process.
  expect(signing).toEqual(['cli/commands/office-sm2.ts']);
});
