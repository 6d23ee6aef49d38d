import type { Database } from '../db/database.ts';
import type { ObjectStore } from '../storage/store.ts';
import { hashPassword } from '../session/sign-in.ts';
import { demoAccounts } from './accounts.ts';

export async function isNewDatabase(db: Database): Promise<boolean> {
  return (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) === undefined;
}

export async function seedDemo(db: Database, _store: ObjectStore, _log: (line: string) => void): Promise<void> {
  const password_hash = await hashPassword(demoAccounts.password);
  await db.insertInto('role').values([{ id: '2', position: '审核员', description: '', nodes: [1, 2, 3, 4, 5, 27, 28] }]).execute();
  await db.insertInto('account').values([
    { username: 'admin@example.com', realname: '管理员', mobile: '', role_id: '1', password_hash },
    { username: 'reviewer@example.com', realname: '王审核', mobile: '', role_id: '2', password_hash },
  ]).execute();
}
