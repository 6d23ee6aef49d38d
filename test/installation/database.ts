import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { openDatabase, type Database } from '../../src/server/db/database.ts';

/**
 * Creates a migrated database for this test file. It is deleted with its cluster after the run. Read its fields inside tests, not before.
 * @param templateOf names the template that it is a copy of.
 */
export function testDatabase(templateOf = () => Promise.resolve('installation')): { db: Database; pool: Pool } {
  const open = {} as { db: Database; pool: Pool };
  const { host, port, user } = inject('cluster');
  const name = `t_${randomBytes(6).toString('hex')}`;
  beforeAll(async () => {
    const template = await templateOf();
    // Enough even for a very busy machine.
    const admin = openDatabase({ host, port, user, database: 'postgres', connectionTimeoutMillis: 120_000 }, 1);
    // Copying by files takes a third of the time of copying block by block through the log.
    await admin.pool.query(`create database ${name} template ${template} strategy file_copy`).finally(() => admin.db.destroy());
    Object.assign(open, openDatabase({ host, port, user, database: name }, 12));
  });
  afterAll(async () => {
    await open.db?.destroy();
  });
  return open;
}
