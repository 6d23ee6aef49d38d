import { fsck } from '../../../src/cli/check/fsck.ts';
import type { User } from '../model/house.ts';
import { line, same, sameLines, type Checked } from './compare.ts';

/** What lies in the tables, and what `fsck` derives of it: the ledger's sums, the trail, the log, money, events, files. */
export async function checkStored(office: Checked): Promise<string[]> {
  const { db, pool, config, house } = office;
  const users = [...house.users.values()];
  const { text, failed } = await fsck.run({ db, pool, config, args: ['--objects'] });
  return [
    ...(failed ? text.split('\n').filter((found) => /broken|faulty|says| has | is /.test(found)) : []),
    ...(await checkRows(office, users)),
    ...(await checkBookings(office, users)),
    ...(await checkReviews(office, users)),
  ];
}

async function checkRows({ pool }: Checked, users: readonly User[]): Promise<string[]> {
  const count = async (table: string): Promise<number> => {
    const { rows } = await pool.query<{ count: string }>(`select count(*) from ${table}`);
    return Number(rows[0]?.count);
  };
  const sum = (of: (user: User) => number): number => users.reduce((total, user) => total + of(user), 0);
  return [
    ...same('rows of users', await count('users'), users.length),
    ...same(
      'rows of payments',
      await count('payment'),
      sum(({ notices }) => notices.length),
    ),
    ...same(
      'rows of refunds',
      await count('refund'),
      sum(({ applications }) => applications.filter(({ pay }) => pay === 5).length),
    ),
    ...same(
      'rows of front-end logins',
      await count('user_login'),
      sum(({ logins }) => logins),
    ),
  ];
}

async function checkBookings({ pool }: Checked, users: readonly User[]): Promise<string[]> {
  const { rows } = await pool.query<{ user_id: string; balance: string }>('select user_id, balance from points_account');
  const kept = new Map(rows.map(({ user_id, balance }) => [user_id, Number(balance)]));
  return sameLines(
    'balances in the ledger',
    users.map(({ id }) => line(id, kept.get(id) ?? 0)),
    users.map(({ id, bookings }) =>
      line(
        id,
        bookings.reduce((total, { points }) => total + points, 0),
      ),
    ),
  );
}

async function checkReviews({ pool }: Checked, users: readonly User[]): Promise<string[]> {
  const { rows } = await pool.query<{ user_id: string; result: string; reason: string; verifier: string }>(
    'select user_id, result, reason, verifier from check_record',
  );
  return sameLines(
    'check records',
    rows.map(({ user_id, result, reason, verifier }) => line(user_id, result, reason, verifier)),
    users.flatMap(({ id, checks }) => checks.map(({ status, reason, by }) => line(id, status === 1 ? 'passed' : 'failed', reason, by))),
  );
}
