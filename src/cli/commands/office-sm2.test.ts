import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { grow } from '../../../test/installation/factories/package.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';
import { officeSm2Commands } from './office-sm2.ts';

const installation = testApp();
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary sm2 '));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(name: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const command = officeSm2Commands.find((one) => one.name === name);
  if (!command) throw new Error(`no command ${name}`);
  return command.run({ db: installation.db, pool: installation.pool, args, config: readConfig({ OFFICE_NAME: '某某/公证处', ...env }) });
}

it('makes a key that its owner alone reads, names its certificate in the log, and says how to start', async () => {
  const { value } = await run('office sm2 make', ['--folder', folder]);
  const { key, certificate, sm2_signer: signer, fingerprint } = value as Record<string, string>;
  expect((await stat(key ?? '')).mode & 0o777).toBe(0o600);
  expect((await run('office sm2 list', [])).value).toMatchObject([
    { fingerprint, subject: '某某/公证处', in_log: false, is_current: false },
  ]);
  await grow(installation);
  expect((await run('office sm2 list', [])).value).toMatchObject([{ fingerprint, in_log: true, is_current: true }]);
  // The server accepts the printed settings, even for a folder with blanks in its name.
  expect((await run('office sm2 import', ['--chain', certificate ?? ''], { SM2_SIGNER: signer })).value).toEqual({ fingerprint });
  await expect(run('office sm2 make', ['--folder', folder])).rejects.toThrow('a key is never overwritten');
  await expect(run('office sm2 import', ['--chain', certificate ?? ''])).rejects.toThrow('Set SM2_SIGNER');
  const broken = { SM2_SIGNER: 'exec:false' };
  await expect(run('office sm2 import', ['--chain', certificate ?? ''], broken)).rejects.toThrow('the SM2 signer ended with 1');
});
