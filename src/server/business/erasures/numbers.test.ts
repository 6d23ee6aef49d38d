import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCatalog } from '../../../../test/schema/catalog.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { applicationMaker } from '../../../../test/installation/factories/applications.ts';
import { eraseNext } from './execute.ts';
import { numbersPattern, textOfJson } from './personal-words.ts';
import { jsonColumns, otherColumns, writtenColumns } from './written-columns.ts';

const installation = testApp();
const make = applicationMaker(installation);

const mobile = '19966612345';
const idcard = '99000019900307661X';
const email = 'Lin.Yu@example.net';
const others = [
  '0571-88001234-801',
  'H123456(7)',
  '6222 0000 0000 0000 018',
  '南字第01234567号',
  '士字第P011816X号',
  '京A012345',
  '军7654321',
];
const pattern = numbersPattern({ names: [], numbers: [idcard, email, mobile, '云梦泽路八百八十八号', ...others] }) ?? '';

const spellings = [
  '19966612345',
  '199 6661 2345',
  '199-6661-2345',
  '1 9 9 6 6 6 1 2 3 4 5',
  '+8619966612345',
  '+86 199 6661 2345',
  '0086-19966612345',
  '8619966612345',
  '１９９６６６１２３４５',
  '＋８６　１９９　６６６１　２３４５',
  '199\u00a06661\u00a02345',
  '199–6661–2345',
  '199\u200b66612345',
  '99000019900307661X',
  '99000019900307661x',
  '990000 19900307 661X',
  '990000-19900307-661x',
  '９９００００１９９００３０７６６１Ｘ',
  '９９００００１９９００３０７６６１ｘ',
  '019966612345',
  '199/6661/2345',
  '199•6661•2345',
  '199，6661，2345',
  '199、6661、2345',
  '199*6661*2345',
  '199~6661~2345',
  '199    6661    2345',
  '199\u20606661\u20602345',
  '一九九六六六一二三四五',
  '𝟏𝟗𝟗𝟔𝟔𝟔𝟏𝟐𝟑𝟒𝟓',
  '990000/19900307/661X',
  '199      6661      2345',
  '199%206661%202345',
  '199&nbsp;6661&nbsp;2345',
  '幺九九六六六幺二三四五',
  '①⑨⑨⑥⑥⑥①②③④⑤',
  '¹⁹⁹⁶⁶⁶¹²³⁴⁵',
  '١٩٩٦٦٦١٢٣٤٥',
  '99OOOO199OO307661X',
  '九九○○○○一九九○○三○七六六一X',
  '99000019900307661×',
  '99000019900307661Х',
  '990000 19900307 661Ⅹ',
  '0571-88001234-801',
  '0571-88001234',
  'H1234567',
  '6222000000000000018',
  '6222-0000-0000-0000-018',
  '南字第01234567号',
  '南字第 01234567 號',
  '南字第01234567',
  '南字01234567',
  '南字第 ０１２３４５６７',
  '南字 第 0123 4567',
  '士字第P011816X',
  '士字第p011816x',
  '南01234567',
  '京A012345',
  '京a 012345',
  '京 A·012345',
  '京Ａ０１２３４５',
  '军7654321',
  '军 765-4321',
  '军字第7654321号',
  'Lin.Yu@example.net',
  'lin.yu@EXAMPLE.NET',
  'lin.yu＠example.net',
  'Lin.Yu @ example.net',
  'Lin . Yu@example . net',
  'lin.yu\u200b@example.net',
  'lin.yu%40example.net',
  'Lin.Yu(at)example.net',
  'Lin.Yu（AT）example.net',
  'lin.yu@example。net',
  'ＬＩＮ．ｙｕ＠example.net',
  'lin.yu+news@example.net',
  'Lin.Yu + news2026.a @example.net',
  'lin.yu#example.net',
  'lin.yu ＃ example.net',
  'lin.yu[at]example.net',
  'lin.yu 【at】 example.net',
  'lin.yu at example.net',
  'lin.yu(at)example(dot)net',
  'lin.yu [at] example [dot] net',
  '199 - - - 6661 - - - 2345',
  '199 ———— 6661 …… 2345',
  '990000 - - - 19900307 - - - 661X',
  String.raw`199\6661\2345`,
  String.raw`990000\\19900307\\661X`,
  '199\n6661\t2345',
  '199\u00016661\u001f2345',
  '990000 1990年03月07日 661X',
  '9900001990年03月07日661x',
  '990000 1990 年 3 月 7 日 661X',
  '990000一九九〇年零三月零七日661X',
];

