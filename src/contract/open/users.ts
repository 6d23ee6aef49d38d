import { z } from 'zod';
import { userType } from '../../domain/codes/users.ts';
import type { IntakeCall } from './call.ts';
import { enumeration, optionalText, shortText, time, uniqueId, userId } from './fields.ts';

/** Users of the front end, their identity data and their sign-ins. */
export const userIntakeCalls = {
  createUser: {
    method: 'POST',
    path: '/open/v1/users',
    summary: '登记用户',
    caller: 'platform',
    body: z.object({
      unique_id: uniqueId,
      type: enumeration(userType.codes),
      mobile: z.string().regex(/^[0-9+-]{5,20}$/, 'must be 5 to 20 digits'),
      name: shortText(100),
    }),
    output: z.object({ user_id: z.string() }),
  },
  submitVerification: {
    method: 'POST',
    path: '/open/v1/users/:user_id/verification',
    summary: '提交实名资料；已通过的用户再次提交即为补充审核',
    caller: 'platform',
    body: z.object({
      unique_id: uniqueId,
      name: shortText(100),
      contact_idcard: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[0-9A-Z()-]{5,30}$/, 'is not an identity number'),
      address: shortText(300),
      tax_number: z
        .string()
        .trim()
        .max(30)
        .regex(/^[0-9A-Za-z-]*$/)
        .default(''),
      legal_person: optionalText(100),
    }),
    pictures: ['author_front', 'author_back', 'author_hand', 'license', 'file'],
    output: z.object({ user_id: z.string(), user_status: z.number(), repair_type: z.number() }),
  },
  getUser: {
    method: 'GET',
    path: '/open/v1/users/:user_id',
    summary: '查询用户状态',
    caller: 'any',
    body: z.object({}),
    output: z.object({
      user_id: z.string(),
      type: z.number(),
      user_status: z.number(),
      repair_type: z.number(),
      points: z.number(),
      /** Why the last review was refused; empty otherwise. */
      reason: z.string(),
    }),
  },
  recordLogin: {
    method: 'POST',
    path: '/open/v1/logins',
    summary: '记录前台登录',
    caller: 'platform',
    body: z.object({ unique_id: uniqueId, user_id: userId, login_time: time, ip: z.union([z.ipv4(), z.ipv6()]) }),
    output: z.object({ id: z.string() }),
  },
} as const satisfies Record<string, IntakeCall>;
