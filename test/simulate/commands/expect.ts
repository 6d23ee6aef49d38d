import { isDeepStrictEqual } from 'node:util';
import type { Answer, ConsoleCall, House } from '../model/house.ts';
import type { Dice } from '../model/dice.ts';
import { gatesOf, withSession, type Operator } from '../model/staff.ts';
import { Difference } from '../model/step.ts';

/** What the house may answer, in the words of the specification. */
export type Expected = { readonly status: number; readonly code?: string } | ConsoleExpected;
export interface ConsoleExpected {
  readonly code: number;
  readonly message: string;
  readonly msg?: string;
}

export const refusal = {
  malformed: { status: 400, code: 'malformed' },
  points: { status: 402, code: 'points' },
  forbidden: { status: 403, code: 'forbidden' },
  unknown: { status: 404, code: 'unknown' },
  conflict: { status: 409, code: 'conflict' },
} as const;

export const refused = { code: 403, message: 'failed' } as const;
export const beaten = { code: 430, message: 'failed' } as const;
export const noRight = { code: 403, message: '权限不足！' } as const;
export const said = (message: string): ConsoleExpected => ({ code: 200, message });

/** Whether an answer is the expected refusal or message, beside its data. */
export function differs(answer: Answer, expected: Expected): Difference | undefined {
  const error = answer.body['error'] as { code?: string } | undefined;
  if ('status' in expected) {
    if (answer.status === expected.status && error?.code === expected.code) return undefined;
    return new Difference(`expected ${spell(expected)}, found ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  const data = answer.body['data'] as { msg?: string } | null | undefined;
  const isSaid = expected.msg === undefined || data?.msg === expected.msg;
  if (answer.status === 200 && answer.body['code'] === expected.code && answer.body['message'] === expected.message && isSaid)
    return undefined;
  return new Difference(`expected ${spell(expected)}, found ${answer.status} ${JSON.stringify(answer.body)}`);
}

/**
 * Whether two accounts were refused as one person's. Who set which account how long ago is not in the model: the tests of
 * `server/desk/two-people` have the rule.
 */
export function isNotTwoPeople(answer: Answer): boolean {
  const { msg } = (answer.body['data'] ?? {}) as { msg?: string };
  return differs(answer, refused) === undefined && /^(不能办理：|您的密码由他人设置)/.test(msg ?? '');
}

/** An answer to a change that was carried out, as a first, lost sending had it. */
export function doneWith(message: string, data: unknown = null): Answer {
  return { status: 200, body: { code: 200, message, msg: message, data } };
}

/** Compares the members that are expected; the answer may have others. */
export function lacks(found: unknown, expected: Readonly<Record<string, unknown>>): Difference | undefined {
  for (const [name, value] of Object.entries(expected)) {
    const there = (found as Record<string, unknown> | null)?.[name];
    if (!isDeepStrictEqual(there, value))
      return new Difference(`${name}: expected ${JSON.stringify(value)}, found ${JSON.stringify(there)}`);
  }
  return undefined;
}

function spell(expected: Expected): string {
  return JSON.stringify(expected);
}

/** Mostly one who may, and who is signed in; sometimes anybody, or with a session that may have ended. */
export function operatorFor(house: House, dice: Dice, permission: string): Operator | undefined {
  const all = [...house.operators.values()].filter(({ token }) => token !== '');
  const able = dice.oneIn(20) ? all : all.filter(({ permissions }) => permissions.has(permission));
  const present = able.filter((one) => gatesOf(one, one.token).length === 0);
  const chosen = dice.pick(present.length > 0 && !dice.oneIn(6) ? present : able);
  return chosen && withSession(chosen, dice);
}

export function consoleCall(
  { username, token }: Operator,
  name: string,
  [method, path]: readonly ['GET' | 'POST', string],
  fields: ConsoleCall['fields'],
): ConsoleCall {
  return { door: 'console', name, method, path, fields, operator: username, token };
}
