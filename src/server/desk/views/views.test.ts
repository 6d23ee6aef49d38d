import { Client } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testApp } from '../../../../test/installation/app.ts';
import { operators } from '../../../../test/installation/factories/access.ts';
import { notarizationOrder, payer } from '../../../../test/installation/factories/money.ts';
import { contract } from '../../../contract/console/index.ts';
import { type ViewListName, viewLists } from '../../../contract/console/view-lists.ts';
import type { ViewRow } from '../../../contract/console/views.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import { viewLimits } from '../../../domain/business/codes/views.ts';

const installation = testApp();
const { role, account, holding } = operators(installation);
const [enterprise, individual] = [2, 3];

type Session = Awaited<ReturnType<typeof holding>>;
type Admin = Awaited<ReturnType<typeof installation.signIn>>;
type Caller = { get: Session['get']; post: Session['post'] };
type Listed = { list: ViewRow[]; count: number };

/** Two operators of one role, one of another, and role 1. */
const people = {} as { owner: Session; colleague: Session; stranger: Session; admin: Admin };
beforeAll(async () => {
  const shared = await role([enterprise, individual]);
  const member = async (name: string) => {
    const made = await account(shared, name);
    return { ...(await installation.signIn(made.username)), ...made, roleId: shared };
  };
  people.owner = await member('林岚');
  people.colleague = await member('周同');
  people.stranger = await holding(enterprise);
  people.admin = await installation.signIn('admin@example.com');
});

const save = (who: Caller, fields: Record<string, string | number>) =>
  who.post<{ id: string; msg?: string }>('/api/ajax/view/save', fields);
const read = async (who: Caller, list = '') => (await who.get<Listed>('/api/ajax/view/getList', { list })).data.list;
const find = async (who: Caller, id: string) => (await read(who)).find((view) => view.id === id);
let made = 0;
const fresh = (change: Record<string, string | number> = {}) => ({ list: 'enterprise-users', name: `视图${(made += 1)}`, ...change });
async function saved(who: Caller, change: Record<string, string | number> = {}): Promise<string> {
  const { code, data } = await save(who, fresh(change));
  expect([code, data]).toEqual([200, { id: expect.stringMatching(/^\d+$/) as string }]);
  return data.id;
}
const lastAct = async (id: string) => {
  const acts = await installation.db.selectFrom('trail').selectAll().where('object', '=', `view/${id}`).orderBy('id', 'desc').execute();
  return acts.map(({ action, actor_name }) => [action, actor_name]);
};
const columns = JSON.stringify([
  { title: '企业名称', width: 240, hidden: 0 },
  { title: '税号', width: 0, hidden: 1 },
]);

