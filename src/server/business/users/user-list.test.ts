import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { testLists } from '../../../../test/installation/factories/lists.ts';
import { insertUsers, pick, pieces, randomNumbers, randomUser, start } from '../../../../test/installation/factories/many-users.ts';
import { rounds } from '../../../../test/rounds.ts';
import { plainText, twinsOf } from '../../../domain/kit/text/twins.ts';
import { spellingsOf, typedKeyword, typedName } from '../../../domain/kit/text/typed.ts';
import { identitySpellings } from '../../../domain/kit/text/identity-number.ts';
import type { TimeRange } from '../../../domain/kit/text/time.ts';
import { compactListCounts } from '../../desk/lists/feature.ts';
import { openLists } from '../../desk/lists/pools.ts';
import { listUsers, streamUsers, type UserFilters } from './user-list.ts';

const database = testDatabase();
const opened = testLists(database);
const random = randomNumbers(7);

beforeAll(async () => {
  await insertUsers(
    database.db,
    Array.from({ length: 5000 }, (_, index) => randomUser(random, index)),
  );
  await compactListCounts(database.db);
});

test('totals and pages under any filters are those of count(*) and OFFSET, however rows are added, changed and removed', async () => {
  for (let round = 0; round < 6; round += 1) {
    for (let i = 0; i < rounds(40); i += 1)
      await expectLikePlainSql(randomFilters(), 1 + Math.floor(random() * 60), pick(random, [1, 10, 100]));
    await disturb(round);
    if (round % 2 === 0) await compactListCounts(database.db);
  }
});

test('any keyword finds what a literal LIKE finds of any spelling of it in the name or the mobile', async () => {
  const { rows } = await sql<{ name: string; mobile: string }>`select name, mobile from users order by id limit 2000`.execute(database.db);
  for (let i = 0; i < rounds(120); i += 1) {
    const { name, mobile } = pick(random, rows);
    const source = Array.from(pick(random, [name, name, mobile, pick(random, pieces) + pick(random, pieces)]) || '无');
    const from = Math.floor(random() * source.length);
    const keyword = source.slice(from, from + 1 + Math.floor(random() * 4)).join('');
    await expectLikePlainSql({ type: 'personal', keyword: pick(random, [keyword, keyword.toUpperCase()]) }, 1, 100);
  }
  await expectLikePlainSql({ type: 'enterprise', keyword: '%' }, 1, 100);
  await expectLikePlainSql({ type: 'personal', keyword: '没有的名字' }, 1, 10);
});

test.each(['with the index of mobiles in names', 'while that index is not built'])(
  'a whole mobile finds who has it and whose name holds it, %s',
  async (when) => {
    const { db } = database;
    const sought = when.startsWith('with') ? '10612345678' : '10712345678';
    const at = when.startsWith('with') ? 960_000 : 970_000;
    const few = (index: number) => ({ ...randomUser(random, at + index), type: 'personal' as const, id_card: '' });
    await insertUsers(db, [
      { ...few(1), mobile: sought, name: '张伟' },
      { ...few(2), mobile: sought, type: 'enterprise' },
      { ...few(3), name: `用户${sought}` },
      { ...few(4), name: `${sought}9${sought}`, status: 'pending' },
      { ...few(5), name: `1${sought}` },
      { ...few(6), name: `${sought.slice(0, 6)} ${sought.slice(6)}` },
    ]);
    if (when.startsWith('while')) await sql`drop index users_mobiles_in_names`.execute(db);
    for (const type of ['personal', 'enterprise'] as const)
      for (const status of [undefined, 'pending', 'supplementary'] as const)
        await expectLikePlainSql({ type, keyword: sought, ...(status && { status }) }, 1, 10);
    expect((await listUsers(opened.lists, { type: 'personal', keyword: sought }, { page: 1, limit: 10 })).total).toBe(4);
    const streamed: string[] = [];
    for await (const batch of streamUsers(opened.lists, { type: 'personal', keyword: sought })) streamed.push(...batch.map(({ id }) => id));
    expect(streamed).toHaveLength(4);
  },
);

test('a whole identity-card number finds its holder, in either case of the last letter, and a part of it nobody', async () => {
  const { id, id_card, type } = await database.db
    .selectFrom('users')
    .select(['id', 'id_card', 'type'])
    .where('id_card', 'like', '%X')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const found = await listUsers(opened.lists, { type, keyword: id_card.toLowerCase() }, { page: 1, limit: 100 });
  expect(found.rows.map((row) => row.idCard)).toEqual(found.rows.map(() => id_card));
  expect(found.rows.map((row) => row.id)).toContain(id);
  expect((await listUsers(opened.lists, { type, keyword: id_card.slice(0, 17) }, { page: 1, limit: 10 })).total).toBe(0);
});

