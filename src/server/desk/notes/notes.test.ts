import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { operators } from '../../../../test/installation/factories/access.ts';
import { applicationMaker } from '../../../../test/installation/factories/applications.ts';
import type { MessageRow } from '../../../contract/console/messages.ts';
import type { NoteRow } from '../../../contract/console/notes.ts';
import { forgetMessages } from '../messages/store.ts';

const installation = testApp();
const make = applicationMaker(installation);
const { holding, role, account } = operators(installation);
type Person = Awaited<ReturnType<typeof holding>>;
let notary: Person;
let colleague: Person;
let stranger: Person;
let object = '';

beforeAll(async () => {
  await make.open();
  [notary, colleague, stranger] = await Promise.all([holding(10), holding(10), holding(7)]);
  object = await anObject();
});

const anObject = async () => `application/${(await make.paid()).id}`;
const say = (fields: Record<string, string>, by: Pick<Person, 'post'> = notary) =>
  by.post<{ id: string }>('/api/ajax/note/save', { object, content: '请核对身份证', ...fields });
const notes = async (of = object, by: Pick<Person, 'get'> = notary) =>
  (await by.get<{ list: NoteRow[]; count: number }>('/api/ajax/note/getList', { object: of })).data;
const messages = async (by: Pick<Person, 'get'>, fields: Record<string, string> = {}) =>
  (await by.get<{ list: MessageRow[]; count: number; unread: number }>('/api/ajax/message/getList', fields)).data;
const withdraw = (id: string, by: Pick<Person, 'post'> = notary) => by.post('/api/ajax/note/withdraw', { id });
const rename = (id: string, realname: string) => installation.db.updateTable('account').set({ realname }).where('id', '=', id).execute();
const refused = (msg: string) => ({ code: 403, data: { msg } });
const unknown = refused('该对象不存在');

describe('a note', () => {
  it('is read by whoever may open the object, newest first, and is on the trail without its text', async () => {
    const of = await anObject();
    expect(await say({ object: of, content: '第一条\n<b>不是标记</b>' })).toMatchObject({ code: 200, message: '添加成功' });
    const { id } = (await say({ object: of, content: '第二条' }, colleague)).data;
    expect(await notes(of)).toEqual({
      count: 2,
      list: [
        expect.objectContaining({ id, content: '第二条', can_withdraw: 0, mentions: [], withdrawn_by: '' }) as NoteRow,
        expect.objectContaining({ content: '第一条\n<b>不是标记</b>', can_withdraw: 1 }) as NoteRow,
      ],
    });
    const trail = await installation.db
      .selectFrom('trail')
      .selectAll()
      .where('object', '=', of)
      .where('action', '=', '添加备注')
      .orderBy('id')
      .execute();
    expect(trail.map(({ actor_id }) => actor_id)).toEqual([notary.id, colleague.id]);
    expect(JSON.stringify(trail)).not.toContain('第二条');
  });

  it('of an object that one may not open is as unknown as one of nothing', async () => {
    for (const of of [object, 'application/999999', 'invoice/1']) {
      expect(await stranger.get('/api/ajax/note/getList', { object: of })).toMatchObject(unknown);
      expect(await say({ object: of }, stranger)).toMatchObject(unknown);
      expect(await stranger.get('/api/ajax/note/getColleagues', { object: of })).toMatchObject(unknown);
    }
    const { id } = (await say({})).data;
    expect(await withdraw(id, stranger)).toMatchObject(refused('该备注不存在'));
    expect(await withdraw('999999')).toMatchObject(refused('该备注不存在'));
  });

  it('of an application that went to another acceptor is closed to whoever sees their own alone', async () => {
    const own = await holding(10, 37);
    const [, id = ''] = object.split('/');
    await installation.db.updateTable('notarization_order').set({ acceptor_id: own.id }).where('id', '=', id).execute();
    expect(await notes(object, own)).toMatchObject({ count: (await notes()).count });
    await installation.db.updateTable('notarization_order').set({ acceptor_id: null }).where('id', '=', id).execute();
    expect(await own.get('/api/ajax/note/getList', { object })).toMatchObject(unknown);
  });

  it.each([
    [{ content: ' ' }, '请填写备注'],
    [{ content: '长'.repeat(2001) }, '最多2000个字'],
    [{ content: '长'.repeat(10_000) }, '最多2000个字'],
    [{ content: 'a\u0007b' }, '含有无效字符'],
    [{ object: 'store' }, '对象无效'],
    [{ object: 'application/1;drop' }, '对象无效'],
    [{ mentions: 'x' }, '编号无效'],
    [{ mentions: Array.from({ length: 21 }, (_, at) => at + 1).join() }, '最多提及20人'],
    [{ mentions: '999999' }, '提及的同事不存在或已停用'],
  ])('with %o is refused, and nothing is written', async (fields, msg) => {
    const before = (await notes()).count;
    expect(await say(fields)).toMatchObject(refused(msg));
    expect((await notes()).count).toBe(before);
  });

  it('is taken back by its author, or by role 1, once; its text is shown no more', async () => {
    const { id } = (await say({ content: '写错了', mentions: colleague.id })).data;
    expect(await withdraw(id, colleague)).toMatchObject(refused('只能撤回自己的备注'));
    const answers = await Promise.all([withdraw(id), withdraw(id)]);
    expect(answers.map(({ code }) => code).toSorted((a, b) => Number(a) - Number(b))).toEqual([200, 430]);
    const [shown] = (await notes()).list;
    expect(shown).toMatchObject({ id, content: '', mentions: [], can_withdraw: 0, withdrawn_by: '钱测试' });
    expect(shown?.withdrawn_time).toMatch(/^\d{4}-/);
    expect((await messages(colleague)).list[0]?.text).toMatch(/提到您（已撤回）$/);
    const second = (await say({})).data.id;
    expect(await withdraw(second, await installation.signIn('admin@example.com'))).toMatchObject({ code: 200, message: '操作成功' });
    await expect(installation.pool.query('delete from note')).rejects.toThrow('append-only');
    await expect(installation.pool.query("update note set body = 'x'")).rejects.toThrow('append-only');
  });
});

