import { defineList } from '../db/list.ts';

/** Operators' attempts to sign in, failures too, newest first. Declared in migration 0021. */
export const adminLoginList = defineList({
  name: 'admin_logins',
  table: 'admin_login',
  time: 'login_time',
  columns: { id: 'id', accountId: 'account_id', name: 'name', time: 'login_time', ip: 'ip', result: 'result' },
  counted: [[], ['result']],
  ranges: {},
});

/** The front end's sign-ins, newest first, each under its user's present name and mobile. Declared in migration 0021. */
export const userLoginList = defineList({
  name: 'user_logins',
  table: 'user_login',
  time: 'login_time',
  columns: { id: 'id', accountId: 'user_id', time: 'login_time', ip: 'ip' },
  beside: { table: 'users', key: 'id', of: 'user_id', columns: { name: 'name', mobile: 'mobile' } },
  counted: [[]],
  ranges: {},
});
