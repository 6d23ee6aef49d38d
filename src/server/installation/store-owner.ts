import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Database } from '../db/database.ts';
import type { Config } from '../runtime/config.ts';
import { StorageError } from '../storage/store.ts';
import { installationId } from './identity.ts';
import { openNamedFiles } from './storage-url.ts';

type Where = Pick<Config, 'storageUrl' | 'dataDir'>;

/** The file beside the objects with the ID of the owning installation. A backup of another installation is not restored among them. */
const ownerName = 'installation-id';

/** The ID of the installation that owns the store; null if none has claimed it yet. */
export async function ownerOfStore(config: Where): Promise<string | null> {
  const file = await (await storedNames(config)).open(ownerName).catch((error: unknown) => {
    if (error instanceof StorageError) return null;
    throw error;
  });
  return file && (await text(file)).trim();
}

/** Claims the store for the database's installation, unless it is already claimed. */
export async function claimStore(config: Where, db: Database): Promise<void> {
  const id = await installationId(db);
  const files = await storedNames(config);
  if (id !== null && (await files.size(ownerName)) === null) await files.put(ownerName, Readable.from([Buffer.from(`${id}\n`)]), id.length);
}

/** The named files beside the objects. */
export function storedNames({ storageUrl, dataDir }: Where) {
  return openNamedFiles(storageUrl ?? join(dataDir, 'objects'), 'STORAGE_URL');
}
