import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { testLists } from '../../../../test/installation/factories/lists.ts';
import { insertUsers, pick, randomNumbers, randomUser } from '../../../../test/installation/factories/many-users.ts';
import { rounds } from '../../../../test/rounds.ts';
import { type BalanceFilters, listBalances, type ListedBalance, streamBalances } from './balance-list.ts';
import { compactListCounts } from '../../desk/lists/feature.ts';
import { grant } from './ledger.ts';

const database = testDatabase();
const opened = testLists(database);
const random = randomNumbers(11);

beforeAll(async () => {
  await insertUsers(
    database.db,
    Array.from({ length: 2000 }, (_, index) => randomUser(random, index)),
  );
  const some = await database.db.selectFrom('users').select('id').where(sql<boolean>`id % 9 = 0`).execute();
  await database.db.transaction().execute(async (tx) => {
    for (const { id } of some)
      await grant(tx, {
        userId: id,
        points: 1 + Math.floor(random() * 50),
        source: pick(random, ['giftContract', 'giftRecharge', 'giftTest', 'giftOther', 'recharge']),
        reference: id,
      });
  });
  await compactListCounts(database.db);
});

test('pages and totals under any filters are those of plain SQL, each row with the sums of its own user', async () => {
  for (let i = 0; i < rounds(80); i += 1) {
    const filters: BalanceFilters = {
      type: pick(random, [undefined, 'personal', 'enterprise'] as const),
      keyword: pick(random, ['', '', '张', '科技', '公司', '00', 'a', '𠮷', '%', '张伟', '没有', '10000']),
    };
    const [page, limit] = [1 + Math.floor(random() * 40), pick(random, [1, 10, 100])];
    const wanted = await plain(filters);
    for (const on of [opened.lists, opened.eager]) {
      const { rows, total } = await listBalances(on, filters, { page, limit });
      expect({ total, rows }, JSON.stringify({ filters, page, limit })).toEqual({
        total: wanted.length,
        rows: wanted.slice((page - 1) * limit, page * limit),
      });
    }
  }
});

test('the stream is the whole list in its order', async () => {
  for (const filters of [{ keyword: '' }, { type: 'personal', keyword: '科技' }] as const) {
    const streamed: ListedBalance[] = [];
    for await (const batch of streamBalances(opened.lists, filters)) streamed.push(...batch);
    expect(streamed).toEqual(await plain(filters));
  }
});

/** The sums recomputed from the transfers. */
async function plain({ type, keyword }: BalanceFilters): Promise<ListedBalance[]> {
  const folded = keyword.toLowerCase();
  const { rows } = await sql<ListedBalance>`
    select u.id, u.type, u.name, u.mobile, s.contract, s.recharge, s.test, s.other, s.points
    from users u left join lateral (
      select sum(t.points) as points, sum(case when h.kind = 'giftContract' then t.points else 0 end) as contract,
        sum(case when h.kind = 'giftRecharge' then t.points else 0 end) as recharge,
        sum(case when h.kind = 'giftTest' then t.points else 0 end) as test,
          sum(case when h.kind = 'giftOther' then t.points else 0 end) as other
      from points_account a join points_transfer t on t.to_account = a.id join points_account h on h.id = t.from_account
        where a.user_id = u.id) s on true
    where (${type ?? null}::text is null or u.type = ${type ?? null})
      and (position(${folded} in lower(u.name collate "C")) > 0 or position(${folded} in u.mobile) > 0)
    order by u.registered_at desc, u.id desc`.execute(database.db);
  return rows;
}
