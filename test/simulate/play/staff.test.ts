import { describe, expect, it } from 'vitest';
import { accountCommands, setAccount } from '../commands/staff/accounts.ts';
import { setRole } from '../commands/staff/roles.ts';
import { sessionCommands } from '../commands/staff/sessions.ts';
import { signInCommands } from '../commands/staff/sign-in.ts';
import { pointsCommands } from '../commands/points.ts';
import { diceOf } from '../model/dice.ts';
import { explain, type Answered } from '../model/explain.ts';
import { newHouse, newUser, type Answer, type House } from '../model/house.ts';
import type { Account, Operator, Staff } from '../model/staff.ts';
import type { Step } from '../model/step.ts';

const says = (code: number, message: string): Answer => ({ status: 200, body: { code, message, msg: message, data: null } });
const done = says(200, '操作成功');
const beaten = says(430, 'failed');
const shut = says(403, '账号被禁用');
const key = '1/10000000001';

function account(username: string, id: string, role: string): Account {
  const sessions = [{ token: `token-${id}`, id, state: 'live' as const, born: Number(id) }];
  return { id, username, realname: username, role, password: 'Test2026', isDisabled: false, accepts: false, sessions, changes: 0 };
}

/** An administrator, a clerk who may give points, and a verified user. */
function house(): House {
  const roles = [
    { id: '1', position: 'all', nodes: [], isDisabled: false, changes: 0 },
    { id: '2', position: 'clerk', nodes: [1, 5, 28], isDisabled: false, changes: 0 },
  ];
  const captchas = [{ token: 'captcha', isUsed: false }];
  const accounts = [account('admin@example.com', '1', 'all'), account('clerk@example.com', '2', 'clerk')];
  const made = newHouse({ roles, accounts, captchas, logins: [] } satisfies Staff);
  made.users.set(key, { ...newUser(key, '1', '甲'), status: 3 });
  return made;
}

function operator(at: House, name: string): Operator {
  const found = at.operators.get(`${name}@example.com`);
  if (!found) throw new Error(`no operator ${name}`);
  return found;
}

/** The first step of a command that the clerk would send. */
function byClerk(at: House): Step {
  const [gift] = pointsCommands;
  for (let seed = 1; ; seed += 1) {
    const step = gift?.plan(at, diceOf(seed));
    if (step?.call.door !== 'console' || step.call.operator !== 'clerk@example.com') continue;
    if (Number(step.call.fields['points']) >= 1 && Number(step.call.fields['points']) <= 12) return step as Step;
  }
}

const answered = (...all: readonly (readonly [Step, Answer])[]): Answered[] =>
  all.map(([step, answer], number) => ({ step, answer, number, isRepeated: false }));
const disabling = (at: House): Step => setAccount(operator(at, 'admin'), operator(at, 'clerk'), true) as Step;

describe('a call beside the disabling of its account', () => {
  it.each([
    ['carried out', says(200, '赠送成功')],
    ['refused', shut],
  ])('may be %s', (_, answer) => {
    const at = house();
    expect(explain(at, answered([disabling(at), done], [byClerk(at), answer]))).toEqual([]);
    expect(operator(at, 'clerk').isDisabled).toBe(true);
  });

  it('is not answered in a third way', () => {
    const at = house();
    expect(explain(at, answered([disabling(at), done], [byClerk(at), says(401, 'failed')]))).toHaveLength(1);
  });

  it('is refused once the disabling was acknowledged', () => {
    const at = house();
    const step = byClerk(at);
    expect(explain(at, answered([disabling(at), done]))).toEqual([]);
    expect(explain(at, answered([step, says(200, '赠送成功')]))).toHaveLength(1);
    expect(explain(at, answered([step, shut]))).toEqual([]);
  });
});

it('has one winner of two who disable the same account, or the same role', () => {
  for (const plan of [disabling, (at: House): Step => setRole(operator(at, 'admin'), at.staff.roles[1] ?? never(), true) as Step]) {
    const at = house();
    expect(explain(at, answered([plan(at), done], [plan(at), beaten]))).toEqual([]);
    expect(explain(house(), answered([plan(at), done], [plan(at), done]))).not.toEqual([]);
  }
});

it('tells one who has signed out that they are signed out, whatever becomes of their account', () => {
  const at = house();
  const step = byClerk(at);
  const over = operator(at, 'clerk').sessions.map((session) => ({ ...session, state: 'over' as const }));
  const accounts = at.staff.accounts.map((one) => (one.id === '2' ? { ...one, sessions: over, isDisabled: true } : one));
  const left = newHouse({ ...at.staff, accounts });
  left.users.set(key, { ...newUser(key, '1', '甲'), status: 3 });
  expect(explain(left, answered([step, shut]))).toHaveLength(1);
  expect(explain(left, answered([step, says(401, 'failed')]))).toEqual([]);
});

