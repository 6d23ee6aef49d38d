import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { openDatabase, type Database } from '../../src/server/platform/db/database.ts';

/**
 * Creates a migrated database for this test file and drops it afterwards: a thousand files of it are removed in a moment then, but not from
 * a disk that they have reached. Read its fields inside tests, not before.
 * @param templateOf names the template that it is a copy of.
 */
export function testDatabase(templateOf = () => Promise.resolve('installation')): { db: Database; pool: Pool } {
  const open = {} as { db: Database; pool: Pool };
  const { host, port, user, keepsDatabases } = inject('cluster');
  const name = `t_${randomBytes(6).toString('hex')}`;
  const asAdmin = async (statement: string) => {
    // Enough even for a very busy machine.
    const admin = openDatabase({ host, port, user, database: 'postgres', connectionTimeoutMillis: 120_000 }, 1);
    await admin.pool.query(statement).finally(() => admin.db.destroy());
  };
  beforeAll(async () => {
    const template = await templateOf();
    // Copying by files takes a third of the time of copying block by block through the log.
    await asAdmin(`create database ${name} template ${template} strategy file_copy`);
    Object.assign(open, openDatabase({ host, port, user, database: name }, 12));
  });
  afterAll(async () => {
    await open.db?.destroy();
    if (!keepsDatabases) await asAdmin(`drop database if exists ${name} with (force)`);
  });
  return open;
}
