import { isDeepStrictEqual } from 'node:util';
import type { Dice } from '../model/dice.ts';
import type { Answer, House, OpenCall, User } from '../model/house.ts';
import { userPart } from '../model/parts.ts';
import { Difference, type Command, type Others, type Step } from '../model/step.ts';

export type UserCommand = Command<User | undefined>;
export type UserStep = Step<User | undefined>;

/** A user of the house, of those that fit. */
export function anyUser(house: House, dice: Dice, fits: (user: User) => boolean = () => true): User | undefined {
  const users = [...house.users.values()];
  // The last ones more often, so that they become busy and calls at once meet at them.
  const recent = users.slice(-busy).filter(fits);
  return recent.length > 0 && !dice.oneIn(4) ? dice.pick(recent) : dice.pick(users.filter(fits));
}
const busy = 4;

type Created = Pick<OpenCall, 'name' | 'path' | 'fields' | 'files' | 'client'> & { readonly key: string };
type Judge = (user: User | undefined, answer: Answer, others: Others) => User | undefined | Difference;

/**
 * A creating call under a `unique_id`: sent twice it is answered as the first time (spec/intake, 3). Its receipt is kept where it
 * was acknowledged.
 */
export function openCreation(dice: Dice, { key, ...call }: Created, judge: Judge): UserStep {
  const sent: OpenCall = { door: 'open', method: 'POST', ...call, fields: { unique_id: dice.word(16), ...call.fields } };
  return {
    call: sent,
    part: userPart(key),
    ...(call.client ? {} : { mayComeTwice: true as const }),
    judge(user, answer, others) {
      const first = user?.receipts.find((one) => one.call.fields['unique_id'] === sent.fields['unique_id']);
      if (user && first) return answeredAs(first.answer, answer) ?? user;
      const outcome = judge(user, answer, others);
      if (outcome instanceof Difference || outcome === undefined) return outcome;
      // Pictures and files are repeated by their bytes; only the latest receipts are kept in mind.
      if (answer.status === 200) outcome.receipts = [...outcome.receipts.slice(-7), { call: sent, answer: answer.body }];
      return outcome;
    },
  };
}

/** Whether a repetition is answered as the first time. */
export function answeredAs(first: unknown, answer: Answer): Difference | undefined {
  const isSame = answer.status === 200 && isDeepStrictEqual(answer.body, first);
  return isSame ? undefined : new Difference(`expected ${JSON.stringify(first)}, found ${JSON.stringify(answer.body)}`);
}
