import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { syncFolder } from '../../server/storage/folders.ts';
import { createLocalStore } from '../../server/storage/local.ts';
import { openStore } from '../../server/installation/storage-url.ts';
import { errorCode, systemReason } from '../../server/runtime/startup-error.ts';
import { recordTrail } from '../../server/trail/trail.ts';
import { commandActor, CommandError, options, type Command } from '../lib/command.ts';
import { copyObjects, objectsNamed } from './copy-objects.ts';
import { dumpTables } from './dump-tables.ts';
import { manifestPath, objectsPath, type FaultyObject, type Manifest } from './manifest.ts';

/**
 * Writes the whole office into a folder: every row as of one moment, and every stored file that a row names. Nobody has to stop working.
 */
export const backup: Command = {
  name: 'backup',
  usage: '<folder>',
  summary:
    'write every row and every stored file into a new folder, also while the server runs; ' +
    'exit 1 when a stored file is damaged or missing and nobody knew',
  async run({ db, pool, args, config }) {
    const folder = folderOf(args);
    await removeEmptyFolder(folder);
    const store = await openStore(config.storageUrl, join(config.dataDir, 'objects'));
    // Whoever finds the folder finds a whole backup.
    const partial = await createPartialFolder(folder);
    try {
      const dump = await dumpTables(pool, partial);
      const objects = await copyObjects(objectsNamed(partial, dump.tables), store, await createLocalStore(objectsPath(partial)));
      const manifest: Manifest = { format: 'notary-backup/1', madeAt: new Date().toISOString(), ...dump, objects };
      const sha256 = await writeManifest(partial, manifest);
      await rename(partial, folder);
      await syncFolder(dirname(folder));
      // After the moment that the backup shows: it does not hold the row that tells of it.
      await recordTrail(db, commandActor, { action: '备份', object: `backup/${manifest.madeAt}`, after: { sha256 } });
      for (const { sha256: name, fault } of unexpected(manifest)) console.error(`file ${name} is not in the backup: it is ${fault}`);
      return {
        value: { folder, madeAt: manifest.madeAt, manifestSha256: sha256, ...counts(manifest), faulty: objects.faulty },
        text: summaryText(folder, manifest, sha256),
        failed: unexpected(manifest).length > 0,
      };
    } catch (error) {
      await rm(partial, { recursive: true, force: true });
      throw isDiskError(error) ? new CommandError(`The backup was not made: ${systemReason(error)}.`) : error;
    }
  },
};

/** The folder that a command was given, as meant where it was typed: npm changes into the project's own. */
export function folderOf(args: string[]): string {
  const [folder, ...others] = options(args, []).positionals;
  if (folder === undefined || others.length > 0) throw new CommandError('One folder is needed.');
  return resolve(process.env['INIT_CWD'] ?? '.', folder);
}

/** What the store could not give although nobody knew that it would not. */
export function unexpected({ objects }: Manifest): FaultyObject[] {
  return objects.faulty.filter(({ isExpected }) => !isExpected);
}

export function counts({ tables, objects }: Manifest) {
  return { tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0), files: objects.count, bytes: objects.bytes };
}

/** An empty folder goes now: one that cannot be replaced, a mount point, would cost a whole backup in the end. */
async function removeEmptyFolder(folder: string): Promise<void> {
  await rmdir(folder).catch((error: unknown) => {
    const code = errorCode(error);
    if (code === 'ENOTEMPTY' || code === 'EEXIST') throw new CommandError(`The folder ${folder} is not empty; a backup needs a new one.`);
    if (code === 'EBUSY') throw new CommandError(`At ${folder} a disk is mounted; name a new folder on it.`);
    if (code !== 'ENOENT') throw new CommandError(`The folder ${folder} cannot be used: ${systemReason(error)}.`);
  });
}

async function createPartialFolder(folder: string): Promise<string> {
  try {
    await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
    return await mkdtemp(`${folder}.partial-`);
  } catch (error) {
    throw new CommandError(`The folder ${folder} cannot be made: ${systemReason(error)}.`);
  }
}

/** @returns its SHA-256. */
async function writeManifest(folder: string, manifest: Manifest): Promise<string> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const file = await open(manifestPath(folder), 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(folder);
  return createHash('sha256').update(text).digest('hex');
}

function isDiskError(error: unknown): boolean {
  return (
    error instanceof Error &&
    'syscall' in error &&
    ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EACCES', 'EIO', 'ENOTEMPTY'].includes(errorCode(error) ?? '')
  );
}

function summaryText(folder: string, manifest: Manifest, sha256: string): string {
  const { tables, rows, files, bytes } = counts(manifest);
  const lost = unexpected(manifest).length;
  const known = manifest.objects.faulty.length - lost;
  return [
    `${folder}: ${rows} rows of ${tables} tables, ${files} files ` +
      `of ${bytes} bytes${known > 0 ? `, without ${known} that are known to be damaged or missing` : ''}`,
    ...(lost > 0 ? [`${lost} FILES ARE MISSING IN IT`] : []),
    `SHA-256 of its manifest: ${sha256}`,
    'It holds every secret of the office: keep it like the database itself.',
  ].join('\n');
}