describe('a mention', () => {
  it('offers the colleagues who may open the object, and no others, nor the writer; names those who may not', async () => {
    await rename(stranger.id, '周外人');
    const { list, barred } = (await notary.get<{ list: { id: string }[]; barred: string[] }>('/api/ajax/note/getColleagues', { object }))
      .data;
    const offered = list.map(({ id }) => id);
    expect(offered).toContain(colleague.id);
    expect(offered).not.toContain(stranger.id);
    expect(offered).not.toContain(notary.id);
    expect(barred).toContain('周外人');
  });

  it('of one who may not open the object is refused by name, and nobody is told', async () => {
    await rename(stranger.id, '周外人');
    const before = (await messages(colleague)).count;
    expect(await say({ mentions: `${colleague.id},${stranger.id}` })).toMatchObject(refused('周外人无权查看该对象，不能提及'));
    expect((await messages(colleague)).count).toBe(before);
    const gone = await account(await role([10]));
    await installation.db.updateTable('account').set({ status: 'disabled' }).where('id', '=', gone.id).execute();
    expect(await say({ mentions: gone.id })).toMatchObject(refused('提及的同事不存在或已停用'));
  });

  it('reaches whom it names, once, and not its own author; its words are made for who reads them', async () => {
    const reader = await holding(10, 37);
    const { id: applicationId, orderNo } = await make.paid();
    const give = (acceptor_id: string | null) =>
      installation.db.updateTable('notarization_order').set({ acceptor_id }).where('id', '=', applicationId).execute();
    await give(reader.id);
    const before = (await messages(notary)).count;
    const content = `@钱测试 ${'看'.repeat(90)}`;
    await say({ object: `application/${applicationId}`, content, mentions: `${reader.id},${notary.id},${reader.id}` });
    expect((await messages(notary)).count).toBe(before);
    const inbox = await messages(reader);
    expect(inbox).toMatchObject({ count: 1, unread: 1, list: [{ kind: 1, kind_name: '提到我', is_read: 0 }] });
    expect(inbox.list[0]?.text).toEqual(
      expect.stringMatching(new RegExp(`^钱测试 在 出证申请 ${orderNo}（.+）的备注中提到您：@钱测试 看{75}…$`)),
    );
    expect(inbox.list[0]?.url).toMatch(new RegExp(`^/evidence/results/\\d+/[0-9A-F]{32}/${applicationId}/1$`));
    await give(null);
    expect((await messages(reader)).list).toMatchObject([{ text: '您已无权查看该内容', url: '' }]);
    const stored = await installation.db.selectFrom('message').selectAll().where('account_id', '=', reader.id).execute();
    expect(JSON.stringify(stored)).not.toMatch(/看看|钱测试/);
  });
});

describe('messages', () => {
  it('are counted, read one by one or all, each by whose they are', async () => {
    const reader = await holding(10);
    for (let made = 0; made < 3; made += 1) await say({ mentions: reader.id });
    const [newest] = (await messages(reader)).list;
    expect((await reader.get('/api/ajax/message/getCount')).data).toEqual({ unread: 3 });
    expect((await notary.post('/api/ajax/message/read', { ids: newest?.id ?? '' })).code).toBe(200);
    expect((await messages(reader)).unread).toBe(3);
    expect((await reader.post('/api/ajax/message/read', { ids: newest?.id ?? '' })).data).toEqual({ unread: 2 });
    expect(await messages(reader, { unread: '1' })).toMatchObject({ count: 2, unread: 2 });
    expect((await reader.post('/api/ajax/message/read')).data).toEqual({ unread: 0 });
    expect(await messages(reader)).toMatchObject({ count: 3, unread: 0 });
    expect(await reader.post('/api/ajax/message/read', { ids: 'x' })).toMatchObject(refused('编号无效'));
    expect((await installation.nobody.get('/api/ajax/message/getList')).code).toBe(401);
  });

  it('are kept for 180 days', async () => {
    const reader = await holding(10);
    for (let made = 0; made < 2; made += 1) await say({ mentions: reader.id });
    const [newest] = (await messages(reader)).list;
    const age = (days: number) =>
      installation.pool.query(`update message set at = now() - interval '${days} days' where id = $1`, [newest?.id ?? '']);
    await age(179);
    await forgetMessages(installation.db, 180);
    expect((await messages(reader)).count).toBe(2);
    await age(181);
    await forgetMessages(installation.db, 180);
    expect((await messages(reader)).count).toBe(1);
  });
});
