import { staffPart } from '../../model/parts.ts';
import { changeAccount, endSessions, logged, withSession, type Session, type Staff } from '../../model/staff.ts';
import type { House } from '../../model/house.ts';
import type { Dice } from '../../model/dice.ts';
import { beaten, consoleCall, differs, doneWith, noRight, operatorFor, refused, said } from '../expect.ts';
import { changed } from './accounts.ts';
import { reaches } from './rules.ts';
import { anyMovable, type StaffCommand } from './targets.ts';

/** The token is dead at once. */
const logout: StaffCommand = {
  name: 'logout',
  weight: 1,
  plan(house, dice) {
    const operator = anyMovable(house, dice, ({ token }) => token !== '');
    if (!operator) return undefined;
    const { username, token } = dice.oneIn(2) ? operator : withSession(operator, dice);
    return {
      call: consoleCall({ ...operator, token }, 'logout', ['GET', '/api/user/logout'], {}),
      part: staffPart,
      done: doneWith('操作成功'),
      judge: (staff, answer) => differs(answer, said('操作成功')) ?? over(staff, username, (session) => session.token === token),
    };
  },
};

function over(staff: Staff, username: string, which: (session: Session) => boolean): Staff {
  return changeAccount(staff, username, (account) => ({
    ...account,
    sessions: account.sessions.map((session) => (which(session) && session.state === 'live' ? { ...session, state: 'over' } : session)),
  }));
}

/** Of the owner, or of an administrator; one that has ended already came too late. */
function end(kind: 'own' | 'other'): StaffCommand {
  const isOwn = kind === 'own';
  const permission = 'authority:account:edit';
  return {
    name: isOwn ? 'end-own-session' : 'end-session',
    weight: 2,
    plan(house, dice) {
      const target = anyMovable(house, dice, ({ sessions }) => sessions.some(({ id }) => id !== ''));
      const session = dice.pick(target?.sessions.filter(({ id }) => id !== '') ?? []);
      const owner = isOwn ? ownerFor(house, dice, target?.username) : operatorFor(house, dice, permission);
      if (!target || !session || !owner || (!isOwn && !reaches(owner, target))) return undefined;
      const [name, path] = isOwn ? ['ownSessionEnd', '/api/User/sessionEnd'] : ['accountSessionEnd', '/api/ajax/power/sessionEnd'];
      return {
        call: consoleCall(owner, name, ['POST', path], { id: session.id }),
        part: staffPart,
        done: doneWith('操作成功'),
        judge(staff, answer, { by }) {
          if (!isOwn && !by.permissions.has(permission)) return differs(answer, noRight) ?? staff;
          // Another's session is as unknown as one that never was.
          if (isOwn && by.username !== target.username) return differs(answer, refused) ?? staff;
          const account = staff.accounts.find((one) => one.username === target.username);
          const isLive = account?.sessions.some((one) => one.id === session.id && one.state === 'live');
          if (!isLive) return differs(answer, beaten) ?? staff;
          return differs(answer, said('操作成功')) ?? over(staff, target.username, (one) => one.id === session.id);
        },
      };
    },
  };
}

function ownerFor(house: House, dice: Dice, username = '') {
  const owner = dice.oneIn(8) ? anyMovable(house, dice) : house.operators.get(username);
  return owner && owner.token !== '' ? withSession(owner, dice) : undefined;
}

/** A password change of one's own ends every session, the one that asks too. */
const changePassword: StaffCommand = {
  name: 'change-password',
  weight: 1,
  plan(house, dice) {
    const operator = anyMovable(house, dice, ({ token }) => token !== '');
    if (!operator) return undefined;
    const { username } = operator;
    const old = dice.oneIn(5) ? 'Wrong2026' : operator.password;
    const password = `Pass${dice.word(8)}`;
    const said200 = '密码已修改，请重新登录';
    return {
      call: consoleCall(operator, 'changePassword', ['POST', '/api/User/changePassword'], { oldPassword: old, password }),
      part: staffPart,
      done: doneWith(said200),
      judge(staff, answer) {
        const account = staff.accounts.find((one) => one.username === username);
        // One that was changed meanwhile is a wrong one, or a state that changed.
        if (account?.password !== old) {
          if (answer.body['code'] === 430 && old !== 'Wrong2026') return staff;
          // It is in the login log, as a wrong one of a sign-in is.
          const isAsked = (answer.body['data'] as { msg?: string } | null)?.msg === '当前密码错误' && !house.isDisturbed;
          return differs(answer, refused) ?? (isAsked ? logged(staff, username, '密码错误') : staff);
        }
        const moved = changeAccount(staff, username, (one) => endSessions({ ...changed(one), password }, 'over'));
        return differs(answer, said(said200)) ?? moved;
      },
    };
  },
};

export const sessionCommands: readonly StaffCommand[] = [logout, end('own'), end('other'), changePassword];