describe('the numbers of a person who is erased', () => {
  it.each([mobile, email.toLowerCase(), String.raw`199\6661\2345`, '990000 19900307 661X'])(
    'are looked for in JSON at the ends of lines too: %s',
    async (spelled) => {
      const json = JSON.stringify({ reason: `转\n${spelled}\n\u0001${spelled}\t\\` });
      const { rows } = await sql<{ found: boolean }>`select ${textOfJson(sql`${json}::jsonb`)} ~* ${pattern} as found`.execute(
        installation.db,
      );
      expect(rows).toEqual([{ found: true }]);
    },
  );

  it.each(spellings)('are found as people spell them: %s', async (spelled) => {
    const filters = JSON.stringify({ keyword: spelled, list: [`a ${spelled} b`, 1], page: 2 });
    const { rows } = await sql<{
      rest: string;
      json: unknown;
    }>`select without_numbers(${`电话${spelled}，请回电`}::text, ${pattern}) as rest,
      without_numbers_json(${filters}::jsonb, ${pattern}) as json`.execute(installation.db);
    expect(rows[0]?.rest).toBe('电话已删除，请回电');
    expect(rows[0]?.json).toEqual({ keyword: '已删除', list: ['a 已删除 b', 1], page: 2 });
  });

  it.each(['(199)6661-2345', '(0571) 8800 1234', 'h123456（7）'])(
    'are found with brackets, of which the outer ones stay: %s',
    async (spelled) => {
      const { rows } = await sql<{ rest: string }>`select without_numbers(${spelled}::text, ${pattern}) as rest`.execute(installation.db);
      expect(rows[0]?.rest.replaceAll(/[()（）]/g, '')).toBe('已删除');
    },
  );

  it.each([
    '北字第01234567',
    '沪A012345',
    '京A0123456',
    '军76543210',
    '7654321',
    '南字第012345678',
    '119966612345',
    '199666123456',
    '199666 12346',
    'xlin.yu@example.net',
    'lin.yu@example.net.cn',
    'lin-yu@example.net',
    '990000199003076611',
    'lin.yu.news@example.net',
    'lin.yu+@example.com',
    'lin.yu+news@example.net.cn',
    'lin.yu@news+example.net',
    'lin.yu#example',
    'lin.yu looks at example.net',
    '990000 1990年03月08日 661X',
    '990000 1990年13月07日 661X',
    '199甲6661乙2345',
    '990000，1990年，03月生，07日，661X',
    `199${' '.repeat(13)}6661${' '.repeat(13)}2345`,
  ])('are not taken from another number: %s', async (other) => {
    const { rows } = await sql<{ rest: string }>`select without_numbers(${`见${other}。`}::text, ${pattern}) as rest`.execute(
      installation.db,
    );
    expect(rows[0]?.rest).toBe(`见${other}。`);
  });

  it('of few digits are taken from no list of numbers', async () => {
    const short = numbersPattern({ names: [], numbers: ['123456'] });
    const list = '1 - - - 2 - - - 3 - - - 4 - - - 5 - - - 6';
    const { rows } = await sql<{ rest: string }>`select without_numbers(${list}::text, ${short}) as rest`.execute(installation.db);
    expect(rows[0]?.rest).toBe(list);
  });

  it('make no pattern where there are none', () => {
    expect(numbersPattern({ names: ['林雨'], numbers: ['云梦泽路八百八十八号'] })).toBeNull();
  });
});

it.each(['+8619966612345', '86-199-6661-2345', '0086 19966612345'])('a mobile stored as %s is the same number', (stored) => {
  expect(numbersPattern({ names: [], numbers: [stored] })).toBe(numbersPattern({ names: [], numbers: [mobile] }));
});

