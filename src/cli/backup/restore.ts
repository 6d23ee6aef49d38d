import type { PoolClient } from 'pg';
import type { Config } from '../../server/runtime/config.ts';
import { firstUnknown, migrate } from '../../server/db/migrate.ts';
import { openInstallation, type Installation } from '../../server/installation/open.ts';
import { createLocalStore } from '../../server/storage/local.ts';
import type { ObjectStore, StoredObject } from '../../server/storage/store.ts';
import { recordTrail } from '../../server/trail/trail.ts';
import { commandActor, CommandError, type StandaloneCommand, type Result } from '../lib/command.ts';
import { fsck } from '../check/fsck.ts';
import { counts, folderOf, unexpected } from './backup.ts';
import { copyObjects, objectsNamed, type NamedObject } from './copy-objects.ts';
import { takeEmptyDatabase } from './empty-database.ts';
import { loadTables } from './load-tables.ts';
import { checkTables, objectsPath, readManifest, type Manifest } from './manifest.ts';

/**
 * Brings a backup back into a new DATA_DIR or an empty database, which nobody else uses meanwhile. Everything is checked before a row is
 * written, objects come before the rows that name them, and those all at once: a restore that was broken off is begun again in the same
 * place.
 */
export const restore: StandaloneCommand = {
  name: 'restore',
  usage: '<folder>',
  summary: 'bring a backup back into a new DATA_DIR or an empty database, then look at it as fsck does',
  async runStandalone({ args, config }) {
    const folder = folderOf(args);
    const { manifest, sha256 } = await readManifest(folder);
    const unknown = firstUnknown(manifest.migrations);
    if (unknown !== undefined) throw new CommandError(`The backup was made by a newer program: it has migration ${unknown}.`);
    await checkTables(folder, manifest);
    const objects = await createLocalStore(objectsPath(folder));
    for await (const object of backedUpObjects(folder, manifest)) await refuseMissing(objects, object);

    const installation = await openInstallation(config, () => undefined, 'alone');
    try {
      const session = await takeEmptyDatabase(installation.pool);
      // The connection is ended and not given back: only that lets others in.
      return await fill(installation, session, { folder, manifest, sha256, objects }, config).finally(() => session.release(true));
    } finally {
      await installation.close();
    }
  },
};

interface CheckedBackup {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly sha256: string;
  readonly objects: ObjectStore;
}

async function fill(
  { db, pool, store }: Installation,
  session: PoolClient,
  { folder, manifest, sha256, objects }: CheckedBackup,
  config: Config,
): Promise<Result> {
  const { faulty } = await copyObjects(backedUpObjects(folder, manifest), objects, store);
  const [first] = faulty;
  if (first)
    throw new CommandError(
      `The backup cannot be restored: ${faulty.length} of its files were changed, the first is ${first.sha256} (${first.fault}). ` +
        `The database is still empty.`,
    );
  await loadTables(session, folder, manifest);
  await migrate(pool);
  await recordTrail(db, commandActor, { action: '恢复备份', object: `backup/${manifest.madeAt}`, after: { sha256 } });
  for (const object of unexpected(manifest)) console.error(`file ${object.sha256} was ${object.fault} when the backup was made`);
  const check = await fsck.run({ db, pool, args: [], config });
  const { tables, rows, files, bytes } = counts(manifest);
  const text = [
    `The backup of ${manifest.madeAt} is restored: ${rows} rows of ${tables} tables, ${files} files of ${bytes} bytes.`,
    check.text,
  ].join('\n');
  return { value: { madeAt: manifest.madeAt, ...counts(manifest), fsck: check.value }, text, failed: check.failed === true };
}

/** The objects that its tables name, but for those that it never got. */
async function* backedUpObjects(folder: string, { tables, objects }: Manifest): AsyncGenerator<NamedObject> {
  const absent = new Set(objects.faulty.map(({ sha256 }) => sha256));
  for await (const object of objectsNamed(folder, tables)) if (!absent.has(object.sha256)) yield object;
}

async function refuseMissing(objects: ObjectStore, { sha256, sizeBytes }: StoredObject): Promise<void> {
  const found = await objects.stat(sha256);
  if (!found) throw new CommandError(`The backup cannot be restored: its file ${sha256} is missing.`);
  if (found.sizeBytes !== sizeBytes)
    throw new CommandError(`The backup cannot be restored: its file ${sha256} has ${found.sizeBytes} bytes, not ${sizeBytes}.`);
}
