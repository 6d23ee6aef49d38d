import { randomBytes } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { insertUsers, pick, randomNumbers, randomUser } from '../../../../test/installation/factories/many-users.ts';
import { compactListCounts } from '../../desk/lists/feature.ts';
import { type Lists, openLists } from '../../desk/lists/pools.ts';
import { listPage } from '../../desk/lists/list-page.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { evidenceList } from './evidence-list.ts';

const database = testDatabase();
const random = randomNumbers(15);
const opened: { lists?: Lists } = {};
let userIds: string[] = [];
beforeAll(async () => {
  await insertUsers(
    database.db,
    Array.from({ length: 20 }, (_, index) => randomUser(random, 7_000_000 + index)),
  );
  userIds = (await database.db.selectFrom('users').select('id').orderBy('id').execute()).map(({ id }) => id);
  // Bounds so low that a few hundred rows exercise every way of reading a page.
  opened.lists = openLists(database.pool.options, { near: 10, sorted: 5, confirmed: 40, hot: 20 });
});
afterAll(() => opened.lists?.close());

const day = 86_400_000;
/** 2025-12-31 00:00 in Shanghai. */
const start = Date.UTC(2025, 11, 30, 16);
const types = ['personal', 'enterprise'] as const;
const statuses = ['stored', 'uploading', 'missing'] as const;

function randomEvidence(): Insertable<Tables['evidence']> {
  const atMidnight = pick(random, [0, -1, 1, Math.floor(random() * day)]);
  return {
    // Few distinct first digits, so that beginnings are shared.
    number: `${pick(random, ['A', 'A1', 'AB', 'AB1', '0', 'F'])}${randomBytes(16).toString('hex').toUpperCase()}`.slice(0, 32),
    user_id: pick(random, userIds),
    type: pick(random, types),
    kind: pick(random, ['file', 'photo', 'web', 'video'] as const),
    title: '一份证据',
    file_name: 'a.jpg',
    file_status: pick(random, statuses),
    saved_at: new Date(start + Math.floor(random() * 5) * 10 * day + atMidnight),
  };
}

/** Runs several statements in one transaction; some transactions are rolled back. */
async function change(): Promise<void> {
  await database.db
    .transaction()
    .execute(async (tx) => {
      await tx
        .insertInto('evidence')
        .values(Array.from({ length: 1 + Math.floor(random() * 30) }, randomEvidence))
        .execute();
      const some = sql<boolean>`id % 7 = ${Math.floor(random() * 7)}`;
      const act = pick(random, ['status', 'time', 'owner', 'number', 'remove', 'fail'] as const);
      if (act === 'status')
        await tx
          .updateTable('evidence')
          .set({ file_status: pick(random, statuses) })
          .where(some)
          .execute();
      if (act === 'time') await tx.updateTable('evidence').set({ saved_at: sql`saved_at - interval '31 days'` }).where(some).execute();
      if (act === 'owner')
        await tx
          .updateTable('evidence')
          .set({ type: pick(random, types), kind: pick(random, ['file', 'move'] as const) })
          .where(some)
          .execute();
      if (act === 'number')
        await tx.updateTable('evidence').set({ number: sql`overlay(number placing 'F' from 1 for 1)` }).where(some).execute();
      if (act === 'remove') await tx.deleteFrom('evidence').where(some).execute();
      if (act === 'fail') throw new Error('rolled back');
    })
    .catch((error: unknown) => expect(String(error)).toContain('rolled back'));
}

test('after random inserts, updates and deletes every total is count(*) and every page the rows of the plain query', async () => {
  for (let round = 0; round < 40; round += 1) {
    await change();
    if (round % 9 === 0) await compactListCounts(database.db);
    if (round % 4 === 3) for (let look = 0; look < 12; look += 1) await compare();
  }
});

async function compare(): Promise<void> {
  const shown_in = pick(random, types);
  const file_status = pick(random, [undefined, ...statuses]);
  const keyword = pick(random, [undefined, 'A', 'ab', 'AB1', 'F', 'AB12', '%', '证', await someNumber()]);
  const from = new Date(start + Math.floor(random() * 50 - 40) * day);
  const time = pick(random, [undefined, undefined, { from, until: new Date(from.getTime() + Math.ceil(random() * 40) * day) }]);
  const slice = { page: pick(random, [1, 1, 2, 5, 30]), limit: pick(random, [1, 5, 10]) };
  const lists = opened.lists;
  if (!lists) throw new Error('not open');
  const page = await listPage(lists, evidenceList, { facets: { shown_in, file_status }, keyword, time, ...slice });
  const matching = database.db
    .selectFrom('evidence')
    .where('shown_in', '=', shown_in)
    .$if(file_status !== undefined, (query) => query.where('file_status', '=', file_status ?? 'stored'))
    .$if(keyword !== undefined, (query) => query.where(sql<boolean>`starts_with(number, ${keyword?.toUpperCase() ?? ''})`))
    .$if(time !== undefined, (query) => query.where('saved_at', '>=', time?.from ?? from).where('saved_at', '<', time?.until ?? from));
  const rows = await matching
    .select('number')
    .orderBy('saved_at', 'desc')
    .orderBy('id', 'desc')
    .limit(slice.limit)
    .offset((slice.page - 1) * slice.limit)
    .execute();
  const { total } = await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const asked = { shown_in, file_status, keyword, time, ...slice };
  expect({ asked, total: page.total, numbers: page.rows.map(({ number }) => number) }).toEqual({
    asked,
    total,
    numbers: rows.map(({ number }) => number),
  });
}

async function someNumber(): Promise<string> {
  return (await database.db.selectFrom('evidence').select('number').orderBy('number').limit(1).execute())[0]?.number ?? 'A';
}
