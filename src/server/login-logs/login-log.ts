import { defineList } from '../lists/list.ts';

/** The number of an account is found by the whole of it: as an n-gram, a digit or two would find most addresses' rows too. */
const wholeAccount = { column: 'account', form: /^[1-9]\d{0,9}$/, isEither: true } as const;

/** Operators' attempts to sign in, failures too, newest first. Declared in migrations/0005_access.sql. */
export const adminLoginList = defineList({
  name: 'admin_logins',
  table: 'admin_login',
  time: 'login_time',
  columns: { id: 'id', accountId: 'account_id', name: 'name', time: 'login_time', ip: 'ip', result: 'result', way: 'way' },
  counted: [[], ['result']],
  keyword: { columns: ['username', 'name', 'ip'], exact: wholeAccount },
  ranges: {},
});

/** The front end's sign-ins, newest first, each under its user's present name. Declared in migrations/0006_users.sql. */
export const userLoginList = defineList({
  name: 'user_logins',
  table: 'user_login',
  time: 'login_time',
  columns: { id: 'id', accountId: 'user_id', time: 'login_time', ip: 'ip' },
  join: { table: 'users', key: 'id', of: 'user_id', columns: { name: 'name', mobile: 'mobile' } },
  counted: [[]],
  keyword: { columns: ['mobile', 'ip'], exact: wholeAccount },
  ranges: {},
});
