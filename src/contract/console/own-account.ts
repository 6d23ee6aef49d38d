import { z } from 'zod';
import { anyPassword } from './account-fields.ts';
import { sessionRows } from './accounts.ts';
import { get, post } from '../call.ts';
import { id, limit, page } from '../fields.ts';

const oldPassword = z.string('请输入当前密码').min(1, '请输入当前密码').max(200, '当前密码错误');

const totp = z
  .string('请输入动态口令')
  .trim()
  .regex(/^\d{6}$/, '动态口令为6位数字');

/** What all operators may do with their own account. */
export const ownAccountCalls = {
  changePassword: post('/api/User/changePassword', {
    summary: '修改自己的密码；所有会话随即结束',
    needs: 'signedIn',
    message: '密码已修改，请重新登录',
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
  totpState: get('/api/User/totpState', {
    summary: '自己的动态口令是否已启用',
    needs: 'signedIn',
    beforeTotp: true,
    input: z.object({}),
    output: z.object({ enabled: z.number(), /** 1 when the role asks for it. */ required: z.number() }),
  }),
  totpBegin: post('/api/User/totpBegin', {
    summary: '生成动态口令密钥，确认后生效',
    needs: 'signedIn',
    beforeTotp: true,
    input: z.object({}),
    output: z.object({ /** Base32. */ secret: z.string(), /** `otpauth://…`, for a QR code. */ uri: z.string() }),
  }),
  totpConfirm: post('/api/User/totpConfirm', {
    summary: '以第一个动态口令确认启用',
    needs: 'signedIn',
    beforeTotp: true,
    message: '操作成功',
    input: z.object({ totp }),
    output: z.null(),
  }),
  totpDisable: post('/api/User/totpDisable', {
    summary: '关闭自己的动态口令',
    needs: 'signedIn',
    message: '操作成功',
    input: z.object({ oldPassword }),
    output: z.null(),
  }),
} as const;
