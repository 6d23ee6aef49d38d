import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findSystemPostgres } from '../../../../test/installation/servers/postgres/system-postgres.ts';
import { bundledLibraries, bundledWarning } from './bundled-libraries.ts';
import { openDatabase } from './database.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../postgres/embedded.ts';
import { migrate } from './migrate.ts';
import { locatePgBinaries } from '../postgres/binaries.ts';

const bin = findSystemPostgres();
let folder = '';
let running: EmbeddedPostgres | null = null;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'pg-')));
  await chmod(folder, 0o711);
});
afterEach(async () => {
  await running?.stop();
  running = null;
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

it.skipIf(bin === null)('runs the system’s own PostgreSQL in the place of the embedded one, on a cluster of its own', async () => {
  running = await startEmbeddedPostgres({ dataDir: folder, bin: bin ?? '' });
  const { db, pool } = openDatabase(running.address, 2);
  try {
    await migrate(pool);
    const { rows } = await pool.query<{ version: number }>("select current_setting('server_version_num')::int / 10000 as version");
    expect(String(rows[0]?.version)).toBe((await locatePgBinaries(bin ?? '')).major);
  } finally {
    await db.destroy();
  }
  await running.stop();
  const { major } = await locatePgBinaries();
  if (major === (await locatePgBinaries(bin ?? '')).major) return;
  await expect(startEmbeddedPostgres({ dataDir: folder })).rejects.toThrow(`and this program brings ${major}`);
});

it('says which setting is wrong where the programs are not there, or too old', async () => {
  await expect(locatePgBinaries(folder)).rejects.toThrow(`POSTGRES_BIN: ${join(folder, 'postgres')} cannot be run`);
  await writeFile(join(folder, 'postgres'), '#!/bin/sh\necho "postgres (PostgreSQL) 13.4"\n', { mode: 0o755 });
  await expect(locatePgBinaries(folder)).rejects.toThrow('POSTGRES_BIN: postgres (PostgreSQL) 13.4 is too old; 15 or newer is needed.');
});

it('reads the versions of the libraries that came with the embedded PostgreSQL out of their own files', async () => {
  const libraries = await bundledLibraries();
  for (const name of ['OpenSSL', 'libxml2', 'ICU', 'zlib'])
    expect(libraries.find((library) => library.startsWith(`${name} `))).toMatch(/^\S+ \d+(\.\d+)+/);
  expect(await bundledWarning()).toContain(libraries.join(', '));
});
