import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { withNewDatabase } from '../../../test/installation/new-database.ts';
import { openInstallation } from '../../server/installation/open.ts';
import { readConfig } from '../../server/runtime/config.ts';
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

it('a command on an empty folder says that it makes a new installation, and leaves open what it is for', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const folder = await mkdtemp(join(tmpdir(), 'notary-connect-'));
  try {
    const configOf = (sandbox: string) => readConfig({ DATA_DIR: folder, SANDBOX: sandbox });
    expect(await withDatabase(configOf('0'), async () => 'done')).toBe('done');
    expect(said.mock.calls.flat()).toEqual([expect.stringContaining(`No data in ${folder}: a new, empty installation is created there.`)]);
    expect(await withDatabase(configOf('0'), async () => 'done')).toBe('done');
    expect(said).toHaveBeenCalledOnce();
    const server = await openInstallation(configOf('1'), () => undefined);
    await server.close();
    await expect(withDatabase(configOf('0'), async () => 'done')).rejects.toThrow('This database was made with SANDBOX=1');
  } finally {
    said.mockRestore();
    await rm(folder, { recursive: true, force: true });
  }
});
