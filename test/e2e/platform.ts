import { join } from 'node:path';
import { openDatabase, type Database } from '../../src/server/platform/db/database.ts';
import { attachEmbeddedPostgres } from '../../src/server/platform/postgres/embedded.ts';
import { addressIn } from '../../src/server/platform/postgres/postmaster.ts';
import { newCredential } from '../../src/server/business/users/credentials.ts';
import { isUnderSystemd } from '../installation/servers/under-systemd/under-systemd.ts';
import type { Key } from './intake-client.ts';

/** Runs work in the database of a server on `dataDir`, as another server or an administrator would. */
export async function inDatabase<Result>(dataDir: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  // Of a unit only the socket is seen here, not the processes.
  const address = isUnderSystemd ? addressIn(join(dataDir, 'run')) : (await attachEmbeddedPostgres(dataDir))?.address;
  if (!address) throw new Error('no server runs');
  const { db } = openDatabase(address, 2);
  return work(db).finally(() => db.destroy());
}

/** A platform client and a verified user of an installation without the demo. */
export async function addPlatform(db: Database): Promise<{ key: Key; userId: string }> {
  const key = newCredential();
  await db
    .insertInto('credential')
    .values({ ...key, kind: 'platform', user_id: null, name: '测试平台' })
    .execute();
  const { id: userId } = await db
    .insertInto('users')
    .values({ type: 'personal', name: '测试', mobile: '10000000001', status: 'approved', registered_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { key, userId };
}
