import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { testLists } from '../../../../test/installation/factories/lists.ts';
import { insertUsers, pick, randomNumbers, randomUser } from '../../../../test/installation/factories/many-users.ts';
import { rounds } from '../../../../test/rounds.ts';
import { payStatus } from '../../../domain/business/codes/orders.ts';
import { userType } from '../../../domain/business/codes/users.ts';
import type { Database } from '../../platform/db/database.ts';
import { compactListCounts } from '../../desk/lists/feature.ts';
import { streamRows } from '../../desk/lists/stream.ts';
import { listPage } from '../../desk/lists/list-page.ts';
import { chargeList, orderList } from './order-lists.ts';
import { invoiceList } from '../invoices/invoice-list.ts';

const database = testDatabase();
const opened = testLists(database);
const random = randomNumbers(22);

beforeAll(async () => {
  await insertUsers(
    database.db,
    Array.from({ length: 60 }, (_, index) => randomUser(random, index)),
  );
  // Mobiles and names that contain a date, and so look like the beginning of an order number.
  const datelike = [
    { mobile: '12026010177' },
    { mobile: '10020260101' },
    { mobile: '20260101' },
    { name: '20260101科技' },
    { name: '北京20260102科技' },
    { name: '20260101AAAA' },
  ];
  await insertUsers(
    database.db,
    datelike.map((user, index) => ({ ...randomUser(random, 100 + index), ...user })),
  );
  await recharges(database.db, random, 0, 1500);
});

test('what the lists say is counted and added up is what the database counts', async () => {
  for (const { spec } of [orderList, chargeList, invoiceList]) {
    const { rows } = await sql<{
      facets: string[];
      term_columns: string[];
      term_function: string;
      time_column: string;
      sum_columns: string[];
    }>`select * from list_declared where list = ${spec.name} and source = ${spec.table}`.execute(database.db);
    const facets = spec.counted.map((columns) => columns.join('+'));
    const number = spec.keyword?.number === undefined ? [] : [spec.keyword.number];
    expect(rows).toMatchObject([
      {
        facets: expect.arrayContaining(facets) as string[],
        term_columns: [...number, ...(spec.keyword?.columns ?? [])],
        term_function: number.length > 0 ? 'numbered_terms' : 'search_terms',
        time_column: spec.time,
        sum_columns: spec.summed,
      },
    ]);
  }
});

test('pages, totals and sums under any filters are those of plain SQL', async () => {
  for (let i = 0; i < rounds(150); i += 1) {
    const facets = { type: pick(random, [undefined, ...userType.names]), pay_status: pick(random, [undefined, ...payStatus.names]) };
    const keyword = pick(random, [
      '',
      '',
      '',
      '张',
      '科技',
      '公司',
      '00',
      '1',
      'a',
      '𠮷',
      '%',
      '张伟',
      '没有',
      '20260101',
      '20260101AAAA',
      '20260101aaaa0',
      '20260102',
      '20260102科',
      '202601017',
      '20260101科技',
      '0260101',
      '20260102aa',
      '20261302',
      '202601AA',
      'AA',
      'aa1',
      'AAA1',
      '0101aa',
      '101AAAF0000',
      '0000000012',
      '10000000012',
      '10000000007',
      '1A0',
      '000',
      '张A1',
      'T42',
      't4200012',
      '12000000001',
      '00001z',
      '20260102000',
      'AAT4',
      '42',
    ]);
    const time = pick(random, [
      undefined,
      undefined,
      span(40, 90),
      span(0, 1),
      always,
      { from: new Date(start + 12_345_678), until: new Date(start + 987_654_321) },
    ]);
    const [page, limit] = [1 + Math.floor(random() * 30), pick(random, [1, 10, 100])];
    const wanted = await plain({ ...facets, keyword, time });
    for (const on of [opened.lists, opened.eager]) {
      const { rows, total, sums } = await listPage(on, chargeList, { facets, keyword, time, page, limit });
      expect({ total, sums, rows: rows.map(({ orderNo }) => orderNo) }, JSON.stringify({ facets, keyword, time, page, limit })).toEqual({
        total: wanted.numbers.length,
        sums: wanted.sums,
        rows: wanted.numbers.slice((page - 1) * limit, page * limit),
      });
    }
  }
});

test.each(['20260101', '20260101a', '202601017', '20260102', '20260101aa20260102'])(
  '%s finds numbers, mobiles and names alike, page by page and in the stream',
  async (keyword) => {
    const wanted = await plain({ type: undefined, pay_status: undefined, keyword, time: undefined });
    expect(wanted.numbers.length).toBeGreaterThan(0);
    for (const on of [opened.lists, opened.eager]) {
      const pages: string[] = [];
      for (let page = 1; (page - 1) * 37 < wanted.numbers.length; page += 1)
        pages.push(...(await listPage(on, chargeList, { facets: {}, keyword, page, limit: 37 })).rows.map(({ orderNo }) => orderNo));
      expect(pages).toEqual(wanted.numbers);
    }
    const streamed: string[] = [];
    for await (const batch of streamRows(opened.lists, chargeList, { facets: {}, keyword }))
      streamed.push(...batch.map(({ orderNo }) => orderNo));
    expect(streamed).toEqual(wanted.numbers);
  },
);

