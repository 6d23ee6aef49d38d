import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { openDatabase, type Database } from '../../src/server/db/database.ts';

/**
 * A migrated database of this test file's own. It is left to its cluster, which is thrown away whole after the run. Read its fields
 * inside tests, not before. @param templateOf names what it is a copy of.
 */
export function testDatabase(templateOf = () => Promise.resolve('installation')): { db: Database; pool: Pool } {
  const open = {} as { db: Database; pool: Pool };
  const { host, port, user } = inject('cluster');
  const name = `t_${randomBytes(6).toString('hex')}`;
  beforeAll(async () => {
    const template = await templateOf();
    // However busy the machine.
    const admin = openDatabase({ host, port, user, database: 'postgres', connectionTimeoutMillis: 120_000 }, 1);
    // Copied by files, not block by block through the log: a third of the time.
    await admin.pool.query(`create database ${name} template ${template} strategy file_copy`).finally(() => admin.db.destroy());
    Object.assign(open, openDatabase({ host, port, user, database: name }, 12));
  });
  afterAll(async () => {
    await open.db?.destroy();
  });
  return open;
}
