import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { zipOf } from '../../test/installation/zip.ts';
import { verifyPackage } from './verify.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-verify-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('gives the 审查说明 where it is asked for, and refuses a policy that is none', async () => {
  const path = join(folder, 'package.zip');
  await writeFile(path, zipOf([{ name: 'proof.tlog-proof', bytes: Buffer.from('{}') }]));
  expect((await verifyPackage(path)).dossier).toBeNull();
  expect((await verifyPackage(path, { withDossier: true })).dossier).toMatch(/^审查说明/);
  await expect(verifyPackage(path, { witnessPolicy: 'quorum of nothing' })).rejects.toThrow('witnessPolicy: must be a witness policy');
  const { checks } = await verifyPackage(path);
  expect((await verifyPackage(path, { record: new Uint8Array([1, 2, 3]) })).checks).not.toEqual(checks);
  await writeFile(path, zipOf([{ name: 'manifest.json', bytes: Buffer.from('{}') }]));
  await expect(verifyPackage(path)).rejects.toThrow('这个 zip 不是证据包');
});
