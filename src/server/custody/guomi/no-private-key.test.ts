import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }))
  .filter(({ source }) => /sm2/i.test(source));

/** What would read, make or use a private key of SM2 in this process. */
const uses = [
  // Node's own: it would sign with an empty id, too.
  /createPrivateKey\([^)]*sm2/i,
  /generateKeyPair\w*\(\s*'sm2'/i,
  /namedCurve:\s*'SM2'/,
  /createSign\(\s*'(?:sm3|SM3)/,
  // noble's.
  /(?:sm2|Point)\.(?:sign|keygen|getPublicKey|utils)\b/i,
  /\b(?:ecdsa|randomSecretKey)\b/,
  // The key's file.
  /readFile\w*\([^)]*(?:office-sm2\.key|\bkey\b)/,
];

it('has no source that signs by SM2, or that reads a private key of SM2', () => {
  expect(sources.length).toBeGreaterThan(20);
  const found = sources.flatMap(({ path, source }) => uses.filter((use) => use.test(source)).map((use) => `${path}: ${use.source}`));
  expect(found).toEqual([]);
});

it('signs by SM2 in one way alone: through the port', () => {
  const signing = sources.filter(({ source }) => /openssl['", ]+(?:dgst|pkeyutl)[^\n]*-sign\b/.test(source)).map(({ path }) => path);
  // The command line prints what the server is to be started with, and tries it as a child.
  expect(signing).toEqual(['cli/commands/office-sm2.ts']);
});
