import type { Answer, Call, House, Operator } from '../model/house.ts';
import type { Dice } from '../model/dice.ts';
import { Difference, type Command, type Step } from '../model/step.ts';
import { beaten, consoleCall, differs, refused, said, type ConsoleExpected } from './expect.ts';

/** A call that changes who may do what. It goes alone, so that no answer of another call hangs on which of the two was first. */
export interface DeskStep {
  readonly call: Call;
  settle(house: House, answer: Answer): Difference | undefined;
}

const password = 'Test2026';
const signedOut = { code: 401, message: 'failed' } as const;
const disabled = { code: 403, message: '账号被禁用' } as const;

/** What an operator is answered whatever they ask; undefined for one who is signed in (wire, section 2). */
function gateOf(operator: Operator | undefined): ConsoleExpected | undefined {
  if (!operator || operator.hasLeft) return signedOut;
  if (operator.isDisabled || operator.isRoleDisabled) return disabled;
  return operator.isSignedIn ? undefined : signedOut;
}

/** The command, with the answer that it has for an operator who is not signed in any more. */
export function guarded(command: Command): Command {
  return {
    ...command,
    plan(house, dice) {
      const step = command.plan(house, dice);
      if (step?.call.door !== 'console') return step;
      const gate = gateOf(house.operators.get(step.call.operator));
      if (gate === undefined) return step;
      const shut: Step = { call: step.call, key: step.key, judge: (user, answer) => differs(answer, gate) ?? user };
      return shut;
    },
  };
}

/** Those whom the model sends away: nobody who takes applications, which would go to others, and not the one who asks for everything. */
function movable(house: House): Operator[] {
  return [...house.operators.values()].filter(({ roleId, narrowed }) => roleId !== '1' && !narrowed);
}

export function planDesk(house: House, dice: Dice): DeskStep | undefined {
  const admin = house.operators.get('admin@example.com');
  const chosen = dice.pick(movable(house));
  if (!admin || !chosen) return undefined;
  const away = movable(house).filter((one) => gateOf(one) !== undefined);
  // Back soon, so that there is somebody to do the work.
  const absent = dice.pick(away);
  if (absent && !dice.oneIn(4)) return bringBack(house, admin, absent, dice);
  return dice.pick([() => signOut(chosen), () => setAccount(admin, chosen, true), () => setRole(admin, chosen, true)])?.();
}

function bringBack(house: House, admin: Operator, absent: Operator, dice: Dice): DeskStep {
  if (absent.isRoleDisabled) return setRole(admin, absent, false);
  if (absent.isDisabled) return dice.oneIn(3) && house.captcha !== '' ? signIn(house, absent, dice) : setAccount(admin, absent, false);
  return house.captcha === '' ? askCaptcha() : signIn(house, absent, dice);
}

function signOut(operator: Operator): DeskStep {
  return {
    call: consoleCall(operator, 'logout', ['GET', '/api/user/logout'], {}),
    settle(_house, answer) {
      const gate = gateOf(operator);
      if (gate) return differs(answer, gate);
      [operator.isSignedIn, operator.hasLeft] = [false, true];
      return answer.body['code'] === 200 ? undefined : new Difference(`expected 200, found ${JSON.stringify(answer.body)}`);
    },
  };
}

function askCaptcha(): DeskStep {
  return {
    call: { door: 'console', name: 'getImgCode', method: 'GET', path: '/api/login/getImgCode', fields: {}, operator: '' },
    settle(house, answer) {
      house.captcha = String((answer.body['data'] as { imgCodeToken?: string } | null)?.imgCodeToken ?? '');
      return house.captcha === '' ? new Difference('there is no captcha') : undefined;
    },
  };
}

/** A captcha serves once, whatever becomes of the sign-in. */
function signIn(house: House, operator: Operator, dice: Dice): DeskStep {
  const imgCode = dice.oneIn(5) ? 'wrong' : 'test';
  const isUsed = house.usedCaptcha !== '' && dice.oneIn(4);
  const imgCodeToken = isUsed ? house.usedCaptcha : house.captcha;
  const fields = { username: operator.username, password, imgCode, imgCodeToken };
  return {
    call: { door: 'console', name: 'login', method: 'POST', path: '/api/login/login', fields, operator: '' },
    settle(_house, answer) {
      if (isUsed) return differs(answer, { ...refused, msg: '验证码已过期' });
      [house.captcha, house.usedCaptcha] = ['', imgCodeToken];
      if (imgCode === 'wrong') return differs(answer, { ...refused, msg: '验证码错误' });
      if (operator.isDisabled || operator.isRoleDisabled) return differs(answer, disabled);
      operator.token = String((answer.body['data'] as { token?: string } | null)?.token ?? '');
      [operator.isSignedIn, operator.hasLeft] = [true, false];
      return differs(answer, said('登录成功'));
    },
  };
}

/** Disabling ends the live tokens: enabled again, the account has to sign in. What is so already is a state that changed meanwhile. */
function setAccount(admin: Operator, operator: Operator, isDisabled: boolean): DeskStep {
  const fields = { id: operator.id, status: isDisabled ? 2 : 1 };
  return {
    call: consoleCall(admin, 'disableEnable', ['POST', '/api/ajax/power/disableEnable'], fields),
    settle(_house, answer) {
      if (operator.isDisabled === isDisabled) return differs(answer, beaten);
      operator.isDisabled = isDisabled;
      operator.isSignedIn = false;
      return differs(answer, said('操作成功'));
    },
  };
}

function setRole(admin: Operator, { roleId, isRoleDisabled }: Operator, isDisabled: boolean): DeskStep {
  const fields = { id: roleId, type: isDisabled ? 2 : 1 };
  return {
    call: consoleCall(admin, 'roleDisable', ['POST', '/api/ajax/role/roleDisable'], fields),
    settle(house, answer) {
      if (isRoleDisabled === isDisabled) return differs(answer, beaten);
      for (const one of house.operators.values()) {
        if (one.roleId !== roleId) continue;
        one.isRoleDisabled = isDisabled;
        one.isSignedIn = false;
      }
      return differs(answer, said('操作成功'));
    },
  };
}