describe('a view', () => {
  it('keeps filters, columns and density under a name, and comes back as it was saved', async () => {
    const fields = { name: '  待审企业 ', filters: '{"status":"2","keyword":"科技"}', columns, density: 2 };
    const answer = await save(people.owner, { list: 'enterprise-users', ...fields });
    expect(answer).toMatchObject({ code: 200, message: '新增成功' });
    expect(await read(people.owner, 'enterprise-users')).toEqual([
      {
        id: answer.data.id,
        list: 'enterprise-users',
        name: '待审企业',
        filters: { status: '2', keyword: '科技' },
        dropped: [],
        columns: JSON.parse(columns) as unknown,
        density: 2,
        scope: 1,
        scope_name: '仅自己',
        owner_id: people.owner.id,
        owner: '林岚',
        position: '',
        editable: 1,
        is_default: 0,
        pinned: 0,
        count: null,
        version: '1',
        update_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
      },
    ]);
    expect(await read(people.owner, 'individual-users')).toEqual([]);
    expect(await lastAct(answer.data.id)).toEqual([['保存视图', '林岚']]);
  });

  it('changes in what is given alone, and not from a version that is gone', async () => {
    const id = await saved(people.owner, { filters: '{"status":"3"}', columns });
    expect(await save(people.owner, { id, name: '改名', version: 1 })).toMatchObject({ code: 200, message: '编辑成功' });
    expect(await find(people.owner, id)).toMatchObject({ name: '改名', filters: { status: '3' }, version: '2' });
    expect(await save(people.owner, { id, density: 2, version: 1 })).toMatchObject({
      code: 430,
      data: { msg: '该视图已被修改，请刷新后重试' },
    });
    expect(await save(people.owner, { id, list: 'individual-users' })).toMatchObject({
      code: 403,
      data: { msg: '视图不能改到另一个列表' },
    });
    expect(await find(people.owner, id)).toMatchObject({ density: 1, version: '2' });
    expect(await lastAct(id)).toEqual([
      ['修改视图', '林岚'],
      ['保存视图', '林岚'],
    ]);
  });

  it('is the default of its list for one operator, and gives way to the next', async () => {
    const [first, second] = [await saved(people.owner), await saved(people.owner)];
    const make = (id: string, status: number) => people.owner.post('/api/ajax/view/setDefault', { id, status });
    await make(first, 1);
    expect(await make(second, 1)).toMatchObject({ code: 200, message: '操作成功' });
    expect([(await find(people.owner, first))?.is_default, (await find(people.owner, second))?.is_default]).toEqual([0, 1]);
    await make(second, 0);
    expect((await read(people.owner)).some(({ is_default }) => is_default === 1)).toBe(false);
    expect((await lastAct(second)).map(([action]) => action)).toEqual(['取消默认视图', '设为默认视图', '保存视图']);
  });

  it('is deleted with what others made of it', async () => {
    const id = await saved(people.owner, { scope: 2, pinned: 1 });
    await save(people.colleague, { id, pinned: 1 });
    expect(await people.owner.post('/api/ajax/view/delete', { id })).toMatchObject({ code: 200 });
    expect([await find(people.owner, id), await find(people.colleague, id)]).toEqual([undefined, undefined]);
    expect((await lastAct(id))[0]).toEqual(['删除视图', '林岚']);
    expect(await people.owner.post('/api/ajax/view/delete', { id })).toMatchObject({ code: 403, data: { msg: '该视图不存在' } });
  });

  it('masks an identity number on the trail, which it looks for', async () => {
    const id = await saved(people.owner, { list: 'individual-users', filters: '{"keyword":"990101199001010011"}' });
    const { after } = await installation.db
      .selectFrom('trail')
      .select('after')
      .where('object', '=', `view/${id}`)
      .executeTakeFirstOrThrow();
    expect(after).toMatchObject({ filters: { keyword: '9901**********0011' } });
  });

  it('that is shared masks an identity number to everybody but its owner, and keeps it when one of them saves it', async () => {
    const filters = '{"keyword":"990101199001010011","status":"2"}';
    const id = await saved(people.owner, { list: 'individual-users', name: '990101199001010011', filters, scope: 2 });
    const masked = { name: '9901**********0011', filters: { keyword: '9901**********0011', status: '2' } };
    const own = { name: '990101199001010011', filters: { keyword: '990101199001010011', status: '2' } };
    expect(await find(people.colleague, id)).toMatchObject(masked);
    expect(await find(people.owner, id)).toMatchObject(own);
    await installation.db.updateTable('list_view').set({ owner_id: '1' }).where('id', '=', id).execute();
    expect(await find(people.owner, id)).toMatchObject(masked);
    expect(await find(people.admin, id)).toMatchObject(own);
    await installation.db.updateTable('list_view').set({ owner_id: people.colleague.id, role_id: '1' }).where('id', '=', id).execute();
    const changed = { name: masked.name, filters: JSON.stringify({ ...masked.filters, status: '3' }) };
    expect(await save(people.admin, { id, ...changed })).toMatchObject({ code: 200 });
    const row = await installation.db.selectFrom('list_view').select(['name', 'filters']).where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toEqual({ name: own.name, filters: { ...own.filters, status: '3' } });
  });
});

