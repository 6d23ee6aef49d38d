import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { insertUsers, pick, randomNumbers, randomUser } from '../../../../test/installation/factories/many-users.ts';
import { rounds } from '../../../../test/rounds.ts';
import { balanceList, balanceListOfType } from '../../business/points/balance-list.ts';
import { giftList } from '../../business/points/gift-list.ts';
import { captureList } from '../../business/captures/capture-list.ts';
import { evidenceList } from '../../business/evidence/evidence-list.ts';
import { adminLoginList, userLoginList } from '../../access/login-logs/login-log.ts';
import { trailList } from '../trail/trail-list.ts';
import { userList } from '../../business/users/user-list.ts';
import type { Database } from '../../platform/db/database.ts';
import { compactListCounts } from './feature.ts';

const database = testDatabase();

test('counters are exact in every snapshot while rows change, transactions fail and two servers compact', async () => {
  const work = { writers: 4, looks: 0 };
  const writer = async (seed: number): Promise<void> => {
    const random = randomNumbers(seed);
    for (let i = 0; i < rounds(120) || work.looks <= 10; i += 1)
      await writeSomething(database.db, random, seed * 100_000 + i * 10).catch(rolledBack);
    work.writers -= 1;
  };
  const until = async (act: () => Promise<unknown>): Promise<void> => {
    while (work.writers > 0) await act();
  };
  const reader = async (): Promise<void> => {
    work.looks += 1;
    expect(await disagreements()).toEqual([]);
  };
  await Promise.all([
    writer(1),
    writer(2),
    writer(3),
    writer(4),
    until(() => compactListCounts(database.db)),
    until(() => compactListCounts(database.db)),
    until(reader),
    until(reader),
  ]);
  await compactListCounts(database.db);
  expect(await disagreements()).toEqual([]);
  expect(await deltas()).toBe(0);
});

test('bulk inserts, a truncation and a recount leave exact counters', async () => {
  const random = randomNumbers(5);
  await insertUsers(
    database.db,
    Array.from({ length: 3000 }, (_, index) => randomUser(random, 5_000_000 + index)),
  );
  expect(await disagreements()).toEqual([]);
  // Tables that refer to users refuse `truncate`; this test disables that.
  await sql`create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$`.execute(
    database.db,
  );
  await sql`truncate users cascade`.execute(database.db);
  expect(await disagreements()).toEqual([]);
  await sql`alter table users disable trigger user`.execute(database.db);
  await insertUsers(
    database.db,
    Array.from({ length: 500 }, (_, index) => randomUser(random, 6_000_000 + index)),
  );
  await sql`alter table users enable trigger user`.execute(database.db);
  await sql`select recount_list('users'), recount_list('users:checked_at'), recount_list('balances')`.execute(database.db);
  expect(await disagreements()).toEqual([]);
});

test('a change of what is not counted leaves no delta', async () => {
  await compactListCounts(database.db);
  await database.db.updateTable('users').set({ last_login_at: new Date(), tax_number: '变更' }).execute();
  expect(await deltas()).toBe(0);
});

test.each(
  [userList, evidenceList, balanceList, balanceListOfType, giftList, captureList, trailList, adminLoginList, userLoginList].map(
    ({ spec }) => ({ name: spec.name, spec }),
  ),
)('what the list $name says is counted is what the database counts', async ({ spec }) => {
  const name = spec.counters ?? spec.name;
  const names = [name, ...Object.values(spec.ranges).map((column) => `${name}:${column}`)];
  const { rows } = await sql<{
    list: string;
    facets: string[];
    term_facet: string;
    term_columns: string[];
    term_function: string;
    time_column: string;
  }>`select * from list_declared where source = ${spec.table} and list = any(${names}) order by list`.execute(database.db);
  const facets = spec.counted.map((columns) => columns.join('+'));
  const { keyword } = spec;
  const searched = keyword && {
    term_facet: keyword.facet ?? '',
    term_columns: keyword.beginning === undefined ? keyword.columns : [keyword.beginning, 'file_status'],
    term_function: keyword.beginning === undefined ? 'search_terms' : 'beginning_terms',
  };
  const terms = searched ?? { term_facet: null, term_columns: null };
  expect(rows).toMatchObject([
    { list: name, facets: expect.arrayContaining(facets) as string[], time_column: spec.time, ...terms },
    ...Object.values(spec.ranges).map((column) => ({
      list: `${name}:${column}`,
      facets: expect.arrayContaining(facets) as string[],
      time_column: column,
    })),
  ]);
});

