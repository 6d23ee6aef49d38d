import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { openDatabase, type Database } from '../../src/server/db/database.ts';

/** A migrated database of this test file's own, dropped when the file is done. Read its fields inside tests, not before. */
export function testDatabase(): { db: Database; pool: Pool } {
  const open = {} as { db: Database; pool: Pool };
  const { host, port, user } = inject('cluster');
  const name = `t_${randomBytes(6).toString('hex')}`;
  beforeAll(async () => {
    await asAdmin(`create database ${name} template house`);
    Object.assign(open, openDatabase({ host, port, user, database: name }, 12));
  });
  afterAll(async () => {
    await open.db?.destroy();
    await asAdmin(`drop database if exists ${name} with (force)`);
  });
  return open;

  async function asAdmin(statement: string): Promise<void> {
    const admin = openDatabase({ host, port, user, database: 'postgres' }, 1);
    await admin.pool.query(statement).finally(() => admin.db.destroy());
  }
}