describe('sealed', () => {
  it('nobody reads or changes another’s own view, role 1 neither', async () => {
    const id = await saved(people.owner);
    for (const who of [people.colleague, people.stranger, people.admin]) {
      expect(await find(who, id)).toBeUndefined();
      for (const [path, fields] of [
        ['save', { id, name: '夺' }],
        ['save', { id, pinned: 1 }],
        ['delete', { id }],
        ['setDefault', { id, status: 1 }],
      ] as const)
        expect(await who.post(`/api/ajax/view/${path}`, fields)).toMatchObject({ code: 403, data: { msg: '该视图不存在' } });
    }
    expect(await lastAct(id)).toHaveLength(1);
  });

  it('a shared view is read by its role, and changed by its owner and role 1 alone', async () => {
    const id = await saved(people.owner, { scope: 2 });
    expect(await find(people.colleague, id)).toMatchObject({ scope_name: '本角色', owner: '林岚', editable: 0 });
    expect(await find(people.stranger, id)).toBeUndefined();
    for (const [path, fields] of [
      ['save', { id, name: '夺' }],
      ['save', { id, scope: 1 }],
      ['delete', { id }],
    ] as const)
      expect(await people.colleague.post(`/api/ajax/view/${path}`, fields)).toMatchObject({
        code: 403,
        data: { msg: '只有创建人或管理员可以修改共享的视图' },
      });
    // An operator's own choices do not affect others.
    expect(await save(people.colleague, { id, pinned: 1 })).toMatchObject({ code: 200, message: '操作成功' });
    expect([(await find(people.colleague, id))?.pinned, (await find(people.owner, id))?.pinned]).toEqual([1, 0]);
    expect(await find(people.admin, id)).toMatchObject({ editable: 1 });
    await save(people.admin, { id, name: '管理员改名' });
    expect(await find(people.owner, id)).toMatchObject({ name: '管理员改名', owner: '林岚' });
    await save(people.owner, { id, scope: 1 });
    expect([await find(people.colleague, id), await find(people.admin, id)]).toEqual([undefined, undefined]);
  });

  it('stays with the role that it was shared with when its owner goes to another', async () => {
    const { id: moved, username } = await account(people.owner.roleId);
    const mover = await installation.signIn(username);
    const id = await saved(mover, { scope: 2 });
    await installation.db.updateTable('account').set({ role_id: people.stranger.roleId }).where('id', '=', moved).execute();
    expect([(await find(people.colleague, id))?.id, await find(people.stranger, id)]).toEqual([id, undefined]);
    await save(await installation.signIn(username), { id, name: '换岗以后' });
    expect([(await find(people.colleague, id))?.name, await find(people.stranger, id)]).toEqual(['换岗以后', undefined]);
  });

  it('of a list that the role may not open is made by nobody and told to nobody', async () => {
    expect(await save(people.stranger, fresh({ list: 'individual-users' }))).toMatchObject({ code: 403, message: '权限不足！' });
    const late = await holding(enterprise, individual);
    const id = await saved(late, { list: 'individual-users', pinned: 1 });
    await installation.db
      .updateTable('role')
      .set({ nodes: [enterprise] })
      .where('id', '=', late.roleId)
      .execute();
    expect(await find(late, id)).toBeUndefined();
    expect(await save(late, { id, pinned: 0 })).toMatchObject({ code: 403, data: { msg: '该视图不存在' } });
  });
});