async function writeSomething(db: Database, random: () => number, index: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('users')
      .values(Array.from({ length: 3 }, (_, i) => randomUser(random, index + i)))
      .execute();
    const some = sql<boolean>`id % 17 = ${Math.floor(random() * 17)}`;
    const act = pick(random, ['review', 'rename', 'move', 'remove', 'touch', 'fail'] as const);
    if (act === 'review') await tx.updateTable('users').set({ status: 'approved', checked_at: new Date() }).where(some).execute();
    if (act === 'rename') await tx.updateTable('users').set({ name: sql`name || '新'` }).where(some).execute();
    if (act === 'move') await tx.updateTable('users').set({ registered_at: sql`registered_at - interval '31 days'` }).where(some).execute();
    if (act === 'remove') await tx.deleteFrom('users').where(some).execute();
    if (act === 'touch') await tx.updateTable('users').set({ last_login_at: new Date() }).where(some).execute();
    if (act === 'fail') throw new Error('rolled back');
  });
}

/** Writers of the same rows may deadlock; that transaction is rolled back too, and must leave no trace. */
function rolledBack(error: unknown): void {
  expect(String(error)).toMatch(/rolled back|deadlock detected/);
}

/** Differences between the counters and count(*), compared in one statement and thus one snapshot. */
async function disagreements(): Promise<unknown[]> {
  const { rows } = await sql`
    with kept as (
      select list, facet, day, sum(n) as n from (
        select list, facet, bucket as day, n from list_count where level = 'day'
        union all select list, facet, day, n from list_count_delta) c group by 1, 2, 3 having sum(n) <> 0),
    counted as (
      select 'users' as list, f.facet, list_day(registered_at) as day, count(*) as n
      from users cross join lateral (values (type), (type || '/' || status), (type || '/' || awaits)) f (facet) group by 2, 3
      union all
      select 'users:checked_at', f.facet, list_day(checked_at), count(*)
      from users cross join lateral (values (type), (type || '/' || status), (type || '/' || awaits)) f (facet)
        where checked_at is not null group by 2, 3
      union all
      select 'balances', '', list_day(registered_at), count(*) from users group by 3),
    kept_terms as (
      select list, term, sum(n) as n from (
        select list, term, n from list_term union all select d.list, t.term, t.n from list_term_delta d cross
          join lateral unnest(d.terms, d.n) t (term, n)) c
      group by 1, 2 having sum(n) <> 0),
    counted_terms as (
      select s.list, t.term, count(*) as n from users cross join lateral (values ('users', type), ('balances', '')) s (list, scope)
      cross join lateral unnest(search_terms(s.scope, name, mobile)) t (term) group by 1, 2),
    totals as (
      select facet, list_total('users', facet, null, null) as whole, list_total('users', facet, '2025-01-03', '2025-06-10') as days,
        (select count(*) from users where type = facet) as counted,
        (select count(*) from users where type = facet and registered_at >= '2025-01-03 00:00+08'
          and registered_at < '2025-06-10 00:00+08') as counted_days
      from (values ('personal'), ('enterprise')) f (facet))
    select 'days' as what, to_jsonb(k) as kept, to_jsonb(c) as counted from kept k full join counted c using (list, facet, day)
      where k.n is distinct from c.n
    union all
    select 'terms', to_jsonb(k), to_jsonb(c) from kept_terms k full join counted_terms c using (list, term) where k.n is distinct from c.n
    union all
    select 'totals', to_jsonb(t), null from totals t where whole <> counted or days <> counted_days`.execute(database.db);
  return rows;
}

async function deltas(): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select ((select count(*) from list_count_delta) + (select count(*) from list_term_delta))::int as n`.execute(database.db);
  return rows[0]?.n ?? -1;
}
