import type { Answer, OpenCall, User } from '../model/house.ts';
import { userPart } from '../model/parts.ts';
import { Difference } from '../model/step.ts';
import { differs, lacks, refusal } from './expect.ts';
import { anyUser, openCreation, type UserCommand } from './targets.ts';

/** Of credentials that were ended. */
const ended = { status: 401, code: 'signature' } as const;

/** Approved, with credentials that were asked for. */
function hasKey({ credentials }: User): boolean {
  return credentials !== undefined;
}

type Judge = (user: User, answer: Answer) => Difference | undefined;

/** A call that an enterprise makes for itself, with the credentials that its approval gave it: suspended, they end at once. */
function own(name: string, weight: number, path: (user: User) => string, judge: Judge): UserCommand {
  return {
    name,
    weight,
    plan(house, dice) {
      const target = anyUser(house, dice, hasKey);
      if (!target?.credentials) return undefined;
      const call: OpenCall = { door: 'open', name, method: 'GET', path: path(target), fields: {}, client: target.credentials };
      return {
        call,
        part: userPart(target.key),
        judge(user, answer) {
          if (!user) return new Difference('the model has no such user');
          if (user.isSuspended) return differs(answer, ended) ?? user;
          return judge(user, answer) ?? user;
        },
      };
    },
  };
}

const me = own(
  'getMe',
  1,
  () => '/open/v1/me',
  ({ id, credentials }, { body }) => lacks(body, { app_id: credentials?.app_id, kind: 'enterprise', user_id: id }),
);

const self = own(
  'getUser',
  1,
  ({ id }) => `/open/v1/users/${id}`,
  ({ id, type, status, points }, { body }) => lacks(body, { user_id: id, type, user_status: status, points }),
);

/** It reaches its own data only. */
const stranger: UserCommand = {
  name: 'enterprise-reaches-out',
  weight: 1,
  plan(house, dice) {
    const target = anyUser(house, dice, hasKey);
    const other = anyUser(house, dice, ({ id }) => id !== target?.id);
    if (!target?.credentials || !other) return undefined;
    const path = `/open/v1/users/${other.id}`;
    return {
      call: { door: 'open', name: 'getUser', method: 'GET', path, fields: {}, client: target.credentials },
      part: userPart(target.key),
      judge(user, answer) {
        if (!user) return new Difference('the model has no such user');
        return differs(answer, user.isSuspended ? ended : refusal.forbidden) ?? user;
      },
    };
  },
};

/** Points that it orders for itself. */
const recharge: UserCommand = {
  name: 'enterprise-recharge',
  weight: 1,
  plan(house, dice) {
    const target = anyUser(house, dice, hasKey);
    if (!target?.credentials) return undefined;
    const points = 1 + dice.below(10);
    const fields = { user_id: target.id, points };
    const created = { name: 'createRecharge', path: '/open/v1/recharges', fields, key: target.key, client: target.credentials };
    return openCreation(dice, created, (user, answer) => {
      if (!user) return new Difference('the model has no such user');
      if (user.isSuspended) return differs(answer, ended) ?? user;
      if (answer.status !== 200) return new Difference(`expected 200, found ${answer.status} ${JSON.stringify(answer.body)}`);
      user.recharges.push({ orderNo: String(answer.body['order_no']), points, fen: points * 100, pay: 1, invoice: null });
      return user;
    });
  },
};

/** `npm run admin -- user suspend`, and `resume`: what is so already is refused. */
function suspend(isSuspended: boolean): UserCommand {
  const verb = isSuspended ? 'suspend' : 'resume';
  return {
    name: `user-${verb}`,
    weight: 1,
    plan(house, dice) {
      const fits = (user: User): boolean => user.type === 2 && user.status === 3 && user.isSuspended !== isSuspended;
      const target = anyUser(house, dice, fits) ?? (dice.oneIn(4) ? anyUser(house, dice) : undefined);
      if (!target || house.isDisturbed) return undefined;
      return {
        call: { door: 'command', name: `user ${verb}`, method: 'RUN', path: `user ${verb} ${target.id}`, fields: {} },
        part: userPart(target.key),
        judge(user, answer) {
          if (!user) return new Difference('the model has no such user');
          const isDone = user.type === 2 && user.status === 3 && user.isSuspended !== isSuspended;
          if (answer.status !== (isDone ? 200 : 400))
            return new Difference(`${verb}: found ${answer.status} ${JSON.stringify(answer.body)}`);
          if (!isDone) return user;
          user.isSuspended = isSuspended;
          // Not the repair: whether one that went on beside came first, no answer tells.
          const data = { user_status: user.status, reason: null };
          user.events.push({ type: isSuspended ? 'user.suspended' : 'user.resumed', data });
          return user;
        },
      };
    },
  };
}

export const enterpriseCommands: readonly UserCommand[] = [me, self, stranger, recharge, suspend(true), suspend(false)];
