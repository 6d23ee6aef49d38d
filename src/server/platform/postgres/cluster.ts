import type { ChildProcess } from 'node:child_process';
import { chown, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, StartupError } from '../runtime/startup-error.ts';
import { syncFolder } from '../runtime/sync-folder.ts';
import type { PgBinaries } from './binaries.ts';
import type { Account, Launch } from './unprivileged.ts';

/** The role and the database that this program uses in its own cluster. */
export const pgUser = 'notary';
export const pgDatabase = 'notary';

/** Creates an empty folder for a new cluster, owned by `account`. Remains of killed starts are removed first. */
export async function prepareNewCluster(dataDir: string, account: Account): Promise<string> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith('pg.new')) await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
  }
  // A unique name: an initdb that outlived its killed parent may still write to the folder it was given.
  const folder = await mkdtemp(join(dataDir, 'pg.new-'));
  if (account !== null) await chown(folder, account.uid, account.gid);
  return folder;
}

/** Initializes a cluster in `newDir` and renames it to `pgDir` once it is complete, so `pgDir` is a complete cluster or does not exist. */
export async function initCluster(newDir: string, pgDir: string, binaries: PgBinaries, launch: Launch): Promise<void> {
  // C.UTF-8 and not C: in plain C, Chinese characters do not count as letters. macOS keeps character types under another name.
  const locale = process.platform === 'darwin' ? ['--locale=C', '--lc-ctype=en_US.UTF-8'] : ['--locale=C.UTF-8'];
  const args = ['-D', newDir, '-U', pgUser, '-E', 'UTF8', ...locale, '-A', 'trust', '--no-instructions'];
  await complete(launch(binaries.initdb, args), 'initdb');
  const single = launch(binaries.postgres, ['--single', '-D', newDir, '-j', 'template1'], { stdio: ['pipe', 'pipe', 'pipe'] });
  single.stdin?.on('error', () => {}); // A server that died early closes its input; its exit code is checked below.
  single.stdin?.end(`create database ${pgDatabase};\n\n`);
  await complete(single, 'creating the database');
  await rename(newDir, pgDir);
  await syncFolder(join(pgDir, '..'));
}

/** Whether there is a cluster to open. @throws StartupError if `pgDir` holds something that this PostgreSQL cannot open. */
export async function clusterExists(pgDir: string, major: string): Promise<boolean> {
  const found = await readFile(join(pgDir, 'PG_VERSION'), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'EACCES')
      throw new StartupError(`The database in ${pgDir} belongs to another user: start as that user or as root.`);
    return null;
  });
  if (found === null) {
    const entries = await readdir(pgDir).catch(() => []);
    if (entries.length > 0) throw new StartupError(`${pgDir} is not empty, but is not a PostgreSQL cluster.`);
    return false;
  }
  if (found.trim() !== major) {
    throw new StartupError(
      `The database in ${pgDir} is of PostgreSQL ${found.trim()}, and this program brings ${major}: dump it with the old version first.`,
    );
  }
  return true;
}

/** The last error that PostgreSQL logged, else its last line. */
export function lastError(lines: readonly string[]): string {
  const worst = lines.findLast((line) => /\b(FATAL|PANIC)\b/.test(line)) ?? lines.findLast((line) => /\berror\b/i.test(line));
  return (worst ?? lines.at(-1) ?? 'no output').trim();
}

async function complete(child: ChildProcess, what: string): Promise<void> {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (status, signal) => resolve(status ?? signal));
  });
  if (code === 0 && !/\b(ERROR|FATAL|PANIC):/.test(output)) return;
  throw new StartupError(`PostgreSQL failed (${what}, ${code}): ${lastError(output.split('\n').filter((line) => line.trim() !== ''))}`);
}
