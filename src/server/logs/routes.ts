import type { logCalls, LoginRow } from '../../contract/logs.ts';
import { loginResult } from '../../domain/codes.ts';
import { formatTime } from '../../domain/time.ts';
import type { Database } from '../db/database.ts';
import type { Handlers } from '../http/mount.ts';
import { listAdminLogins, listUserLogins, type Login } from './login-log.ts';

export function logRoutes(db: Database): Handlers<typeof logCalls> {
  return {
    async getLoginLog({ type, page, limit }) {
      const { rows, total } = await (type === 'admin' ? listAdminLogins(db, page, limit) : listUserLogins(db, page, limit));
      return { count: total, list: rows.map(loginRowOf) };
    },
  };
}

function loginRowOf(login: Login): LoginRow {
  const { id, name, mobile, ip, result } = login;
  return { id, account_id: login.accountId ?? '', name, mobile, login_time: formatTime(login.time), ip, result: loginResult.label(result) };
}