describe('bad input', () => {
  it.each<[string, Record<string, string | number>, string]>([
    ['no list', { list: '' }, '请选择列表'],
    ['an unknown list', { list: 'toString' }, '列表不存在'],
    ['no name', { name: ' ' }, '请填写视图名称'],
    ['a name of 10,000 characters', { name: '长'.repeat(10_000) }, '视图名称最多30个字'],
    ['a name of 31 rare characters', { name: '𠮷'.repeat(31) }, '视图名称最多30个字'],
    ['a name with a line end', { name: 'a\nb' }, '视图名称含有无效字符'],
    ['filters that are no JSON', { filters: '{' }, '筛选条件无效'],
    ['filters that are a list', { filters: '[]' }, '筛选条件无效'],
    ['a filter that is a number', { filters: '{"status":2}' }, '筛选条件无效'],
    ['a filter that the list has not', { filters: '{"colour":"red"}' }, '该列表没有筛选项「colour」'],
    ['what every object has', { filters: '{"constructor":"x"}' }, '该列表没有筛选项「constructor」'],
    ['what the list fixes', { filters: '{"type":"1"}' }, '该列表没有筛选项「type」'],
    ['a page', { filters: '{"page":"2"}' }, '该列表没有筛选项「page」'],
    ['a value that the list refuses', { filters: '{"status":"9"}' }, '认证状态无效'],
    ['a range without sense', { filters: '{"registtime":"2026-02-02 - 2026-01-01"}' }, '日期范围无效'],
    ['a filter that is too long', { filters: JSON.stringify({ keyword: 'x'.repeat(201) }) }, '筛选条件过长'],
    ['more than a form holds', { filters: JSON.stringify({ keyword: 'x'.repeat(5000) }) }, '筛选条件无效'],
    ['a column of a thousand miles', { columns: '[{"title":"a","width":99999,"hidden":0}]' }, '列宽应为56到960'],
    ['a column twice', { columns: `[${'{"title":"a","width":0,"hidden":0},'.repeat(2).slice(0, -1)}]` }, '列设置无效'],
    [
      'too many columns',
      { columns: JSON.stringify(Array.from({ length: 41 }, (_, at) => ({ title: String(at), width: 0, hidden: 0 }))) },
      '列设置最多40列',
    ],
    ['an unknown density', { density: 3 }, '行高无效'],
    ['an unknown scope', { scope: 3 }, '可见范围无效'],
    ['pinned to nothing', { pinned: 2 }, '状态无效'],
  ])('%s is refused, and nothing is kept', async (_case, change, msg) => {
    const before = await read(people.owner);
    const answer = await save(people.owner, fresh(change));
    expect([answer.code, answer.data?.msg ?? answer.message]).toEqual([403, msg]);
    expect(await read(people.owner)).toEqual(before);
  });

  it('a view cannot be pinned where the menu has no page', async () => {
    const answer = await save(people.admin, fresh({ list: 'balance-details', pinned: 1 }));
    expect(answer).toMatchObject({ code: 403, data: { msg: '该列表不在菜单中，不能固定视图' } });
  });

  it('markup in a name is a text like any other', async () => {
    const name = '<img src=x onerror=1>';
    const id = await saved(people.owner, { name });
    expect((await find(people.owner, id))?.name).toBe(name);
  });

  it('a name twice in one list is refused, and may stand in another', async () => {
    await saved(people.owner, { name: '同名' });
    const other = await saved(people.owner, { name: '别名' });
    const refused = { code: 403, data: { msg: '已有同名视图', fields: { name: '已有同名视图' } } };
    expect(await save(people.owner, { list: 'enterprise-users', name: '同名' })).toMatchObject(refused);
    expect(await save(people.owner, { id: other, name: '同名' })).toMatchObject(refused);
    await saved(people.owner, { name: '同名', list: 'individual-users' });
    await saved(people.colleague, { name: '同名' });
  });

  it('holds no more than the bounds, also for many at once', async () => {
    const busy = await holding(enterprise, individual);
    const many = await Promise.all(Array.from({ length: viewLimits.perList + 3 }, () => save(busy, fresh({ pinned: 0 }))));
    expect(many.filter(({ code }) => code === 200)).toHaveLength(viewLimits.perList);
    expect(many.find(({ code }) => code !== 200)).toMatchObject({
      code: 403,
      data: { msg: '每个列表最多保存20个视图，请先删除不用的视图' },
    });
    const views = await read(busy);
    const pins = await Promise.all(views.slice(0, viewLimits.pinned + 3).map(({ id }) => save(busy, { id, pinned: 1 })));
    expect(pins.filter(({ code }) => code === 200)).toHaveLength(viewLimits.pinned);
    expect(pins.find(({ code }) => code !== 200)).toMatchObject({ code: 403, data: { msg: '最多固定12个视图，请先取消固定不用的视图' } });
  });

  it('shares no more with a role than its accounts can be told', async () => {
    const one = await holding(enterprise, individual);
    const rows = Array.from({ length: viewLimits.sharedPerRole }, (_, at) => ({
      owner_id: one.id,
      role_id: one.roleId,
      list: 'gifts',
      name: `旧${at}`,
      filters: '{}',
      columns: '[]',
      density: 'normal' as const,
    }));
    await installation.db.insertInto('list_view').values(rows).execute();
    const refused = { code: 403, data: { msg: '一个角色最多共享50个视图，请先取消不用的共享' } };
    expect(await save(one, fresh({ scope: 2 }))).toMatchObject(refused);
    const id = await saved(one);
    expect(await save(one, { id, scope: 2 })).toMatchObject(refused);
    expect((await find(one, id))?.scope).toBe(1);
    const more = rows.map((row) => ({ ...row, role_id: null, name: `又${row.name}` })).slice(1);
    await installation.db.insertInto('list_view').values(more).execute();
    expect(await save(one, fresh())).toMatchObject({ code: 403, data: { msg: '最多保存100个视图，请先删除不用的视图' } });
  });

  it('leaves out of a view what its list does not take any more, and says so', async () => {
    const id = await saved(people.owner, { filters: '{"status":"2"}', pinned: 1 });
    await installation.db
      .updateTable('list_view')
      .set({ filters: JSON.stringify({ status: '2', gone: 'x', realtime: 'never' }) })
      .where('id', '=', id)
      .execute();
    expect(await find(people.owner, id)).toMatchObject({ filters: { status: '2' }, dropped: ['gone', 'realtime'], count: 0 });
    await installation.db.updateTable('list_view').set({ list: 'gone' }).where('id', '=', id).execute();
    expect(await find(people.owner, id)).toBeUndefined();
  });
});

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

