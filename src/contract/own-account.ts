import { z } from 'zod';
import { anyPassword } from './account-fields.ts';
import { sessionRows } from './accounts.ts';
import { get, post } from './call.ts';
import { id, limit, page } from './fields.ts';

const oldPassword = z.string('请输入当前密码').min(1, '请输入当前密码').max(200, '当前密码错误');

/** What every operator may do with his own account. */
export const ownAccountCalls = {
  changePassword: post('/api/User/changePassword', {
    summary: '修改自己的密码；其他会话随即结束',
    needs: 'signedIn',
    message: '操作成功',
    input: z.object({ oldPassword, password: anyPassword }),
    output: z.null(),
  }),
  ownSessions: get('/api/User/sessionList', {
    summary: '自己的登录会话',
    needs: 'signedIn',
    input: z.object({ page, limit }),
    output: sessionRows,
  }),
  ownSessionEnd: post('/api/User/sessionEnd', {
    summary: '结束自己的一个登录会话',
    needs: 'signedIn',
    message: '操作成功',
    input: z.object({ id }),
    output: z.null(),
  }),
} as const;
