import { sql } from 'kysely';
import type { LoginResult } from '../../domain/codes.ts';
import type { Database } from '../db/database.ts';

/** One attempt to sign in, of an operator or of a user of the front end. */
export interface Login {
  readonly id: string;
  /** Null for an attempt under an unknown account name. */
  readonly accountId: string | null;
  readonly name: string;
  /** Of a front-end user; empty for operators. */
  readonly mobile: string;
  readonly time: Date;
  readonly ip: string;
  readonly result: LoginResult;
}

/** The operators' attempts, failures too, newest first, with their exact number. */
export async function listAdminLogins(db: Database, page: number, limit: number): Promise<{ rows: Login[]; total: number }> {
  const rows = await db
    .selectFrom('admin_login')
    .select(['id', 'account_id as accountId', 'name', sql<string>`''`.as('mobile'), 'login_time as time', 'ip', 'result'])
    .orderBy('login_time', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { n } = await db.selectFrom('admin_login').select(countAll).executeTakeFirstOrThrow();
  return { rows, total: n };
}

/** The front end's sign-ins, newest first, with their exact number. */
export async function listUserLogins(db: Database, page: number, limit: number): Promise<{ rows: Login[]; total: number }> {
  const rows = await db
    .selectFrom('user_login')
    .innerJoin('users', 'users.id', 'user_login.user_id')
    .select(['user_login.id', 'user_login.user_id as accountId', 'users.name', 'users.mobile', 'login_time as time', 'user_login.ip'])
    .orderBy('login_time', 'desc')
    .orderBy('user_login.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { n } = await db.selectFrom('user_login').select(countAll).executeTakeFirstOrThrow();
  return { rows: rows.map((row) => ({ ...row, result: 'success' as const })), total: n };
}

const countAll = sql<number>`count(*)::int`.as('n');
