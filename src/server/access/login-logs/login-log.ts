import { defineList } from '../../desk/lists/list.ts';

/** An account id is matched only as a whole: as an n-gram, one or two digits would match most IP addresses. */
const wholeAccount = { column: 'account', form: /^[1-9]\d{0,9}$/, isEither: true } as const;

/** Operators' attempts to sign in, including failures, newest first. Declared in migrations/baseline/0005_access.sql. */
export const adminLoginList = defineList({
  name: 'admin_logins',
  table: 'admin_login',
  time: 'login_time',
  columns: { id: 'id', accountId: 'account_id', name: 'name', time: 'login_time', ip: 'ip', result: 'result', way: 'way' },
  counted: [[], ['result']],
  keyword: { columns: ['username', 'name', 'ip'], exact: wholeAccount },
  ranges: {},
});

/** The front end's sign-ins, newest first, each with its user's current name. Declared in migrations/baseline/0006_users.sql. */
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
