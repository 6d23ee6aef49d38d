import { randomUUID } from 'node:crypto';
import { access, chmod, constants, link, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSameProcess, processIdentity } from './process-identity.ts';
import { errorCode, StartupError, systemReason } from './startup-error.ts';

/**
 * Creates the data folder and locks it for this process until `release`. The lock file names the process, so after a kill -9 it is stale,
 * and the next start takes it over.
 * @throws StartupError if the folder cannot be used, or another live server holds it.
 */
export async function claimDataDir(dataDir: string): Promise<{ release(): Promise<void> }> {
  const folder = resolve(dataDir);
  await makeFolder(folder);
  const path = lockPath(folder);
  const self: LockOwner = { pid: process.pid, identity: processIdentity(process.pid) ?? '', nonce: randomUUID() };
  try {
    // Half a second of retries covers another process that is removing the same stale lock.
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const other = await tryLock(path, self);
      // A lock that cannot be removed, as on a disk that was made read-only meanwhile, is a stale one for the next start.
      if (other === null) return { release: () => unlock(path, self).catch(() => undefined) };
      if (other !== 'contended') throw new StartupError(`The data directory ${folder} is in use by another server (process ${other.pid}).`);
      await sleep(25);
    }
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`Cannot write to the data directory ${folder}: ${systemReason(error)}.`);
  }
  throw new StartupError(`The data directory ${folder} is being claimed by another server.`);
}

/** The process ID of the live server that holds the folder, or null. */
export async function dataDirOwner(dataDir: string): Promise<number | null> {
  const owner = await readOwner(lockPath(resolve(dataDir)));
  return owner !== null && isAlive(owner) ? owner.pid : null;
}

interface LockOwner {
  pid: number;
  identity: string;
  nonce: string;
}

const lockPath = (folder: string): string => join(folder, 'server.lock');
const isAlive = (owner: LockOwner): boolean => isSameProcess(owner.pid, owner.identity);

async function makeFolder(folder: string): Promise<void> {
  try {
    const created = await mkdir(folder, { recursive: true, mode: 0o700 });
    // PostgreSQL cannot run as root, and its account must traverse this folder to reach its own. 0711 does not let it list the folder.
    if (created !== undefined && process.getuid?.() === 0) await chmod(folder, 0o711);
    if (!(await stat(folder)).isDirectory()) throw new StartupError(`The data directory ${folder} is not a directory.`);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const code = errorCode(error);
    if (code === 'EEXIST' || code === 'ENOTDIR') throw new StartupError(`The data directory ${folder} is not a directory.`);
    throw new StartupError(`Cannot use the data directory ${folder}: ${systemReason(error)}.`);
  }
}

/**
 * Null if this process now has the lock, else its owner. A stale lock may be removed only under a second lock beside it, and only if it
 * still is the one found stale; otherwise a slow process could remove the winner's fresh lock. The second lock can go stale too, so it is
 * taken in the same way.
 */
async function tryLock(path: string, self: LockOwner): Promise<LockOwner | 'contended' | null> {
  if (await createWhole(path, self)) return null;
  const holder = await readOwner(path);
  if (holder === null) return 'contended'; // Released in between.
  if (isAlive(holder)) return holder;
  const clearing = `${path}.clearing`;
  if ((await tryLock(clearing, self)) !== null) return 'contended';
  try {
    if ((await readOwner(path))?.nonce === holder.nonce) await rm(path, { force: true });
  } finally {
    await unlock(clearing, self);
  }
  return (await createWhole(path, self)) ? null : 'contended';
}

/** Creates the lock with its content atomically, as a link to a finished file; false if the lock exists. */
async function createWhole(path: string, holder: LockOwner): Promise<boolean> {
  const draft = `${path}.${holder.nonce}`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(holder));
    await file.close();
    await link(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
}

async function unlock(path: string, self: LockOwner): Promise<void> {
  if ((await readOwner(path))?.nonce === self.nonce) await rm(path, { force: true });
}

/** Null for a missing lock. A lock that a power failure left empty reads as `noOwner`. */
async function readOwner(path: string): Promise<LockOwner | null> {
  try {
    return parseOwner(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError) return noOwner;
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

const noOwner: LockOwner = { pid: 0, identity: '', nonce: '' };

function parseOwner(value: unknown): LockOwner {
  if (typeof value !== 'object' || value === null) return noOwner;
  if (!('pid' in value && 'identity' in value && 'nonce' in value)) return noOwner;
  const { pid, identity, nonce } = value;
  return typeof pid === 'number' && typeof identity === 'string' && typeof nonce === 'string' ? { pid, identity, nonce } : noOwner;
}
