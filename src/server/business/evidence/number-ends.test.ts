import { expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';

const installation = testApp();

it('finds evidence by the end of its number, in groups, in full width and with invisible marks, in list and search', async () => {
  const { db } = installation;
  const user = { type: 'personal' as const, name: '张三', mobile: '13704098599', registered_at: new Date() };
  const { id: user_id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
  const number = '2026112845FFF54CE0DC8AECAA40A413';
  for (const one of [number, `F${number.slice(1, 26)}000000`, number.slice(26).padEnd(32, 'B')])
    await db
      .insertInto('evidence')
      .values({ number: one, user_id, type: 'personal', kind: 'file', title: '合同', file_name: 'a', saved_at: new Date() })
      .execute();
  const by = await installation.signIn('admin@example.com');
  const listed = async (keyword: string) => {
    const { data } = await by.get<{ list: { baoquan: string }[] }>('/api/ajax/data/getSaveDataList', {
      type: 1,
      page: 1,
      limit: 10,
      keyword,
    });
    return data.list.map(({ baoquan }) => baoquan);
  };
  const found = async (keyword: string) => {
    const { data } = await by.get<{ list: { hits: { id: string }[] }[] }>('/api/ajax/search/find', { keyword });
    return data.list.flatMap(({ hits }) => hits.map(({ id }) => id));
  };
  // https://github.com/signalapp/Signal-Android/issues/11630, https://github.com/woocommerce/woocommerce/issues/58000: what copying leaves.
  const pasted = [
    number,
    number.toLowerCase(),
    '2026 1128 45FF F54C E0DC 8AEC AA40 A413',
    '2026-1128-45FF-F54C-E0DC-8AEC-AA40-A413',
    '２０２６１１２８４５ＦＦＦ５４ＣＥ０ＤＣ８ＡＥＣＡＡ４０Ａ４１３',
    `\u202d${number}\u202c`,
    `\u2066${number.slice(0, 16)}\u200b${number.slice(16)}\u2069\ufeff`,
    `'${number}`,
    `“${number}”`,
    `证书编号：${number}`,
    '2026 1128 45FF',
    '8AECAA40A413',
    '8aec aa40 a413',
    'AA40 A413',
  ];
  for (const text of pasted) expect([await listed(text), await found(text)], text).toEqual([[number], [number]]);
  const both = [number, number.slice(26).padEnd(32, 'B')].toSorted();
  expect([(await listed('40A413')).toSorted(), (await found('40A413')).toSorted()]).toEqual([both, both]);
  expect(await listed('0A413')).toEqual([]);
});

it('asks the index of ends', async () => {
  const { rows } = await installation.pool
    .query<{ 'QUERY PLAN': string }>(
      `set enable_seqscan = off; explain select id from evidence u where reverse(u.number) >= 'A' and reverse(u.number) < 'B'`,
    )
    .then((answer) => (Array.isArray(answer) ? answer[1] : answer) as { rows: { 'QUERY PLAN': string }[] });
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('evidence_number_ends');
});
