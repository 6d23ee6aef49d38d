import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimDataDir, dataDirOwner } from './data-dir.ts';
import { processIdentity } from './process-identity.ts';
import { StartupError } from './startup-error.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'claim-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const lock = (pid: number, identity: string): string => JSON.stringify({ pid, identity, nonce: 'earlier' });

test('a claimed folder is refused until it is released', async () => {
  const dataDir = join(folder, 'deep', 'data');
  const claim = await claimDataDir(dataDir);
  expect(await dataDirOwner(dataDir)).toBe(process.pid);
  await expect(claimDataDir(dataDir)).rejects.toThrow(`in use by another server (process ${process.pid})`);
  await claim.release();
  expect(await dataDirOwner(dataDir)).toBeNull();
  await (await claimDataDir(dataDir)).release();
  expect(await readdir(dataDir)).toEqual([]);
});

test('of many claims at once exactly one wins, with and without a stale lock', async () => {
  for (const stale of [null, lock(process.pid, 'an earlier boot:1'), '']) {
    if (stale !== null) await writeFile(join(folder, 'server.lock'), stale);
    const claims = await Promise.allSettled(Array.from({ length: 8 }, () => claimDataDir(folder)));
    const won = claims.filter((claim) => claim.status === 'fulfilled');
    expect(won).toHaveLength(1);
    expect(await readdir(folder)).toEqual(['server.lock']);
    for (const claim of won) await claim.value.release();
  }
});

test('the lock of a process that has ended is taken over, also when it died while clearing another', async () => {
  const child = spawn(process.execPath, ['-e', '0']);
  const pid = child.pid ?? 0;
  const identity = processIdentity(pid) ?? '';
  await new Promise((resolve) => child.once('exit', resolve));
  await writeFile(join(folder, 'server.lock'), lock(pid, identity));
  await writeFile(join(folder, 'server.lock.clearing'), lock(pid, identity));
  const claim = await claimDataDir(folder);
  expect(JSON.parse(await readFile(join(folder, 'server.lock'), 'utf8'))).toMatchObject({ pid: process.pid });
  await claim.release();
});

test('the lock of a process that cannot see when the machine booted, as in a hardened unit, is respected by those who can', async () => {
  const identity = processIdentity(process.pid) ?? '';
  await writeFile(join(folder, 'server.lock'), lock(process.pid, identity.replace(/^[^:]*/, '')));
  await expect(claimDataDir(folder)).rejects.toThrow('in use by another server');
  await writeFile(join(folder, 'server.lock'), lock(process.pid, ':1'));
  await (await claimDataDir(folder)).release();
});

test('a release leaves the lock of a later server alone', async () => {
  const claim = await claimDataDir(folder);
  await writeFile(join(folder, 'server.lock'), lock(1, 'later'));
  await claim.release();
  expect(await readdir(folder)).toEqual(['server.lock']);
});

test('a lock that cannot be read or removed keeps nobody from stopping', async () => {
  const claim = await claimDataDir(folder);
  await rm(join(folder, 'server.lock'));
  await mkdir(join(folder, 'server.lock'));
  await expect(claim.release()).resolves.toBeUndefined();
});

test('a file in the place of the folder is refused in one line', async () => {
  const path = join(folder, 'file');
  await writeFile(path, '');
  for (const dataDir of [path, join(path, 'data')]) {
    const failure: unknown = await claimDataDir(dataDir).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartupError);
    expect(String(failure)).toBe(`StartupError: The data directory ${dataDir} is not a directory.`);
  }
});

test.runIf(process.getuid?.() === 0)(
  'made by root, the folder can be walked through but not listed; an existing one keeps its mode',
  async () => {
    const made = join(folder, 'made');
    await (await claimDataDir(made)).release();
    expect((await stat(made)).mode & 0o777).toBe(0o711);
    const kept = join(folder, 'kept');
    await mkdir(kept);
    await chmod(kept, 0o700);
    await (await claimDataDir(kept)).release();
    expect((await stat(kept)).mode & 0o777).toBe(0o700);
  },
);

test.skipIf(process.getuid?.() === 0)('a folder that cannot be written is refused', async () => {
  await chmod(folder, 0o500);
  await expect(claimDataDir(folder)).rejects.toThrow(`Cannot use the data directory ${folder}: EACCES: permission denied.`);
  await chmod(folder, 0o700);
});
