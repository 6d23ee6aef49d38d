import { expect, it } from 'vitest';
import { guarded, planDesk, type DeskStep } from '../commands/desks.ts';
import { diceOf } from '../model/dice.ts';
import type { Answer, House, Operator } from '../model/house.ts';

const done: Answer = { status: 200, body: { code: 200, message: '操作成功', msg: '操作成功', data: null } };
const beaten: Answer = { status: 200, body: { code: 430, message: 'failed', msg: 'failed', data: { msg: '已被禁用' } } };

function operator(username: string, id: string): Operator {
  const state = { token: 't', isSignedIn: true, hasLeft: false, isDisabled: false, isRoleDisabled: false };
  return { username, realname: username, id, roleId: id, permissions: new Set(), narrowed: false, ...state };
}

/** Disables the account or the role of the only operator there is, who has been disabled already. */
function disabling(path: string): { readonly house: House; readonly step: DeskStep } {
  const [admin, other] = [operator('admin@example.com', '1'), operator('a@example.com', '2')];
  [other.isDisabled, other.isRoleDisabled] = [true, true];
  const operators = new Map([admin, other].map((one) => [one.username, one]));
  const house: House = { users: new Map(), operators, captcha: '', usedCaptcha: '', isDisturbed: false };
  for (let seed = 1; ; seed += 1) {
    const step = planDesk(house, diceOf(seed));
    if (step?.call.path === path && Object.values(step.call.fields).includes(2)) return { house, step };
  }
}

it.each(['/api/ajax/power/disableEnable', '/api/ajax/role/roleDisable'])(
  '%s of what is disabled already is one that came too late',
  (path) => {
    const { house, step } = disabling(path);
    expect(step.settle(house, beaten)).toBeUndefined();
    expect(step.settle(house, done)).toBeDefined();
  },
);

it('tells one who has signed out that they are signed out, whatever becomes of their account', () => {
  const { house } = disabling('/api/ajax/power/disableEnable');
  const one = [...house.operators.values()].find(({ roleId }) => roleId === '2');
  if (!one) throw new Error('no operator');
  const call = { door: 'console', name: 'x', method: 'POST', path: '/', fields: {}, operator: one.username } as const;
  const command = guarded({ name: 'x', weight: 1, plan: () => ({ call, key: '', judge: () => undefined }) });
  const answer = (code: number, message: string): Answer => ({ status: 200, body: { code, message, msg: message, data: null } });
  const isDifferent = (given: Answer): boolean => command.plan(house, diceOf(1))?.judge(undefined, given, { held: 0 }) !== undefined;
  expect(isDifferent(answer(403, '账号被禁用'))).toBe(false);
  one.hasLeft = true;
  expect(isDifferent(answer(403, '账号被禁用'))).toBe(true);
  expect(isDifferent(answer(401, 'failed'))).toBe(false);
});
