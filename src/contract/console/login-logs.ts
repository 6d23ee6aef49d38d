import { z } from 'zod';
import { loginLogType, loginResult } from '../../domain/business/codes/access.ts';
import { get } from '../call.ts';
import { code, dayRange, keyword, limit, listOf, optional, page } from '../fields.ts';

const loginRow = z.object({
  id: z.string(),
  /** Empty for an unknown account. */
  account_id: z.string(),
  name: z.string(),
  /** Front-end log only. */
  mobile: z.string(),
  login_time: z.string(),
  ip: z.string(),
  /** A label of `loginResult`: 成功, 密码错误 … */
  result: z.string(),
  /** The method that was tried, a label of `loginWay`; empty in the front end's log. */
  way: z.string(),
});
export type LoginRow = z.output<typeof loginRow>;

/** Sign-ins of operators and of the front end's users. */
export const logCalls = {
  getLoginLog: get('/api/LoginLog/getList', {
    summary: '登录日志',
    needs: {
      anyOf: ['authority:log', 'authority:userLog'],
      byInput: (input) => (input.type === 'admin' ? 'authority:log' : 'authority:userLog'),
    },
    input: z
      .object({
        type: code(loginLogType, '日志类型无效'),
        /** Range of sign-in days. */
        datetime: dayRange,
        /** Only for the operators' log: the front end reports only successes. */
        result: optional(code(loginResult, '登录结果无效')),
        /** Part of the account's name, mobile or IP address, or the account's complete number. */
        keyword,
        page,
        limit,
      })
      .refine(({ type, result }) => type === 'admin' || result === undefined, { path: ['result'], message: '前台登录日志没有登录结果' }),
    output: listOf(loginRow),
  }),
} as const;
