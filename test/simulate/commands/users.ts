import { newUser, type User } from '../model/house.ts';
import { userPart } from '../model/parts.ts';
import { Difference } from '../model/step.ts';
import { beaten, consoleCall, differs, lacks, noRight, operatorFor, refusal, refused, said } from './expect.ts';
import { pictureParts } from './pictures.ts';
import { anyUser, openCreation, type UserCommand } from './targets.ts';

/** Registration; a mobile is taken once a type (intake, POST /users). */
const register: UserCommand = {
  name: 'register',
  weight: 4,
  plan(house, dice) {
    const known = anyUser(house, dice);
    const isTwin = known !== undefined && dice.oneIn(8);
    // A narrow choice of new mobiles, so that two who come at once may ask for the same.
    const key = isTwin ? known.key : `${1 + dice.below(2)}/1${String(dice.below(64) + 64 * house.users.size).padStart(10, '0')}`;
    const [type, mobile] = key.split('/');
    const name = `用户${dice.word(4)}`;
    const fields = { type: Number(type), mobile, name };
    return openCreation(dice, { name: 'createUser', path: '/open/v1/users', fields, key }, (user, answer) => {
      if (user) return differs(answer, refusal.conflict) ?? user;
      if (answer.status !== 200) return new Difference(`expected 200, found ${answer.status} ${JSON.stringify(answer.body)}`);
      return newUser(key, String(answer.body['user_id']), name);
    });
  },
};

/** Identity data: a first submission, or a supplementary one of an approved user. */
const submit: UserCommand = {
  name: 'submit',
  weight: 6,
  plan(house, dice) {
    const target = anyUser(house, dice, ({ status, repair }) => status !== 2 && repair !== 2) ?? anyUser(house, dice);
    if (!target) return undefined;
    const files = pictureParts(target.type, dice);
    const fields = {
      // The verified name is the user's name from then on; it stays what it was, so that the lists can be told by it.
      name: target.name,
      contact_idcard: `99000019900101${String(dice.below(10_000)).padStart(4, '0')}`,
      address: `某路${dice.below(100)}号`,
      ...(target.type === 2 ? { tax_number: '91000000MA0000000X', legal_person: '钱法人' } : {}),
    };
    const path = `/open/v1/users/${target.id}/verification`;
    return openCreation(dice, { name: 'submitVerification', path, fields, files, key: target.key }, (user, answer) => {
      if (!user) return new Difference('the model has no such user');
      if (user.status === 2 || user.repair === 2) return differs(answer, refusal.conflict) ?? user;
      if (user.status === 3) user.repair = 2;
      else user.status = 2;
      if (answer.status !== 200) return new Difference(`expected 200, found ${answer.status} ${JSON.stringify(answer.body)}`);
      return lacks(answer.body, { user_id: user.id, user_status: user.status, repair_type: user.repair }) ?? user;
    });
  },
};

/** Both reviews (spec/console, 4.2): one winner, a reason of 1 to 20 characters for a refusal. */
function review(kind: 'first' | 'repair'): UserCommand {
  const isFirst = kind === 'first';
  return {
    name: `review-${kind}`,
    weight: isFirst ? 8 : 3,
    plan(house, dice) {
      const waits = (user: User): boolean => (isFirst ? user.status === 2 : user.repair === 2);
      const target = anyUser(house, dice, waits) ?? (dice.oneIn(10) ? anyUser(house, dice) : undefined);
      const operator = operatorFor(house, dice, 'user:review');
      if (!target || !operator) return undefined;
      const status = dice.oneIn(4) ? 0 : 1;
      const reason = status === 1 ? '' : (dice.pick(['资料不清', '𠮷'.repeat(20), '', '长'.repeat(21)]) ?? '');
      const path = isFirst ? '/api/ajax/user/updateUserStatus' : '/api/User/repairCheck';
      return {
        call: consoleCall(operator, isFirst ? 'updateUserStatus' : 'repairCheck', ['POST', path], { user_id: target.id, status, reason }),
        part: userPart(target.key),
        done: reviewed,
        judge(user, answer, { by }) {
          if (!user) return new Difference('the model has no such user');
          if (!by.permissions.has('user:review')) return differs(answer, noRight) ?? user;
          if (status === 0 && (reason === '' || [...reason].length > 20)) return differs(answer, refused) ?? user;
          if (!waits(user)) return differs(answer, beaten) ?? user;
          decide(user, kind, status === 1, reason, by.realname);
          return differs(answer, said('审核成功')) ?? user;
        },
      };
    },
  };
}

export const reviewed = { status: 200, body: { code: 200, message: '审核成功', msg: '审核成功', data: null } };

function decide(user: User, kind: 'first' | 'repair', isApproved: boolean, reason: string, by: string): void {
  if (kind === 'first') user.status = isApproved ? 3 : 4;
  else user.repair = isApproved ? 3 : 4;
  user.checks.push({ status: isApproved ? 1 : 0, reason, by });
  const type = !isApproved ? 'user.rejected' : kind === 'first' ? 'user.approved' : 'user.repaired';
  user.events.push({ type, data: { user_status: user.status, repair_type: user.repair, reason: isApproved ? null : reason } });
}

/** What the front end is told of a user. */
const describe: UserCommand = {
  name: 'describe-user',
  weight: 4,
  plan(house, dice) {
    const target = anyUser(house, dice);
    if (!target) return undefined;
    return {
      call: { door: 'open', name: 'getUser', method: 'GET', path: `/open/v1/users/${target.id}`, fields: {} },
      part: userPart(target.key),
      judge(user, answer) {
        if (!user) return new Difference('the model has no such user');
        const isRefused = user.status === 4 || user.repair === 4;
        const reason = isRefused ? (user.checks.at(-1)?.reason ?? '') : '';
        const { id, type, status, repair, points } = user;
        return lacks(answer.body, { user_id: id, type, user_status: status, repair_type: repair, points, reason }) ?? user;
      },
    };
  },
};

/** A sign-in of the front end. */
const login: UserCommand = {
  name: 'front-login',
  weight: 1,
  plan(house, dice) {
    const target = anyUser(house, dice);
    if (!target) return undefined;
    const fields = { user_id: target.id, login_time: `2026-01-0${1 + dice.below(9)} 08:00:00`, ip: '192.0.2.1' };
    return openCreation(dice, { name: 'recordLogin', path: '/open/v1/logins', fields, key: target.key }, (user, answer) => {
      if (!user) return new Difference('the model has no such user');
      user.logins += 1;
      return answer.status === 200 ? user : new Difference(`expected 200, found ${answer.status}`);
    });
  },
};

export const userCommands: readonly UserCommand[] = [register, submit, review('first'), review('repair'), describe, login];
