import type { Application } from '../model/house.ts';
import { userPart } from '../model/parts.ts';
import { isAcceptor } from '../model/staff.ts';
import { Difference } from '../model/step.ts';
import { beaten, consoleCall, differs, lacks, noRight, operatorFor, refused, said } from './expect.ts';
import { anyUser, type UserCommand } from './targets.ts';

const isKnown = ({ acceptor }: Application): boolean => acceptor !== undefined;
const isReady = (one: Application): boolean => isKnown(one) && one.status === 'waiting' && one.pay === 2;

/** Taken in hand by one: nobody else decides it until it is put down (seed of the races: one winner). */
function inHand(kind: 'claim' | 'release'): UserCommand {
  const isClaim = kind === 'claim';
  const [name, path] = isClaim ? ['claimApplication', '/api/ajax/data/claim'] : ['releaseApplication', '/api/ajax/data/release'];
  return {
    name: `${kind}-application`,
    weight: isClaim ? 1 : 2,
    plan(house, dice) {
      const fits = isClaim ? isReady : (one: Application): boolean => isKnown(one) && one.claim !== '';
      const target = anyUser(house, dice, ({ applications }) => applications.some(fits));
      const chosen = dice.pick(target?.applications.filter(fits) ?? []);
      const holder = [...house.operators.values()].find(({ id }) => id === chosen?.claim);
      const operator = isClaim || dice.oneIn(4) ? operatorFor(house, dice, 'notarization:review') : holder;
      if (!target || !chosen || !operator) return undefined;
      return {
        call: consoleCall(operator, name, ['POST', path], { orderId: chosen.id }),
        part: userPart(target.key),
        judge(user, answer, { by }) {
          const kept = user?.applications.find(({ id }) => id === chosen.id);
          if (!user || !kept) return new Difference('the model has no such application');
          if (!by.permissions.has('notarization:review')) return differs(answer, noRight) ?? user;
          if (by.narrowed && kept.acceptor !== by.id) return differs(answer, refused) ?? user;
          if (!isClaim) {
            if (kept.claim === by.id) kept.claim = '';
            return differs(answer, said('操作成功')) ?? user;
          }
          if (kept.status !== 'waiting' || (kept.claim !== '' && kept.claim !== by.id)) return differs(answer, beaten) ?? user;
          kept.claim = by.id;
          return differs(answer, said('操作成功')) ?? user;
        },
      };
    },
  };
}

/** To another acceptor: each of many by itself, one that is theirs already stays so, one that is decided is left as it is. */
const reassign: UserCommand = {
  name: 'reassign',
  weight: 1,
  plan(house, dice) {
    const target = anyUser(house, dice, ({ applications }) => applications.some(isKnown));
    const chosen = dice.pick(target?.applications.filter(isKnown) ?? []);
    const operator = operatorFor(house, dice, 'authority:role:edit');
    const acceptor = dice.pick([...house.operators.values()].filter(isAcceptor));
    if (!target || !chosen || !operator || !acceptor) return undefined;
    const fields = { orderIds: chosen.id, acceptor: acceptor.id };
    return {
      call: consoleCall(operator, 'reassign', ['POST', '/api/ajax/data/reassign'], fields),
      part: userPart(target.key),
      judge(user, answer, { by }) {
        const kept = user?.applications.find(({ id }) => id === chosen.id);
        if (!user || !kept) return new Difference('the model has no such application');
        const may = by.permissions.has('notarization:list') && by.permissions.has('authority:role:edit');
        if (!may) return differs(answer, noRight) ?? user;
        const isHeld = kept.claim !== '' && kept.claim !== by.id && kept.acceptor !== acceptor.id;
        const isDone = kept.status === 'waiting' && !isHeld;
        if (isDone && kept.acceptor !== acceptor.id) [kept.acceptor, kept.claim] = [acceptor.id, ''];
        const { results } = (answer.body['data'] ?? { results: [] }) as { results: readonly unknown[] };
        return lacks(results[0], { id: kept.id, done: isDone ? 1 : 0 }) ?? user;
      },
    };
  },
};

/** The one label of a capture; empty takes it away. */
const label: UserCommand = {
  name: 'label',
  weight: 1,
  plan(house, dice) {
    const target = anyUser(house, dice, ({ captures }) => captures.length > 0);
    const chosen = dice.pick(target?.captures ?? []);
    const operator = operatorFor(house, dice, 'online:web');
    if (!target || !chosen || !operator) return undefined;
    const given = dice.pick(['', '合同', '侵权']) ?? '';
    return {
      call: consoleCall(operator, 'setLabels', ['POST', '/api/evidence/labelBatch'], { baoquanStr: chosen.number, type: 2, label: given }),
      part: userPart(target.key),
      overwrites: `label/${chosen.number}`,
      judge(user, answer, { by }) {
        const kept = user?.captures.find(({ number }) => number === chosen.number);
        if (!user || !kept) return new Difference('the model has no such capture');
        if (!by.permissions.has('online:web')) return differs(answer, noRight) ?? user;
        kept.label = given;
        const { results } = (answer.body['data'] ?? { results: [] }) as { results: readonly unknown[] };
        return lacks(results[0], { id: kept.number, done: 1 }) ?? user;
      },
    };
  },
};

export const caseCommands: readonly UserCommand[] = [inHand('claim'), inHand('release'), reassign, label];
