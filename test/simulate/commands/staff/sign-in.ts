import type { Dice } from '../../model/dice.ts';
import type { Answer, House } from '../../model/house.ts';
import { staffPart } from '../../model/parts.ts';
import { accountDisabled, addSession, changeAccount, logged, type Operator, type Staff } from '../../model/staff.ts';
import { Difference } from '../../model/step.ts';
import { differs, doneWith, refused, said } from '../expect.ts';
import { isAway, movable, nextBorn, type StaffCommand, type StaffStep } from './targets.ts';
import { setAccount } from './accounts.ts';
import { setRole } from './roles.ts';
import { administrator } from './targets.ts';

const mostSessions = 6;
/** When each captcha was first heard of. A starved machine can take longer over a few rounds than a captcha lives: five minutes. */
const heardAt = new Map<string, number>();
const mayBeOld = (token: string): boolean => Date.now() - (heardAt.get(token) ?? 0) > 240_000;

function askCaptcha(): StaffStep {
  return {
    call: { door: 'console', name: 'getImgCode', method: 'GET', path: '/api/login/getImgCode', fields: {}, operator: '', token: '' },
    part: staffPart,
    judge(staff, answer) {
      const token = String((answer.body['data'] as { imgCodeToken?: string } | null)?.imgCodeToken ?? '');
      if (token === '') return new Difference('there is no captcha');
      if (!heardAt.has(token)) heardAt.set(token, Date.now());
      const captchas = [...staff.captchas, { token, isUsed: false }];
      return { ...staff, captchas: captchas.toSorted((one, other) => one.token.localeCompare(other.token)) };
    },
  };
}

/** A captcha serves once, whatever becomes of the sign-in: also of two that come at once. */
function signIn(house: House, operator: Operator, dice: Dice): StaffStep {
  const imgCode = dice.oneIn(6) ? 'wrong' : 'test';
  const unused = house.staff.captchas.filter(({ isUsed }) => !isUsed);
  const used = house.staff.captchas.filter(({ isUsed }) => isUsed);
  const captcha = (dice.oneIn(5) ? dice.pick(used) : undefined) ?? dice.pick(unused);
  const imgCodeToken = captcha?.token ?? '';
  const password = dice.oneIn(8) ? 'Wrong2026' : operator.password;
  const { username } = operator;
  const fields = { username, password, imgCode, imgCodeToken };
  const born = nextBorn(house);
  // After a lost answer nobody knows what the log has, and nobody compares it.
  const log = house.isDisturbed ? (left: Staff) => left : logged;
  return {
    call: { door: 'console', name: 'login', method: 'POST', path: '/api/login/login', fields, operator: '', token: '' },
    part: staffPart,
    done: doneWith('登录成功', { token: '' }),
    judge(staff, answer) {
      const account = staff.accounts.find((one) => one.username === username);
      const isShut = account?.isDisabled || staff.roles.find(({ position }) => position === account?.role)?.isDisabled === true;
      // A clock that goes a day on lets a captcha expire.
      const isExpired = (house.isDisturbed || mayBeOld(imgCodeToken)) && isSaid(answer, '验证码已过期');
      const spent = spend(staff, imgCodeToken);
      if (!staff.captchas.some(({ token, isUsed }) => token === imgCodeToken && !isUsed) || isExpired) {
        const mayHaveBegun = house.isDisturbed && imgCode === 'test' && account?.password === password && !isShut;
        return differs(answer, { ...refused, msg: '验证码已过期' }) ?? (mayHaveBegun ? withLostSession(spent, username, born) : staff);
      }
      if (imgCode === 'wrong') return differs(answer, { ...refused, msg: '验证码错误' }) ?? log(spent, username, '验证码错误');
      if (account?.password !== password) return differs(answer, { ...refused, msg: '帐号或密码错误' }) ?? log(spent, username, '密码错误');
      if (isShut) return differs(answer, accountDisabled) ?? log(spent, username, '已禁用');
      const token = String((answer.body['data'] as { token?: string } | null)?.token ?? '');
      const opened = changeAccount(spent, username, (one) => addSession(one, token, born));
      return differs(answer, said('登录成功')) ?? log(opened, username, '成功');
    },
  };
}

function isSaid(answer: Answer, msg: string): boolean {
  return (answer.body['data'] as { msg?: string } | null)?.msg === msg;
}

/** A first sending may have spent the captcha and opened a session whose token nobody got. */
function withLostSession(staff: Staff, username: string, born: number): Staff {
  return changeAccount(staff, username, (one) => (one.sessions.some((session) => session.born === born) ? one : addSession(one, '', born)));
}

function spend(staff: Staff, captcha: string): Staff {
  return { ...staff, captchas: staff.captchas.map((one) => (one.token === captcha ? { ...one, isUsed: true } : one)) };
}

const captcha: StaffCommand = {
  name: 'captcha',
  weight: 1,
  plan: ({ staff }) => (staff.captchas.filter(({ isUsed }) => !isUsed).length < 3 ? askCaptcha() : undefined),
};

/** One who is away comes back: their role and account are enabled, and they sign in; sometimes too early. */
const comeBack: StaffCommand = {
  name: 'come-back',
  weight: 7,
  plan(house, dice) {
    const asks = house.operators.get(administrator);
    const absent = dice.pick(movable(house).filter(isAway));
    if (!asks || !absent) return undefined;
    const role = house.staff.roles.find(({ position }) => position === absent.role);
    const mayTry = dice.oneIn(4);
    if (absent.isRoleDisabled && role && !mayTry) return setRole(asks, role, false);
    if (absent.isDisabled && !mayTry) return setAccount(asks, absent, false);
    return house.staff.captchas.some(({ isUsed }) => !isUsed) ? signIn(house, absent, dice) : askCaptcha();
  },
};

/** Also those who are here: each token is another one. */
const login: StaffCommand = {
  name: 'sign-in',
  weight: 2,
  plan(house, dice) {
    const all = [...house.operators.values()].filter(({ sessions, id }) => id !== '' && sessions.length < mostSessions);
    const operator = dice.pick(all);
    if (!operator) return undefined;
    return house.staff.captchas.some(({ isUsed }) => !isUsed) ? signIn(house, operator, dice) : askCaptcha();
  },
};

export const signInCommands: readonly StaffCommand[] = [captcha, comeBack, login];
