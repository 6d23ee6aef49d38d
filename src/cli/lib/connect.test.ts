import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withNewDatabase } from '../../../test/installation/new-database.ts';
import { openInstallation } from '../../server/platform/installation/open.ts';
import { readConfig } from '../../server/platform/runtime/config.ts';
import { withDatabase } from './connect.ts';

it('a command works on the database of a sandbox with its setting alone, whether or not a server runs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'notary-connect-'));
  try {
    await withNewDatabase(async (url) => {
      const configOf = (sandbox: string) => readConfig({ DATABASE_URL: url, DATA_DIR: join(folder, sandbox), SANDBOX: sandbox });
      const opened = async (sandbox: string) => withDatabase(configOf(sandbox), async () => 'let in');
      await expect(opened('1')).rejects.toThrow('The database cannot be used: relation "installation" does not exist.');
      const server = await openInstallation(configOf('1'), () => undefined);
      await expect(opened('0')).rejects.toThrow('This database was made with SANDBOX=1');
      expect(await opened('1')).toBe('let in');
      await server.close();
      await expect(opened('0')).rejects.toThrow('This database was made with SANDBOX=1');
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it.each([
  ['without DATA_DIR', {}],
  ['on a folder that does not exist', { DATA_DIR: join(tmpdir(), 'notary-mistyped', 'data') }],
])('a command %s makes no new installation', async (_case, environment) => {
  const config = readConfig(environment);
  const before = existsSync(config.dataDir);
  await expect(withDatabase(config, async () => 'let in')).rejects.toThrow(`No data in ${config.dataDir}. Set DATA_DIR or DATABASE_URL`);
  expect(existsSync(config.dataDir)).toBe(before);
});

it('a command works on the folder of an installation of its purpose', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'notary-connect-'));
  try {
    const configOf = (sandbox: string) => readConfig({ DATA_DIR: folder, SANDBOX: sandbox });
    await expect(withDatabase(configOf('0'), async () => 'let in')).rejects.toThrow(`No data in ${folder}.`);
    const server = await openInstallation(configOf('1'), () => undefined);
    await server.close();
    await expect(withDatabase(configOf('0'), async () => 'let in')).rejects.toThrow('This database was made with SANDBOX=1');
    expect(await withDatabase(configOf('1'), async () => 'done')).toBe('done');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