describe('every list', () => {
  it.each(Object.entries(viewLists))('%s is a call of its own fields', (_name, { call, fixed }) => {
    const { input, output } = contract[call];
    expect(input).toBeInstanceOf(z.ZodObject);
    expect(Object.keys((input as z.ZodObject).shape)).toEqual(expect.arrayContaining(['page', 'limit', ...Object.keys(fixed)]));
    expect(output).toBeInstanceOf(z.ZodObject);
    expect(input.safeParse(fixed).success).toBe(true);
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

describe('the totals of a list', () => {
  interface Total {
    readonly value: string;
    readonly count: number | null;
  }
  const totals = (who: Caller, fields: Record<string, string>) =>
    who.get<{ list: Total[]; message?: string }>('/api/ajax/view/getTotals', {
      list: 'orders',
      field: 'pay',
      values: '["","1","2"]',
      ...fields,
    });

  it('are those that the list answers for each value, under the other filters', async () => {
    const today = formatTime(new Date()).slice(0, 10);
    for (const filters of [{}, { datetime: `${today} 00:00:00 - ${today} 23:59:59` }]) {
      const { data } = await totals(people.admin, { filters: JSON.stringify(filters) });
      const listed = await Promise.all(
        ['', '1', '2'].map(
          async (pay) => (await people.admin.get<{ count: number }>('/api/ajax/data/getOrderList', { ...filters, pay })).data.count,
        ),
      );
      expect(data.list).toEqual(['', '1', '2'].map((value, at) => ({ value, count: listed[at] })));
    }
  });

  it('are none where no counter covers the filters', async () => {
    const { data } = await totals(people.admin, { filters: '{"keyword":"128"}' });
    expect(data.list.map(({ count }) => count)).toEqual([null, null, null]);
  });

  it.each([
    [{ list: 'nothing' }, 403],
    [{ field: 'limit' }, 403],
    [{ values: '["9"]' }, 403],
    [{ values: '[]' }, 403],
    [{ values: '"1"' }, 403],
    [{ filters: '{"pay":' }, 403],
  ])('are refused for %j', async (fields, code) => {
    expect((await totals(people.admin, fields)).code).toBe(code);
  });

  it('need the permission of the list', async () => {
    expect((await totals(people.owner, {})).message).toBe('权限不足！');
  });
});
