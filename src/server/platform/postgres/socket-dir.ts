import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode, StartupError } from '../runtime/startup-error.ts';
import { socketFileName } from './postmaster.ts';
import type { Account } from './unprivileged.ts';

/**
 * Prepares a folder for PostgreSQL's socket that only its account (and root) may enter, since whoever reaches the socket is trusted. The
 * system limits socket paths to about a hundred bytes, so for a long `dataDir` the folder is in the temporary folder. Call it only while no
 * PostgreSQL runs on this data. @throws StartupError if the folder belongs to another user.
 */
export async function prepareSocketDir(dataDir: string, account: Account): Promise<string> {
  const near = join(dataDir, 'run');
  const isShort = Buffer.byteLength(join(near, socketFileName)) < 100;
  const folder = isShort ? near : join(tmpdir(), `notary-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  // In the temporary folder anyone may have created something under this name, even a link to somewhere else.
  const found = await lstat(folder);
  const self = process.getuid?.() ?? found.uid;
  if (!found.isDirectory() || (found.uid !== self && found.uid !== account?.uid)) {
    throw new StartupError(`Cannot use ${folder} for the database's socket: it belongs to another user.`);
  }
  if (account !== null) await chown(folder, account.uid, account.gid);
  await chmod(folder, 0o700);
  // No PostgreSQL runs on this cluster now, but a killed one leaves these files. The next one refuses to start while the process id in the
  // lock can be signalled.
  for (const name of [socketFileName, `${socketFileName}.lock`]) await rm(join(folder, name), { force: true });
  return folder;
}