describe('columns of text', () => {
  it('are each in the list of those that people fill, or in that of the others with the reason', async () => {
    const { tables } = await readCatalog(installation.pool);
    const actual = tables.flatMap(({ name, columns }) =>
      columns.filter(({ type }) => /text|json|char/.test(type)).map((column) => `${name}.${column.name}`),
    );
    const written = Object.entries(writtenColumns).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`));
    const others = Object.values(otherColumns)
      .flat()
      .flatMap((line) => {
        const [table = '', columns = ''] = line.split(': ');
        return columns.split(' ').map((column) => `${table}.${column}`);
      });
    const json = tables.flatMap(({ name, columns }) =>
      columns.filter(({ type }) => type === 'jsonb').map((column) => `${name}.${column.name}`),
    );
    expect(written.filter((column) => json.includes(column))).toEqual(jsonColumns);
    expect([...written, ...others].toSorted()).toEqual(actual.toSorted());
  });
});

describe('after an erasure', () => {
  let userId: string;
  let other: string;
  beforeAll(async () => {
    await make.open();
    await installation.db
      .updateTable('role')
      .set({ nodes: [1, 50, 51, 52, 2, 3, 5, 27, 28] })
      .where('id', '=', '2')
      .execute();
    userId = await make.user('personal');
    other = await make.user('personal');
    await installation.db.updateTable('users').set({ mobile, id_card: idcard }).where('id', '=', userId).execute();
  });

  it('no column that people fill holds the numbers, whoever the row is about; everything else stays', async () => {
    const admin = await installation.signIn('admin@example.com');
    const first = await installation.signIn('reviewer@example.com');
    const second = await installation.signIn('other@example.com');
    const said = '转自１９９ ６６６１ 2345和99000019900307661x';
    const { db } = installation;
    const note = { subject: `user/${other}`, body: `${said}的介绍` };
    await db.insertInto('note').values({ object: note.subject, author_id: '1', author: '管理员', body: note.body }).execute();
    for (const name of ['找+86 199-6661-2345', '19966612345'])
      await db
        .insertInto('list_view')
        .values({
          owner_id: '1',
          list: 'users',
          name,
          filters: JSON.stringify({ keyword: '199 6661 2345' }),
          columns: '[]',
          density: 'normal',
        })
        .execute();
    const { mobile: otherMobile } = await db.selectFrom('users').select('mobile').where('id', '=', other).executeTakeFirstOrThrow();
    const gift = { mobile: otherMobile, type: 1, pointsType: 4, points: 5, explain: '见990000 19900307 661X' };
    await db.updateTable('users').set({ status: 'approved' }).where('id', '=', other).execute();
    expect(await admin.post('/api/ajax/user/updatePoints', gift)).toMatchObject({ code: 200 });
    const earlier = await first.post<{ id: string }>('/api/user/requestErasure', { user_id: other, reason: said });
    expect(await second.post('/api/user/decideErasure', { id: earlier.data.id, status: 0, reason: '与19966612345重复' })).toMatchObject({
      code: 200,
    });

    const asked = await first.post<{ id: string }>('/api/user/requestErasure', { user_id: userId, reason: `本人书面要求，${said}` });
    expect(await second.post('/api/user/decideErasure', { id: asked.data.id, status: 1 })).toMatchObject({ code: 200 });
    expect(await eraseNext(db)).toBe(true);

    expect(await db.selectFrom('note').select('body').execute()).toEqual([{ body: '转自已删除和已删除的介绍' }]);
    const views = await db.selectFrom('list_view').select(['id', 'name', 'filters']).orderBy('id').execute();
    expect(views.map(({ name, filters }) => [name, filters])).toEqual(views.map(({ id }) => [`已删除 ${id}`, { keyword: '已删除' }]));
    expect(await db.selectFrom('points_gift').select('note').where('user_id', '=', other).where('note', '<>', '').execute()).toEqual([
      { note: '见已删除' },
    ]);
    expect(await db.selectFrom('erasure').select(['reason', 'outcome']).where('id', '=', earlier.data.id).execute()).toEqual([
      { reason: '转自已删除和已删除', outcome: '与已删除重复' },
    ]);
    expect(await db.selectFrom('erasure').select('reason').where('id', '=', asked.data.id).executeTakeFirst()).toEqual({
      reason: '本人书面要求，转自已删除和已删除',
    });
    for (const [table, columns] of Object.entries({ ...writtenColumns, trail: ['before', 'after'] }))
      for (const column of columns) {
        const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(column)}::text ~* ${pattern}`.execute(db);
        expect([table, column, rows.length]).toEqual([table, column, 0]);
      }
    await expect(installation.pool.query(`update erasure set outcome = '' where id = ${earlier.data.id}`)).rejects.toThrow(
      'stays as it was decided',
    );
  });
});
