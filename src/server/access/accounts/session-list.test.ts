import { beforeAll, describe, expect, it } from 'vitest';
import { operators } from '../../../../test/installation/factories/access.ts';
import { failed } from '../../../../test/installation/answers.ts';
import { testApp } from '../../../../test/installation/app.ts';
import type { SessionRow } from '../../../contract/console/accounts.ts';

const installation = testApp();
const make = operators(installation);
let admin: Awaited<ReturnType<typeof installation.signIn>>;
beforeAll(async () => {
  admin = await installation.signIn('admin@example.com');
});

describe('sessions', () => {
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Safari/537.36';

  it('of an account are listed and ended one by one', async () => {
    const user = await make.holding(1, 2);
    const second = installation.as((await installation.attempt(user.username, make.password, 'test', { 'user-agent': agent })).data.token);
    const { list, count } = (await admin.get<{ list: SessionRow[]; count: number }>('/api/ajax/power/sessionList', { id: user.id })).data;
    expect(count).toBe(2);
    expect(list[0]).toMatchObject({
      ip: '127.0.0.1',
      browser: 'Chrome 129 · Windows',
      current: 0,
      login_time: expect.stringMatching(/^\d{4}-/) as string,
    });
    expect(await admin.post('/api/ajax/power/sessionEnd', { id: list[0]?.id })).toMatchObject({ code: 200, message: '操作成功' });
    expect(await second.get('/api/User/getAdminInfo')).toMatchObject({ code: 401 });
    expect(await user.get('/api/User/getAdminInfo')).toMatchObject({ code: 200 });
    expect(await admin.post('/api/ajax/power/sessionEnd', { id: list[0]?.id })).toMatchObject({ code: 430, data: { msg: '该会话已结束' } });
  });

  it('of one’s own are listed and ended, another’s are not there', async () => {
    const user = await make.holding();
    const second = await installation.signIn(user.username);
    const { list } = (await user.get<{ list: SessionRow[] }>('/api/User/sessionList')).data;
    expect(list.map(({ current }) => current)).toEqual([0, 1]);
    const foreign = (await admin.get<{ list: SessionRow[] }>('/api/User/sessionList')).data.list[0];
    expect(await user.post('/api/User/sessionEnd', { id: foreign?.id })).toMatchObject(failed('该会话不存在'));
    expect(await user.post('/api/User/sessionEnd', { id: list[0]?.id })).toMatchObject({ code: 200 });
    expect(await second.get('/api/User/getAdminInfo')).toMatchObject({ code: 401 });
    expect(await admin.get('/api/User/getAdminInfo')).toMatchObject({ code: 200 });
  });

  it('all end when the operator changes his own password, the one that asks too', async () => {
    const user = await make.holding();
    const second = await installation.signIn(user.username);
    const change = (oldPassword: string, password: string) => user.post('/api/User/changePassword', { oldPassword, password });
    expect(await change('wrong', 'Fresh-2026')).toMatchObject(failed('当前密码错误'));
    expect(await change(make.password, 'short')).toMatchObject(failed('密码应为8到30位字母、数字或特殊符号'));
    expect(await change(make.password, make.password)).toMatchObject(failed('新密码不能与当前密码相同'));
    expect(await second.get('/api/User/getAdminInfo')).toMatchObject({ code: 200 });
    expect(await change(make.password, 'Fresh-2026')).toMatchObject({ code: 200 });
    expect(await second.get('/api/User/getAdminInfo')).toMatchObject({ code: 401 });
    expect(await user.get('/api/User/getAdminInfo')).toMatchObject({ code: 401 });
    expect(await installation.attempt(user.username, 'Fresh-2026')).toMatchObject({ code: 200 });
    const records = await admin.get('/api/OperateRecords/getList', { roleOrAccountId: user.id, type: 2 });
    expect(records.data).toMatchObject({ count: 1, list: [{ action: '修改密码：密码已修改' }] });
  });
});
