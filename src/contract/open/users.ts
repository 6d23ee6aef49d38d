import { z } from 'zod';
import { userType } from '../../domain/business/codes/users.ts';
import { readCreditCode } from '../../domain/business/hints/credit-code.ts';
import { typedNumber } from '../../domain/kit/text/typed.ts';
import type { IntakeCall } from './call.ts';
import { inputObject, noFields, orMissing } from './faults.ts';
import { enumeration, happened, identity, name, optionalName, optionalNumber, phone, shortText, uniqueId, userId } from './fields.ts';

/** Users of the front end, their identity data and their sign-ins. */
export const userIntakeCalls = {
  createUser: {
    method: 'POST',
    path: '/open/v1/users',
    summary: '登记用户',
    caller: 'platform',
    body: inputObject({
      unique_id: uniqueId,
      type: enumeration(userType.codes),
      mobile: phone,
      name,
    }),
    output: z.object({ user_id: z.string() }),
  },
  submitVerification: {
    method: 'POST',
    path: '/open/v1/users/:user_id/verification',
    summary: '提交实名资料；已通过的用户再次提交即为补充审核',
    caller: 'platform',
    body: inputObject({
      unique_id: uniqueId,
      name,
      contact_idcard: identity,
      /** The name of an enterprise's contact, whose number is `contact_idcard`. */
      contact_name: optionalName,
      address: shortText(300),
      tax_number: optionalNumber(
        companyNumber,
        /^[0-9A-Za-z-]{1,30}$/,
        'must hold at most 30 letters, digits and hyphens, and nothing else (税号最多30位字母、数字和短横线)',
      ),
      legal_person: optionalName,
    }),
    pictures: ['author_front', 'author_back', 'author_hand', 'license', 'file'],
    output: z.object({ user_id: z.string(), user_status: z.number(), repair_type: z.number() }),
  },
  getUser: {
    method: 'GET',
    path: '/open/v1/users/:user_id',
    summary: '查询用户状态',
    caller: 'any',
    body: noFields,
    output: z.object({
      user_id: z.string(),
      type: z.number(),
      user_status: z.number(),
      repair_type: z.number(),
      /** The balance. */
      points: z.number(),
      /** The part of `points` that uploads in progress hold, and that nothing else can spend; absent if there is none. */
      points_held: z.number().optional(),
      /** Why the last review was refused; empty otherwise. */
      reason: z.string(),
    }),
  },
  recordLogin: {
    method: 'POST',
    path: '/open/v1/logins',
    summary: '记录前台登录',
    caller: 'platform',
    body: inputObject({
      unique_id: uniqueId,
      user_id: userId,
      login_time: happened,
      ip: z.union([z.ipv4(), z.ipv6()], orMissing('is not an IP address')),
    }),
    output: z.object({ id: z.string() }),
  },
} as const satisfies Record<string, IntakeCall>;

/** A code of GB 32100 in its one spelling; another number as it is given, if it has letters, digits and hyphens alone. */
function companyNumber(text: string): string {
  const [given, number] = [text.trim(), typedNumber(text)];
  return readCreditCode(number) === null && /^[0-9A-Za-z-]*$/.test(given) ? given : number;
}