test.each([
  ['an old card', '990101900101123'],
  ['a card of Hong Kong', 'H1234567(8)'],
  ['a passport', 'E12345678'],
  ['a number that is a piece of mobiles too', '10003'],
])('the whole number of %s finds its holder, and those whose name or mobile holds it', async (_case, idCard) => {
  const { db } = database;
  const few = (index: number) => ({
    ...randomUser(random, 900_000 + index),
    type: 'personal' as const,
    id_card: '',
    name: '张伟',
    mobile: `101${String(index).padStart(8, '0')}`,
  });
  const at = await db
    .selectFrom('users')
    .select((of) => of.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  const rows = [
    { ...few(Number(at.n)), id_card: idCard },
    { ...few(Number(at.n) + 1), name: `${idCard}公司` },
    { ...few(Number(at.n) + 2), name: idCard.toLowerCase(), id_card: idCard },
    { ...few(Number(at.n) + 3), type: 'enterprise' as const, id_card: idCard },
  ];
  await insertUsers(db, rows);
  await expectLikePlainSql({ type: 'personal', keyword: idCard }, 1, 100);
  await expectLikePlainSql({ type: 'enterprise', keyword: idCard.toLowerCase() }, 1, 100);
  await expectLikePlainSql(
    { type: 'personal', keyword: idCard, status: 'pending', registered: { from: new Date(start), until: new Date(start + 400 * dayMs) } },
    1,
    10,
  );
  const found = await listUsers(opened.lists, { type: 'personal', keyword: idCard }, { page: 1, limit: 100 });
  expect(found.rows.filter((row) => row.idCard === idCard).length).toBe(2);
  const streamed: string[] = [];
  for await (const batch of streamUsers(opened.lists, { type: 'personal', keyword: idCard }))
    streamed.push(...batch.map((user) => user.id));
  expect(streamed).toEqual(found.rows.map((row) => row.id));
});

test.each([
  ['A765432(1)', ['A765432(1)', 'a7654321', 'A765432/1', 'A765432-1']],
  ['B7654321', ['B765432(1)', 'B7654321', 'B765432/1']],
  ['1/765432/8', ['1/765432/8', '1765432(8)', '17654328']],
  [
    '南字第07654321号',
    ['南字第07654321号', '南字07654321', '南字第０７６５４３２１号', '（2016）南字第07654321號', '军官证：南字第07654321号'],
  ],
  ['士字第P765432X号', ['士字第P765432X号', '士字第p765432x']],
  ['E76543218', ['E76543218', '护照 E76543218', '护照号码：e76543218', 'Passport No. E76543218']],
])('the paper %s is found by its whole number in any spelling', async (idCard, spelled) => {
  const at = 980_000 + Number(idCard.codePointAt(0));
  await insertUsers(database.db, [
    { ...randomUser(random, at), type: 'personal', name: '张伟', mobile: `104${at}00`.slice(0, 11), id_card: idCard },
  ]);
  for (const keyword of spelled)
    for (const on of [opened.lists, opened.eager])
      expect((await listUsers(on, { type: 'personal', keyword: typedKeyword(keyword) }, { page: 1, limit: 10 })).rows).toMatchObject([
        { idCard },
      ]);
  expect((await listUsers(opened.lists, { type: 'personal', keyword: idCard.slice(0, -2) }, { page: 1, limit: 10 })).total).toBe(0);
});

test.each(['王\u200b伍', '王\u200d陆', '王\u3000柒', '王\u00a0捌', '王\u{e0100}玖', 'Zoe\u0301 Q', "Z O'Brien"])(
  'a name of before, %j, is found by the name itself',
  async (name) => {
    const at = 990_000 + Array.from(name).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
    await insertUsers(database.db, [{ ...randomUser(random, at), type: 'personal', name, mobile: `103${at}00`.slice(0, 11), id_card: '' }]);
    const keyword = typedKeyword(`${name}\n`);
    await expectLikePlainSql({ type: 'personal', keyword }, 1, 10);
    expect((await listUsers(opened.lists, { type: 'personal', keyword }, { page: 1, limit: 10 })).rows).toMatchObject([{ name }]);
  },
);

test('a whole tax number finds its enterprise, in either case, and a part of it nobody', async () => {
  const { db } = database;
  const company = {
    ...randomUser(random, 950_000),
    type: 'enterprise' as const,
    id_card: '',
    name: '张伟科技',
    mobile: '10512345678',
    tax_number: '91990000ma7777777x',
  };
  await insertUsers(db, [company]);
  for (const keyword of ['91990000ma7777777x', '91990000MA7777777X']) {
    for (const on of [opened.lists, opened.eager])
      expect(await listUsers(on, { type: 'enterprise', keyword }, { page: 1, limit: 10 })).toMatchObject({
        total: 1,
        rows: [{ mobile: company.mobile }],
      });
  }
  expect((await listUsers(opened.lists, { type: 'enterprise', keyword: '91990000MA7777777' }, { page: 1, limit: 10 })).total).toBe(0);
  expect((await listUsers(opened.lists, { type: 'personal', keyword: company.tax_number }, { page: 1, limit: 10 })).total).toBe(0);
});

test('all pages together are the whole list, once and in order; so is the stream', async () => {
  const filters: UserFilters[] = [
    { type: 'personal', keyword: '' },
    { type: 'personal', status: 'pending', keyword: '' },
    { type: 'personal', status: 'supplementary', keyword: '' },
    { type: 'enterprise', keyword: '张' },
    { type: 'personal', keyword: '有限公司' },
    { type: 'personal', keyword: '', registered: { from: new Date(start + 1), until: new Date(start + 200 * dayMs - 1) } },
    { type: 'personal', keyword: '', checked: { from: new Date(start), until: new Date(start + 300 * dayMs) } },
  ];
  for (const filter of filters) {
    const whole = await plain(filter, 1, 1_000_000);
    const pages: string[] = [];
    for (let page = 1; (page - 1) * 37 < whole.total; page += 1)
      pages.push(...(await listUsers(opened.lists, filter, { page, limit: 37 })).rows.map((row) => row.id));
    expect(pages).toEqual(whole.ids);
    const streamed: string[] = [];
    for await (const batch of streamUsers(opened.lists, filter)) streamed.push(...batch.map((user) => user.id));
    expect(streamed).toEqual(whole.ids);
  }
});

test('sizes of pages leave few statements prepared on a connection', async () => {
  const one = openLists({ ...database.pool.options, max: 1 });
  try {
    const filters: UserFilters[] = [
      { type: 'personal', keyword: '' },
      { type: 'personal', keyword: '张' },
      { type: 'personal', keyword: '张伟明' },
      { type: 'personal', keyword: '', checked: { from: new Date(start), until: new Date(start + 300 * dayMs) } },
    ];
    for (const filter of filters) for (let limit = 1; limit <= 60; limit += 1) await listUsers(one, filter, { page: 1, limit });
    for (let limit = 1; limit <= 60; limit += 1) await listUsers(one, { type: 'personal', keyword: '' }, { page: 20, limit });
    const prepared = await Promise.all(
      Array.from({ length: 8 }, () => one.hot.query<{ n: number }>('select count(*)::int as n from pg_prepared_statements')),
    );
    // One or two statement shapes per filter, and one for far pages, in four sizes.
    for (const { rows } of prepared) expect(rows[0]?.n).toBeLessThanOrEqual((filters.length * 2 + 1) * 4);
    expect((await one.heavy.query<{ n: number }>('select count(*)::int as n from pg_prepared_statements')).rows[0]?.n).toBe(0);
  } finally {
    await one.close();
  }
});

test('a keyword that very many rows would have to be read for is refused in words, unless other filters leave few', async () => {
  const wary = openLists(database.pool.options, { near: 0, sorted: 5, confirmed: 20, hot: 50, searched: 400 });
  try {
    const common: UserFilters = { type: 'personal', keyword: '1000' };
    await expect(listUsers(wary, common, { page: 1, limit: 10 })).rejects.toThrow('关键字过于常见，请补充关键字或缩小时间范围后重试');
    const registered = { from: new Date(start), until: new Date(start + dayMs / 2) };
    const found = await listUsers(wary, { ...common, registered }, { page: 1, limit: 10 });
    expect({ total: found.total, ids: found.rows.map(({ id }) => id) }).toEqual(await plain({ ...common, registered }, 1, 10));
    expect(found.total).toBeGreaterThan(0);
  } finally {
    await wary.close();
  }
});

test('a search that takes too long is ended, refused in words, and the next one works', async () => {
  const hasty = openLists(database.pool.options, { near: 0, sorted: 5, confirmed: 20, hot: 50, heavyMs: 1000 });
  const filters: UserFilters = { type: 'personal', status: 'pending', keyword: '1000' };
  try {
    // The one connection of heavy reads gets a view in which each row takes a second.
    await hasty.heavy.query("create temp view users as select * from public.users where pg_sleep(1)::text = ''");
    await expect(listUsers(hasty, filters, { page: 1, limit: 10 })).rejects.toThrow('查询耗时过长，请补充关键字或缩小时间范围后重试');
    await hasty.heavy.query('set statement_timeout = 0; drop view pg_temp.users');
    const found = await listUsers({ ...hasty, turns: { ...hasty.turns, heavyMs: 60_000 } }, filters, { page: 1, limit: 10 });
    expect({ total: found.total, ids: found.rows.map(({ id }) => id) }).toEqual(await plain(filters, 1, 10));
  } finally {
    await hasty.close();
  }
});

test('a stream that is left early gives its connection back', async () => {
  for (let i = 0; i < 5; i += 1) {
    for await (const batch of streamUsers(opened.lists, { type: 'personal', keyword: '' })) {
      expect(batch[0]?.type).toBe('personal');
      break;
    }
  }
  expect(opened.lists.streams.idleCount).toBe(opened.lists.streams.totalCount);
});

async function expectLikePlainSql(filters: UserFilters, page: number, limit: number): Promise<void> {
  const wanted = await plain(filters, page, limit);
  for (const on of [opened.lists, opened.eager]) {
    const ours = await listUsers(on, filters, { page, limit });
    expect({ total: ours.total, ids: ours.rows.map((row) => row.id) }, JSON.stringify({ filters, page, limit })).toEqual(wanted);
  }
}

/** The same page from the simplest possible SQL. */
async function plain(
  { type, status, keyword, registered, checked }: UserFilters,
  page: number,
  limit: number,
): Promise<{ total: number; ids: string[] }> {
  let query = database.db.selectFrom('users').where('type', '=', type);
  if (status === 'supplementary') query = query.where('repair', '=', 'pending');
  else if (status) query = query.where('status', '=', status);
  if (registered) query = query.where('registered_at', '>=', registered.from).where('registered_at', '<', registered.until);
  if (checked) query = query.where('checked_at', '>=', checked.from).where('checked_at', '<', checked.until);
  const spellings = spellingsOf(keyword);
  const has = (spelling: string) => {
    const twins = [...new Set(spelling)].flatMap((plain) => twinsOf(plain).map((twin) => [twin, plain] as const));
    const [from, to] = [twins.map(([twin]) => twin).join(''), twins.map(([, plain]) => plain).join('')];
    return sql<boolean>`position(${spelling} in translate(lower(name collate "C"), ${from}::text, ${to}::text)) > 0`;
  };
  if (keyword !== '')
    query = query.where((where) =>
      where.or([
        ...spellings.map((spelling) => has(plainText(spelling))),
        ...spellings.map((spelling) => sql<boolean>`position(lower(${spelling}) in mobile) > 0`),
        ...withBlanks(keyword),
        where.and([where('id_card', 'in', [keyword.toUpperCase(), ...identitySpellings(keyword)]), where('id_card', '<>', '')]),
      ]),
    );
  const rows = await query
    .select('id')
    .orderBy('registered_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { n } = await query.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  return { total: n, ids: rows.map((row) => row.id) };
}

/** Names that have the keyword once their blanks are left out, and one of these behind an ideograph of it. */
function withBlanks(keyword: string): RawBuilder<boolean>[] {
  const letters = typedName(keyword).replaceAll(/\s/g, '').toLowerCase();
  const before = Array.from(letters)
    .slice(0, -1)
    .filter((letter) => /\p{Script=Han}/u.test(letter));
  if (before.length === 0) return [];
  return [sql<boolean>`position(${letters} in translate(lower(name), ' ', '')) > 0 and name ~ ${`[${before.join('')}] `}`];
}

function randomFilters(): UserFilters {
  return {
    type: pick(random, ['personal', 'enterprise'] as const),
    status: pick(random, [undefined, undefined, 'pending', 'approved', 'supplementary'] as const),
    keyword: pick(random, ['', '', '', '张', '科技', '公司', '00', '0010', 'a', '𠮷', '张伟']),
    registered: pick(random, [undefined, undefined, randomRange()]),
    checked: pick(random, [undefined, undefined, undefined, randomRange()]),
  };
}

function randomRange(): TimeRange {
  const from = start + Math.floor(random() * 400) * dayMs + pick(random, [0, 0, 1, 3_600_000]);
  return { from: new Date(from), until: new Date(from + pick(random, [1000, dayMs, 31 * dayMs, 365 * dayMs, 40 * dayMs + 5000])) };
}

async function disturb(round: number): Promise<void> {
  const { db } = database;
  await insertUsers(
    db,
    Array.from({ length: 50 }, (_, index) => randomUser(random, 10_000 + round * 1000 + index)),
  );
  await sql`update users set status = 'approved', checked_at = registered_at + interval '1 day'
    where status = 'pending' and id % 7 = ${round}`.execute(db);
  await sql`update users set name = name || '科技', registered_at = registered_at - interval '25 hours' where id % 31 = ${round}`.execute(
    db,
  );
  await sql`update users set repair = case repair when 'pending' then 'approved' else 'pending' end
    where status = 'approved' and id % 5 = ${round % 5}`.execute(db);
  await sql`update users set last_login_at = now() where id % 11 = ${round}`.execute(db);
  await sql`delete from users where id % 41 = ${round}`.execute(db);
}

const dayMs = 86_400_000;
