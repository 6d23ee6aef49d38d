import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { enterprise, viewDesk } from '../../../test/installation/scenarios/views.ts';
import { notarizationOrder, payer } from '../../../test/installation/factories/money.ts';
import { contract } from '../../contract/console/index.ts';
import { type ViewListName, viewLists } from '../../contract/console/views/view-lists.ts';

const installation = testApp();
const { people, holding, save, read, fresh, find, saved } = viewDesk(installation);
const march = (field: string) => ({ [field]: '2026-03-01 - 2026-03-31' });

describe('the number of a pinned view', () => {
  it('comes from the counters: two statements however many there are, and none where they do not know', async () => {
    const one = await holding(enterprise);
    const registered_at = new Date('2026-03-05T12:00:00+08:00');
    const users = ['甲', '乙', '丙'].map((name, at) => ({
      type: 'enterprise' as const,
      name,
      mobile: `1000000770${at}`,
      registered_at,
      status: at === 0 ? ('approved' as const) : ('pending' as const),
    }));
    await installation.db.insertInto('users').values(users).execute();
    const pin = (filters: Record<string, string>) => saved(one, { pinned: 1, filters: JSON.stringify(filters) });
    const wanted: [string, number | null][] = [
      [await pin({}), 3],
      [await pin({ status: '2' }), 2],
      [await pin({ registtime: '2026-03-05 - 2026-03-05', status: '3' }), 1],
      [await pin({ registtime: '2026-03-06 - 2026-03-31' }), 0],
      [await pin({ keyword: '甲' }), null],
      [await pin({ registtime: '2026-03-01 - 2026-03-31', realtime: '2026-03-01 - 2026-03-31' }), null],
      [await saved(one, {}), null],
    ];
    await read(one); // opens the connections
    const sent: string[] = [];
    const restore = noteStatements(sent);
    const views = await read(one);
    restore();
    expect(views.map(({ id, count }) => [id, count])).toEqual(wanted);
    const texts = sent.filter((text) => !/session|account_totp/.test(text));
    expect(texts.filter((text) => /\busers\b|count\(/i.test(text))).toEqual([]);
    expect(texts.map((text) => (text.includes('list_total') ? 'counters' : text.includes('list_view') ? 'views' : text))).toEqual([
      'views',
      'counters',
    ]);
  });

  it.each<[ViewListName, Record<string, string>[]]>([
    ['enterprise-users', [{}, { status: '2' }, { status: '5' }, march('registtime'), march('realtime')]],
    ['individual-users', [{}, { status: '1' }]],
    ['balances', [{}, { status: '2' }]],
    ['gifts', [{}, { userStatus: '1', type: '1' }]],
    ['enterprise-evidence', [{}, march('datetime')]],
    ['personal-evidence', [{}, march('datetime')]],
    ['applications', [{}, { pay: '1', status: '1' }, { sort: 'due' }, { ...march('datetime'), sort: 'due' }]],
    ['online-web', [{}, { status: 'SUCCESS', label: 'x' }, march('registtime')]],
    ['online-process', [{}, { status: 'FAIL' }]],
    ['online-move', [{}, { status: 'WAIT' }]],
    ['orders', [{}, { pay: '2' }, march('datetime')]],
    ['charges', [{}, { pay: '2', type: '1' }]],
    ['invoices', [{}, { status: '1' }]],
    ['feedback', [{}, { status: '1', type: '3' }]],
    ['admin-log', [{}, { result: '1' }]],
    ['user-log', [{}, march('datetime')]],
    ['trail', [{}, { action: '保存视图' }, { operator: '林岚' }]],
  ])('is that of the list itself: %s', async (list, choices) => {
    const { call, fixed } = viewLists[list];
    const { method, path } = contract[call];
    for (const filters of choices) {
      const { id } = (await save(people.admin, fresh({ list, filters: JSON.stringify(filters), pinned: 1 }))).data;
      const ask = method === 'GET' ? people.admin.get : people.admin.post;
      const rows = await ask<{ count: number }>(path, { ...fixed, ...filters });
      expect([filters, (await find(people.admin, id))?.count]).toEqual([filters, rows.data.count]);
      await people.admin.post('/api/ajax/view/delete', { id });
    }
  });

  it('is narrowed as the list is, where an operator sees their own applications alone', async () => {
    const [list, own] = [10, 37];
    const acceptor = await holding(list, own);
    await notarizationOrder(installation.db, await payer(installation.db));
    const id = await saved(acceptor, { list: 'applications', pinned: 1 });
    const all = (await people.admin.get<{ count: number }>('/api/ajax/data/getEvidencesList')).data.count;
    expect([all, (await find(acceptor, id))?.count]).toEqual([1, 0]);
  });

  it('is left out for lists that nobody counts', async () => {
    for (const list of ['roles', 'accounts']) {
      const id = await saved(people.admin, { list, pinned: 1 });
      expect((await find(people.admin, id))?.count).toBeNull();
      await people.admin.post('/api/ajax/view/delete', { id });
    }
  });
});

/** Records the statements sent to the database, until the returned function is called. */
function noteStatements(sent: string[]): () => void {
  const watched = Client.prototype as unknown as { query: (this: unknown, ...args: unknown[]) => unknown };
  const { query } = watched;
  watched.query = function (...args) {
    const [first] = args;
    sent.push(typeof first === 'string' ? first : String((first as { text?: unknown }).text));
    return query.apply(this, args);
  };
  return () => {
    watched.query = query;
  };
}