test.each(['张', '科技', '00', '1'])(
  'of %s alone, total and sums are those of plain SQL, from the counters or from the rows',
  async (keyword) => {
    const wanted = await plain({ type: undefined, pay_status: undefined, keyword, time: undefined });
    for (const on of [opened.lists, opened.eager])
      for (const page of [1, 2]) {
        const { rows, total, sums } = await listPage(on, chargeList, { facets: {}, keyword, page, limit: 10 });
        expect({ total, sums, rows: rows.map(({ orderNo }) => orderNo) }).toEqual({
          total: wanted.numbers.length,
          sums: wanted.sums,
          rows: wanted.numbers.slice((page - 1) * 10, page * 10),
        });
      }
  },
);

test('sums are exact in every snapshot while orders are paid, changed and rolled back and two servers compact', async () => {
  const work = { writers: 3, looks: 0 };
  const writer = async (seed: number): Promise<void> => {
    const own = randomNumbers(seed);
    for (let i = 0; i < rounds(60) || work.looks <= 5; i += 1)
      await writeSomething(database.db, own, seed * 100_000 + i * 10).catch(rolledBack);
    work.writers -= 1;
  };
  const until = async (act: () => Promise<unknown>): Promise<void> => {
    while (work.writers > 0) await act();
  };
  const look = async (): Promise<void> => {
    work.looks += 1;
    expect(await disagreements()).toEqual([]);
  };
  await Promise.all([
    writer(3),
    writer(4),
    writer(5),
    until(() => compactListCounts(database.db)),
    until(() => compactListCounts(database.db)),
    until(look),
  ]);
  await look();
  await compactListCounts(database.db);
  await look();
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from list_count_delta`.execute(database.db);
  expect(rows).toEqual([{ n: 0 }]);
  await sql`select recount_list('charges'), recount_list('recharges:paid_at')`.execute(database.db);
  await look();
});

const start = Date.parse('2025-01-01T00:00:00+08:00');
const dayMs = 86_400_000;

/** 0001-01-01 to 9999-12-31, the widest range that can be entered. */
const always = { from: new Date('0000-12-31T16:00:00Z'), until: new Date('9999-12-31T16:00:00Z') };

function span(from: number, until: number): { from: Date; until: Date } {
  return { from: new Date(start + from * dayMs), until: new Date(start + until * dayMs) };
}

async function recharges(db: Database, own: () => number, first: number, count: number): Promise<void> {
  await sql`insert into recharge_order (order_no, user_id, type, name, mobile, points, amount_fen, pay_status, pay_type, trade_no,
    paid_at, created_at)
    select case when n % 100 = 3 then '20260101AA20260102' || lpad(n::text, 6, '0') else '20260101' || upper(lpad(to_hex(n), 4,
      'A')) || lpad(n::text, 12, '0') end, u.id, u.type, u.name, u.mobile, 1 + (n * 7919) % 5000, 100 + (n * 104729) % 99999999,
      s.status, case when s.status = 'unpaid' then null else 'wechat' end,
        case when s.status = 'unpaid' then null when n % 3 = 0 then '20260102' || lpad(n::text, 20, '0')
          else 'T42000' || n || '12000000001Z' end, case when s.status in ('paid', 'refunded')
            then ${new Date(start)}::timestamptz + n * interval '7 hours' end,
      ${new Date(start)}::timestamptz + (n % 730) * interval '1 day' + case (n % 5)::int when 0 then interval '0' when 1
        then interval '-1 second' else n * interval '1 second' end
    from generate_series(${first}::bigint, ${first + count - 1}::bigint) n
    join users u on u.id = 1 + (n * 13) % 66 cross join lateral (select (array['unpaid', 'paid', 'failed', 'refunded',
      'paid'])[(1 + (n * 31 + ${Math.floor(own() * 5)}::int) % 5)::int] as status) s`.execute(db);
}

async function writeSomething(db: Database, own: () => number, index: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await recharges(tx, own, index, 3);
    const some = sql<boolean>`id % 17 = ${Math.floor(own() * 17)}`;
    const act = pick(own, ['pay', 'refund', 'dearer', 'fail'] as const);
    if (act === 'pay')
      await tx
        .updateTable('recharge_order')
        .set({ pay_status: 'paid', pay_type: 'alipay', trade_no: `P${index}`, paid_at: new Date() })
        .where(some)
        .where('pay_status', 'in', ['unpaid', 'failed'])
        .execute();
    if (act === 'refund')
      await tx.updateTable('recharge_order').set({ pay_status: 'refunded' }).where(some).where('pay_status', '=', 'paid').execute();
    // The program never does this, but a change of the sum alone must still be noticed.
    if (act === 'dearer') await tx.updateTable('recharge_order').set({ amount_fen: sql`amount_fen + 1` }).where(some).execute();
    if (act === 'fail') throw new Error('rolled back');
  });
}

function rolledBack(error: unknown): void {
  expect(String(error)).toMatch(/rolled back|deadlock detected/);
}

interface Filters {
  readonly type: string | undefined;
  readonly pay_status: string | undefined;
  readonly keyword: string;
  readonly time: { readonly from: Date; readonly until: Date } | undefined;
}

async function plain({ type, pay_status, keyword, time }: Filters): Promise<{ numbers: string[]; sums: number[] }> {
  const folded = keyword.toLowerCase();
  const isLong = Array.from(keyword).length >= 3;
  const { rows } = await sql<{
    order_no: string;
    recharged: string;
    consumed: string;
  }>`select order_no, recharged, consumed from charge_order
    where (${type ?? null}::text is null or type = ${type ?? null})
      and (${pay_status ?? null}::text is null or pay_status = ${pay_status ?? null})
      and (${time?.from ?? null}::timestamptz is null or (created_at >= ${time?.from ?? null} and created_at < ${time?.until ?? null}))
      and (position(${folded} in lower(name collate "C")) > 0 or position(${folded} in mobile) > 0
        or (${isLong} and (position(${folded} in lower(order_no)) > 0 or position(${folded} in lower(coalesce(trade_no, ''))) > 0)))
    order by created_at desc, id desc`.execute(database.db);
  const sum = (key: 'recharged' | 'consumed') => rows.reduce((total, row) => total + Number(row[key]), 0);
  return { numbers: rows.map(({ order_no }) => order_no), sums: [sum('recharged'), sum('consumed')] };
}

/** Differences between the counters and sum(), in one statement and so in one snapshot. */
async function disagreements(): Promise<unknown[]> {
  const { rows } = await sql`
    with kept as (
      select list, facet, day, sum(n) as n, sum(s1) as s1, sum(s2) as s2 from (
        select list, facet, bucket as day, n, s1, s2 from list_count where level = 'day'
        union all select list, facet, day, n, s1, s2 from list_count_delta) c
      where list in ('charges', 'recharges:paid_at') group by 1, 2, 3 having sum(n) <> 0 or sum(s1) <> 0 or sum(s2) <> 0),
    counted as (
      select 'charges' as list, f.facet, list_day(created_at) as day, count(*) as n, sum(recharged) as s1, sum(consumed) as s2
      from charge_order cross join lateral (values (''), (pay_status), (type), (type || '/' || pay_status), (order_type)) f (facet)
        group by 2, 3
      union all
      select 'recharges:paid_at', f.facet, list_day(paid_at), count(*), sum(amount_fen), sum(points)
      from recharge_order cross join lateral (values (''), (billing)) f (facet) where paid_at is not null group by 2, 3),
    kept_terms as (
      select term, sum(n) as n, sum(s1) as s1, sum(s2) as s2 from (
        select list, term, n, s1, s2 from list_term
        union all select d.list, t.* from list_term_delta d cross join lateral unnest(d.terms, d.n, d.s1, d.s2) t (term, n, s1, s2)) c
      where list = 'charges' group by 1 having sum(n) <> 0 or sum(s1) <> 0 or sum(s2) <> 0),
    counted_terms as (
      select t.term, count(*) as n, sum(recharged) as s1, sum(consumed) as s2 from charge_order cross
        join lateral unnest(numbered_terms('', numbers, name, mobile)) t (term) group by 1)
    select 'days' as what, to_jsonb(k) as kept, to_jsonb(c) as counted from kept k full join counted c using (list, facet, day)
    where (k.n, k.s1, k.s2) is distinct from (c.n, c.s1, c.s2)
    union all
    select 'terms', to_jsonb(k), to_jsonb(c) from kept_terms k full join counted_terms c using (term)
      where (k.n, k.s1, k.s2) is distinct from (c.n, c.s1, c.s2)
    union all
    select 'list', to_jsonb(r), to_jsonb(c) from recharge_order r full join charge_order c on c.recharge_id = r.id
      where c.transfer_id is null
      and (r.order_no, r.points, r.pay_status, r.pay_type, r.trade_no) is distinct
        from (c.order_no, c.points, c.pay_status, c.pay_type, c.trade_no)`.execute(database.db);
  return rows;
}
