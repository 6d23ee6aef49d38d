import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import type { Database } from '../../../src/server/platform/db/database.ts';

export const password = 'Test2026';

/** Operators that every test database has: one of role 1, one reviewer, one whose role has no nodes. */
export async function seedAccounts(db: Database): Promise<void> {
  const roles = [
    { id: '2', position: '审核员', description: '', nodes: [1, 2, 3, 4, 5, 27, 28, 36] },
    { id: '3', position: '无权限', description: '', nodes: [] },
  ];
  await db.insertInto('role').values(roles).execute();
  const password_hash = await hash(password);
  const people = [
    { id: '1', username: 'admin@example.com', realname: '管理员', role_id: '1' },
    { id: '2', username: 'reviewer@example.com', realname: '王审核', role_id: '2' },
    { id: '3', username: 'other@example.com', realname: '李审核', role_id: '2' },
    { id: '4', username: 'nobody@example.com', realname: '赵无权', role_id: '3' },
  ];
  await db
    .insertInto('account')
    .values(people.map((person) => ({ ...person, mobile: `1200000000${person.id}`, password_hash })))
    .execute();
  for (const table of ['role', 'account'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(db);
}
