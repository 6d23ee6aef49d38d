import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Database } from '../db/database.ts';
import type { Config } from '../runtime/config.ts';
import { StartupError, systemReason } from '../runtime/startup-error.ts';
import { StorageError, type ObjectStore } from '../storage/store.ts';
import { installationId } from './identity.ts';
import { openNamedFiles, openStore } from './storage-url.ts';

type Where = Pick<Config, 'storageUrl' | 'dataDir'>;

/** The file beside the objects with the ID of the owning installation. */
const ownerName = 'installation-id';

/** The ID of the installation that owns the store; null if none has claimed it yet. */
export async function ownerOfStore(config: Where): Promise<string | null> {
  const file = await (await storedNames(config)).open(ownerName).catch((error: unknown) => {
    if (error instanceof StorageError) return null;
    throw error;
  });
  return file && (await text(file)).trim();
}

/**
 * Opens the store of the configuration, for commands and workers: only a server makes a new one.
 * @throws StartupError if it is not that of the database's installation.
 */
export async function openOwnStore(config: Where, db: Database): Promise<ObjectStore> {
  requireFolder(config);
  const store = await openStore(config.storageUrl, join(config.dataDir, 'objects'));
  await requireOwnStore(config, db, store);
  return store;
}

/**
 * Compares the owner of the store with the installation of the database. A store without an owner is accepted for a database without
 * objects, and for one whose objects are in it (an installation of an earlier release). @returns whether the store has its owner already.
 * @throws StartupError that names both and says what to do: on the wrong store every file would be declared missing.
 */
export async function requireOwnStore(config: Where, db: Database, store: Pick<ObjectStore, 'stat'>): Promise<'owned' | 'unclaimed'> {
  const id = (await installationId(db)) ?? '';
  const owner = await ownerOfStore(config).catch((error: unknown) => {
    throw new StartupError(`The store in ${shownStore(config)} does not say whose it is: ${systemReason(error)}.`);
  });
  if (owner === id) return 'owned';
  if (owner !== null)
    throw new StartupError(
      `This is the wrong store: the files in ${shownStore(config)} are those of installation ${owner}, the database is of ` +
        `installation ${id}. ${whatToDo}`,
    );
  const { known, there } = await sampleObjects(db, store);
  // Hashes are names, so some of them are proof enough: a store that has lost the most is still the installation's own.
  if (there * 4 < known)
    throw new StartupError(
      `This is the wrong store: the files in ${shownStore(config)} belong to no installation, the database is of installation ${id}, ` +
        `and of ${known} of its files that were looked for ${there} are there. ${whatToDo}`,
    );
  return 'unclaimed';
}

const whatToDo =
  'Set STORAGE_URL and DATA_DIR as that installation needs them. ' +
  'If these files are meant, "npm run admin -- store adopt" makes them its own.';

/** Like `requireOwnStore`, and records the installation as the owner of a store without one. For servers. @throws StartupError */
export async function claimStore(config: Where, db: Database, store: Pick<ObjectStore, 'stat'>): Promise<void> {
  if ((await requireOwnStore(config, db, store)) === 'unclaimed') await adoptStore(config, db);
}

/** Makes the database's installation the owner of the store, whoever it was before. @returns the previous owner. */
export async function adoptStore(config: Where, db: Database): Promise<string | null> {
  requireFolder(config);
  const [id, before] = [await installationId(db), await ownerOfStore(config)];
  if (id !== null && id !== before)
    await (await storedNames(config)).put(ownerName, Readable.from([Buffer.from(`${id}\n`)]), id.length + 1);
  return before;
}

function requireFolder({ storageUrl, dataDir }: Where): void {
  if (storageUrl === undefined && !existsSync(dataDir))
    throw new StartupError(`There is no ${resolve(dataDir)}. Set DATA_DIR or STORAGE_URL as the server has them.`);
}

/** The store in words, without secrets. A folder is named with its machine. */
export function shownStore({ storageUrl, dataDir }: Where): string {
  if (storageUrl === undefined) return `${resolve(dataDir, 'objects')} on ${hostname()}`;
  const { host, pathname } = new URL(storageUrl);
  return `s3://${host}${pathname}`;
}

/** The named files beside the objects. */
export function storedNames({ storageUrl, dataDir }: Where) {
  return openNamedFiles(storageUrl ?? join(dataDir, 'objects'), 'STORAGE_URL');
}

/** Looks for some of the objects that the database names: the oldest and the newest, whatever the scrub found about them. */
async function sampleObjects(db: Database, store: Pick<ObjectStore, 'stat'>): Promise<{ known: number; there: number }> {
  const some = (order: 'asc' | 'desc') =>
    db.selectFrom('stored_object').select(['sha256', 'size_bytes']).orderBy('due_at', order).limit(sampleSize).execute();
  const rows = new Map([...(await some('asc')), ...(await some('desc'))].map((row) => [row.sha256, row.size_bytes]));
  let there = 0;
  for (const [sha256, size] of rows) if ((await store.stat(sha256))?.sizeBytes === Number(size)) there += 1;
  return { known: rows.size, there };
}

/** From each end: enough to tell a store from an empty one, and few enough for a start. */
const sampleSize = 10;
