import { beforeAll, describe, expect, it } from 'vitest';
import { failed } from '../../../../test/installation/answers.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { limits } from '../../../domain/business/codes/limits.ts';
import { forgetDrafts, draftStore } from './store.ts';

const installation = testApp();
type Operator = Awaited<ReturnType<typeof installation.signIn>>;
type Found = { id: string; content: string; saved_time: string };
let notary: Operator;
let admin: Operator;
beforeAll(async () => {
  [notary, admin] = [await installation.signIn('reviewer@example.com'), await installation.signIn('admin@example.com')];
});

const text = JSON.stringify({ choice: 'reject', reason: '证据文件缺失\n请补充 🙂' });
const save = (operator: Operator, subject: string, content = text) =>
  operator.post<{ id: string; saved_time: string }>('/api/ajax/draft/save', { subject, content });
const find = async (operator: Operator, subject: string) => (await operator.get<Found>('/api/ajax/draft/find', { subject })).data;

describe('a draft', () => {
  it('comes back as it was typed, the last one in the place of the one before, until its owner lets it go', async () => {
    expect(await find(notary, 'application/1')).toEqual({ id: '', content: '', saved_time: '' });
    const first = await save(notary, 'application/1', '{"reason":"证"}');
    expect(first).toMatchObject({ code: 200, message: 'success', data: { saved_time: expect.stringMatching(/^\d{4}-/) as string } });
    const { data } = await save(notary, 'application/1');
    expect(data.id).toBe(first.data.id);
    // Simulates another browser with another session.
    const elsewhere = await installation.signIn('reviewer@example.com');
    expect(await find(elsewhere, 'application/1')).toEqual({ id: data.id, content: text, saved_time: data.saved_time });
    expect(await notary.post('/api/ajax/draft/delete', { id: data.id })).toMatchObject({ code: 200 });
    expect(await find(notary, 'application/1')).toMatchObject({ content: '' });
  });

  it('of another operator is as one that is not there, for role 1 too', async () => {
    const { data } = await save(notary, 'application/2');
    expect(await find(admin, 'application/2')).toEqual({ id: '', content: '', saved_time: '' });
    expect(await admin.post('/api/ajax/draft/delete', { id: data.id })).toMatchObject(failed('草稿不存在'));
    expect(await admin.post('/api/ajax/draft/delete', { id: '999999' })).toMatchObject(failed('草稿不存在'));
    await save(admin, 'application/2', '{"reason":"管理员的"}');
    expect(await find(notary, 'application/2')).toMatchObject({ content: text });
  });

  it('is sealed in the database, for its account and its subject', async () => {
    const { data } = await save(notary, 'application/3');
    const row = await installation.db.selectFrom('draft').selectAll().where('id', '=', data.id).executeTakeFirstOrThrow();
    expect(row.sealed.includes(Buffer.from('证据'))).toBe(false);
    expect(row.sealed.includes(Buffer.from('reject'))).toBe(false);
    await installation.db.updateTable('draft').set({ subject: 'application/4' }).where('id', '=', data.id).execute();
    expect(await notary.get('/api/ajax/draft/find', { subject: 'application/4' })).toMatchObject({ status: 500 });
    await installation.db.deleteFrom('draft').where('id', '=', data.id).execute();
  });

  it.each([
    [{ subject: 'application/9', content: '' }, '草稿内容无效'],
    [{ subject: 'application/9', content: '[]' }, '草稿内容无效'],
    [{ subject: 'application/9', content: '{"a":{"b":1}}' }, '草稿内容无效'],
    [{ subject: 'application/9', content: '{"reason":' }, '草稿内容无效'],
    [{ subject: 'application/9', content: JSON.stringify({ reason: 'x'.repeat(limits.draftChars) }) }, '草稿内容过长'],
    [{ subject: 'account/9', content: '{"realname":"张","password":"Demo2026"}' }, '草稿不得含有密码等保密内容'],
    [{ subject: '../9', content: '{}' }, '草稿对象无效'],
    [{ subject: 'a'.repeat(101), content: '{}' }, '草稿对象无效'],
    [{ content: '{}' }, '草稿对象无效'],
  ])('of %o is refused: %s', async (fields, msg) => {
    const before = await installation.db.selectFrom('draft').select('id').execute();
    expect(await notary.post('/api/ajax/draft/save', fields)).toMatchObject(failed(msg));
    expect(await installation.db.selectFrom('draft').select('id').execute()).toEqual(before);
  });

  it('is for who is signed in', async () => {
    expect(await installation.nobody.get('/api/ajax/draft/find', { subject: 'gift' })).toMatchObject({ code: 401 });
    expect(await installation.nobody.post('/api/ajax/draft/save', { subject: 'gift', content: '{}' })).toMatchObject({ code: 401 });
    expect(await installation.nobody.post('/api/ajax/draft/delete', { id: '1' })).toMatchObject({ code: 401 });
  });

  it('is one of fifty of an account; the oldest makes room', async () => {
    const many = await installation.signIn('other@example.com');
    for (let at = 0; at < limits.draftsPerAccount + 3; at += 1) expect((await save(many, `role/${at}`)).code).toBe(200);
    expect(await find(many, 'role/2')).toMatchObject({ content: '' });
    expect(await find(many, 'role/3')).toMatchObject({ content: text });
    expect(await find(many, `role/${limits.draftsPerAccount + 2}`)).toMatchObject({ content: text });
  });

  it('is gone after seven days, and for everybody with the decision', async () => {
    const kept = draftStore(installation.db);
    const old = await save(notary, 'user/1');
    await save(notary, 'user/2');
    await save(admin, 'user/2');
    await installation.pool.query("update draft set updated_at = now() - interval '7 days 1 minute' where id = $1", [old.data.id]);
    expect(await find(notary, 'user/1')).toMatchObject({ content: '' });
    await kept.forgetExpired();
    expect(await installation.db.selectFrom('draft').select('id').where('id', '=', old.data.id).execute()).toEqual([]);
    expect(await find(notary, 'user/2')).toMatchObject({ content: text });
    await installation.db.transaction().execute((tx) => forgetDrafts(tx, ['user/2']));
    expect(await find(notary, 'user/2')).toMatchObject({ content: '' });
    expect(await find(admin, 'user/2')).toMatchObject({ content: '' });
  });
});
