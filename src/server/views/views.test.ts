import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testApp } from '../../../test/installation/app.ts';
import { enterprise, individual, viewDesk } from '../../../test/installation/scenarios/views.ts';
import { contract } from '../../contract/console/index.ts';
import { viewLists } from '../../contract/console/views/view-lists.ts';

const installation = testApp();
const { people, account, holding, save, read, fresh, find, saved } = viewDesk(installation);
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

describe('every list', () => {
  it.each(Object.entries(viewLists))('%s is a call of its own fields', (_name, { call, fixed }) => {
    const { input, output } = contract[call];
    expect(input).toBeInstanceOf(z.ZodObject);
    expect(Object.keys((input as z.ZodObject).shape)).toEqual(expect.arrayContaining(['page', 'limit', ...Object.keys(fixed)]));
    expect(output).toBeInstanceOf(z.ZodObject);
    expect(input.safeParse(fixed).success).toBe(true);
  });
});