it('allows either answer to a session that was ended beside the disabling of its account: no answer tells which came first', () => {
  for (const answer of [shut, says(401, 'failed')]) {
    const at = house();
    const gift = byClerk(at);
    expect(explain(at, answered([disabling(at), done], [signOutOfClerk(at), done]))).toEqual([]);
    expect(explain(at, answered([gift, answer]))).toEqual([]);
  }
  const ended = house();
  const gift = byClerk(ended);
  expect(explain(ended, answered([signOutOfClerk(ended), done]))).toEqual([]);
  expect(explain(ended, answered([gift, shut]))).toHaveLength(1);
});

it('leaves open whether the sessions of an account ended that got another role while its earlier role was disabled', () => {
  const at = house();
  const other = { id: '3', position: 'other', nodes: [1, 2], isDisabled: false, changes: 0 };
  const left = newHouse({ ...at.staff, roles: [...at.staff.roles, other] });
  const admin = operator(left, 'admin');
  const role = left.staff.roles[1] ?? never();
  expect(explain(left, answered([setRole(admin, role, true) as Step, done], [movedToOther(left), says(200, '编辑成功')]))).toEqual([]);
  expect(operator(left, 'clerk')).toMatchObject({ role: 'other', isRoleDisabled: false, sessions: [{ state: 'unasked' }] });
});

it('counts every change of an account that is at last as it was before', () => {
  const at = house();
  const enabling = setAccount(operator(at, 'admin'), operator(at, 'clerk'), false) as Step;
  expect(explain(at, answered([disabling(at), done], [enabling, done], [disabling(at), done]))).toEqual([]);
  expect(operator(at, 'clerk')).toMatchObject({ isDisabled: true, changes: 3 });
});

it('lets a captcha serve one of two sign-ins that come at once', () => {
  const at = house();
  const login = signInCommands.find(({ name }) => name === 'sign-in');
  const steps: Step[] = [];
  for (let seed = 1; steps.length < 2; seed += 1) {
    const step = login?.plan(at, diceOf(seed));
    const { imgCode, imgCodeToken, password } = step?.call.fields ?? {};
    if (step && imgCode === 'test' && imgCodeToken === 'captcha' && password === 'Test2026') steps.push(step as Step);
  }
  const [one, other] = steps;
  if (!one || !other) throw new Error('no sign-in');
  const signedIn = (token: string): Answer => ({ status: 200, body: { code: 200, message: '登录成功', data: { token } } });
  const late: Answer = { status: 200, body: { code: 403, message: 'failed', data: { msg: '验证码已过期' } } };
  expect(explain(house(), answered([one, signedIn('a')], [other, signedIn('b')]))).not.toEqual([]);
  expect(explain(at, answered([one, late], [other, signedIn('b')]))).toEqual([]);
});

it('knows that a password change that was sent twice may have ended the session of its second sending', () => {
  const change = (isRepeated: boolean): Answered[] => {
    const step = ofClerk('change-password', house(), ({ oldPassword }) => oldPassword === 'Test2026');
    return answered([step, says(401, 'failed')]).map((one) => ({ ...one, isRepeated }));
  };
  expect(explain(house(), change(true))).toEqual([]);
  expect(explain(house(), change(false))).toHaveLength(1);
});

/** The clerk gets the role 3, and nothing else changes. */
function movedToOther(at: House): Step {
  const update = accountCommands.find(({ name }) => name === 'update-account');
  for (let seed = 1; ; seed += 1) {
    const step = update?.plan(at, diceOf(seed));
    const { id, role_id, realname, password } = step?.call.fields ?? {};
    const isRight = id === '2' && role_id === '3' && realname === 'clerk@example.com' && password === '';
    if (step && isRight) return step as Step;
  }
}

function signOutOfClerk(at: House): Step {
  return ofClerk('logout', at);
}

/** The first step of a command of sessions that the clerk would send. */
function ofClerk(command: string, at: House, fits: (fields: Step['call']['fields']) => boolean = () => true): Step {
  const found = sessionCommands.find(({ name }) => name === command);
  for (let seed = 1; ; seed += 1) {
    const step = found?.plan(at, diceOf(seed));
    if (step?.call.door === 'console' && step.call.operator === 'clerk@example.com' && fits(step.call.fields)) return step as Step;
  }
}

function never(): never {
  throw new Error('no role');
}
