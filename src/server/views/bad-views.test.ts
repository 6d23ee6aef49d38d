import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { enterprise, individual, viewDesk } from '../../../test/installation/scenarios/views.ts';
import { viewLimits } from '../../domain/codes/views.ts';

const installation = testApp();
const { people, holding, save, read, fresh, find, saved } = viewDesk(installation);

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
