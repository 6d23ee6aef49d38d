import { z } from 'zod';
import { typedCode } from '../../domain/kit/text/typed.ts';
import { anyPassword, bytes, passkeyName, transports } from './account-fields.ts';
import { sessionRows } from './accounts.ts';
import { get, post } from '../call.ts';
import { id, limit, page } from '../fields.ts';

const oldPassword = z.string('请输入当前密码').min(1, '请输入当前密码').max(200, '当前密码错误');

const totp = z
  .string('请输入动态口令')
  .transform(typedCode)
  .pipe(z.string().regex(/^\d{6}$/, '动态口令为6位数字'));

const passkeyRow = z.object({
  id: z.string(),
  name: z.string(),
  created_time: z.string(),
  /** Empty before its first use. */
  last_time: z.string(),
  /** Why it cannot be used to sign in here; empty if it can. */
  fault: z.string(),
});
export type PasskeyRow = z.output<typeof passkeyRow>;

/** A credential as the browser identifies it. */
const knownPasskey = z.object({ id: z.string(), transports: z.array(z.string()) });

/** What every operator may do with their own account. */
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
    output: z.object({ enabled: z.number(), /** 1 if the role requires it. */ required: z.number() }),
  }),
  totpBegin: post('/api/User/totpBegin', {
    summary: '生成动态口令密钥，确认后生效',
    needs: 'signedIn',
    beforeTotp: true,
    input: z.object({ oldPassword }),
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
  passkeyList: get('/api/User/passkeyList', {
    summary: '自己的通行密钥',
    needs: 'signedIn',
    beforeTotp: true,
    input: z.object({}),
    output: z.object({
      list: z.array(passkeyRow),
      /** 1 if browsers support passkeys here: on a host name, over HTTPS or on localhost. */
      available: z.number(),
    }),
  }),
  passkeyBegin: post('/api/User/passkeyBegin', {
    summary: '开始添加通行密钥',
    needs: 'signedIn',
    beforeTotp: true,
    input: z.object({ oldPassword }),
    output: z.object({
      /** Base64url, like `user_id` and the ids. */
      challenge: z.string(),
      rp_id: z.string(),
      user_id: z.string(),
      user_name: z.string(),
      display_name: z.string(),
      algorithms: z.array(z.number()),
      known: z.array(knownPasskey),
    }),
  }),
  passkeyConfirm: post('/api/User/passkeyConfirm', {
    summary: '确认添加通行密钥',
    needs: 'signedIn',
    beforeTotp: true,
    message: '通行密钥已添加',
    input: z.object({ name: passkeyName, id: bytes(1366), clientData: bytes(4000), attestation: bytes(60_000), transports }),
    output: z.null(),
  }),
  passkeyRemove: post('/api/User/passkeyRemove', {
    summary: '移除自己的一个通行密钥',
    needs: 'signedIn',
    message: '通行密钥已移除',
    input: z.object({ id, oldPassword }),
    output: z.null(),
  }),
} as const;
