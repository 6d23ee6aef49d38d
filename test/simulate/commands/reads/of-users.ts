import type { User } from '../../model/house.ts';
import type { Answer, ConsoleCall } from '../../model/house.ts';
import { userPart } from '../../model/parts.ts';
import type { Operator } from '../../model/staff.ts';
import { Difference } from '../../model/step.ts';
import { consoleCall, differs, lacks, noRight, operatorFor, refused, type ConsoleExpected } from '../expect.ts';
import { mayOpen } from '../notes.ts';
import { anyUser, type UserCommand } from '../targets.ts';

interface Read {
  readonly name: string;
  readonly way: readonly ['GET' | 'POST', string];
  /** By which somebody who may is mostly chosen. */
  readonly permission: string;
  readonly fields: (user: User) => ConsoleCall['fields'];
  /** What is refused; undefined where it is answered. */
  readonly refusal: (user: User, by: Operator) => ConsoleExpected | undefined;
  readonly judge: (user: User, data: Readonly<Record<string, unknown>>, by: Operator) => Difference | undefined;
}

/** What the console shows of one user. */
function read({ name, way, permission, fields, refusal, judge }: Read, weight: number): UserCommand {
  return {
    name,
    weight,
    plan(house, dice) {
      const target = anyUser(house, dice);
      const operator = operatorFor(house, dice, permission);
      if (!target || !operator) return undefined;
      return {
        call: consoleCall(operator, name, way, fields(target)),
        part: userPart(target.key),
        judge(user, answer, { by }) {
          if (!user) return new Difference('the model has no such user');
          const expected = refusal(user, by);
          if (expected) return differs(answer, expected) ?? user;
          return succeeds(answer) ?? judge(user, answer.body['data'] as Record<string, unknown>, by) ?? user;
        },
      };
    },
  };
}

export function succeeds(answer: Answer): Difference | undefined {
  return answer.body['code'] === 200 ? undefined : new Difference(`expected 200, found ${answer.status} ${JSON.stringify(answer.body)}`);
}

const lacking = (permission: string) => (_user: User, by: Operator) => (by.permissions.has(permission) ? undefined : noRight);
const closed = (user: User, by: Operator) => (mayOpen(by, user) ? undefined : refused);

/** Approved enterprises show their credentials, the key to reviewers alone (spec/wire, 6, *Masking*). */
function detailFault(user: User, data: Readonly<Record<string, unknown>>, by: Operator): Difference | undefined {
  const { userInfo, checkRecords } = data as {
    userInfo: Record<string, unknown>;
    checkRecords: readonly { status: number; reason: string }[];
  };
  const { id, name, mobile, type, status } = user;
  const found = checkRecords.map((one) => `${one.status} ${one.reason}`).toSorted();
  const expected = user.checks.map((one) => `${one.status} ${one.reason}`).toSorted();
  if (found.join('\n') !== expected.join('\n')) return new Difference(`check records: expected ${expected.join()}, found ${found.join()}`);
  const isIncluded = type === 2 && status === 3;
  if (user.isSuspended) return lacks(userInfo, { user_id: id, user_status: status });
  if (isIncluded !== 'app_id' in userInfo) return new Difference(`app_id: found ${JSON.stringify(userInfo)}`);
  if ((isIncluded && by.permissions.has('user:review')) !== 'security_key' in userInfo)
    return new Difference('security_key told to the wrong ones');
  return lacks(userInfo, { user_id: id, name, mobile, type, user_status: status });
}

const detail: Read = {
  name: 'userDetail',
  way: ['GET', '/api/user/userDetail'],
  permission: 'user:review',
  fields: ({ id }) => ({ user_id: id }),
  refusal: (user, by) => {
    const mayAsk = ['user:enterprise', 'user:individual', 'user:review'].some((one) => by.permissions.has(one));
    // The call is open to whoever has one of the pages; of users of the other type it says that there is no right.
    return mayAsk && mayOpen(by, user) ? undefined : noRight;
  },
  judge: detailFault,
};

/** The movements of the points, positive where they came. */
const balance: Read = {
  name: 'userBalanceDetails',
  way: ['GET', '/api/ajax/user/userBalanceDetails'],
  permission: 'user:balance',
  fields: ({ id }) => ({ userId: id, limit: 100 }),
  refusal: lacking('user:balance'),
  // Rows, their number and the balance are read one after the other: each may be of another moment of the round. The rows are compared at
  // the end.
  judge: (user, { user: holder }) => lacks(holder, { user_id: user.id, points: user.points }),
};

/** Whom a gift would reach: a verified user. */
const receiver: Read = {
  name: 'findReceiver',
  way: ['GET', '/api/ajax/user/findReceiver'],
  permission: 'user:gift',
  fields: ({ mobile, type }) => ({ mobile, type }),
  refusal(user, by) {
    if (!by.permissions.has('user:gift')) return noRight;
    return user.status === 3 ? undefined : { ...refused, msg: '该用户未实名通过' };
  },
  judge: ({ id, mobile, type, name }, data) => lacks(data, { user_id: id, mobile, type, name }),
};

const object = ({ id }: User) => ({ object: `user/${id}` });

/** Each review stands in it. */
const timeline: Read = {
  name: 'getTimeline',
  way: ['GET', '/api/ajax/timeline/getList'],
  permission: 'user:review',
  fields: (user) => ({ ...object(user), limit: 100 }),
  refusal: closed,
  judge: ({ checks }, { count }) =>
    Number(count) >= checks.length ? undefined : new Difference(`timeline: ${String(count)} rows of ${checks.length} reviews`),
};

const anyAnswer = (): undefined => undefined;
const related: Read = {
  name: 'getRelated',
  way: ['GET', '/api/ajax/timeline/getRelated'],
  permission: 'user:review',
  fields: object,
  refusal: closed,
  judge: anyAnswer,
};
const colleagues: Read = {
  name: 'getColleagues',
  way: ['GET', '/api/ajax/note/getColleagues'],
  permission: 'user:review',
  fields: object,
  refusal: closed,
  judge: (_user, { list }, { id }) =>
    (list as readonly { id: string }[]).some((one) => one.id === id) ? new Difference('one is no colleague of oneself') : undefined,
};
const history: Read = {
  name: 'getFileHistory',
  way: ['GET', '/api/ajax/fileHistory/getList'],
  permission: 'user:review',
  fields: object,
  refusal: closed,
  judge: anyAnswer,
};
const presence: Read = {
  name: 'getPresence',
  way: ['GET', '/api/ajax/presence/getList'],
  permission: 'user:review',
  fields: object,
  refusal: closed,
  judge: anyAnswer,
};

export const userReads: readonly UserCommand[] = [
  read(detail, 3),
  read(balance, 2),
  read(receiver, 1),
  read(timeline, 1),
  read(related, 1),
  read(colleagues, 1),
  read(history, 1),
  read(presence, 1),
];
