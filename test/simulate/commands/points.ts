import type { User } from '../model/house.ts';
import { userPart } from '../model/parts.ts';
import { Difference } from '../model/step.ts';
import { beaten, consoleCall, differs, isNotTwoPeople, noRight, operatorFor, refused, said } from './expect.ts';
import { anyUser, type UserCommand } from './targets.ts';

const giftMax = 1_000_000_000;

/** A gift; the same request of the same operator gives once (spec/wire, 4, *Users*). */
const gift: UserCommand = {
  name: 'gift',
  weight: 10,
  plan(house, dice) {
    const operator = operatorFor(house, dice, 'user:gift');
    const target = anyUser(house, dice, ({ status }) => status === 3) ?? anyUser(house, dice);
    if (!target || !operator) return undefined;
    const again = dice.oneIn(5) ? dice.pick(target.gifts.filter(({ byId }) => byId === operator.id)) : undefined;
    const amounts = [1, 2, 5, 10, 50, 0, giftMax + 1, -1];
    const points = again?.points ?? (dice.oneIn(10) ? dice.pick(amounts) : 1 + dice.below(12)) ?? 1;
    const kind = again?.kind ?? 1 + dice.below(4);
    const explain = again && !dice.oneIn(4) ? again.explain : dice.word(6);
    // A narrow choice, so that the same request may come twice at once.
    const requestId = again?.requestId ?? `${target.key}-${target.gifts.length}-${dice.below(3)}`;
    const type = target.type;
    const fields = { mobile: target.mobile, type, pointsType: kind, points, explain, requestId };
    return {
      call: consoleCall(operator, 'updatePoints', ['POST', '/api/ajax/user/updatePoints'], fields),
      part: userPart(target.key),
      judge(user, answer, { by }) {
        if (!by.permissions.has('user:gift')) return differs(answer, noRight) ?? user;
        if (points < 1 || points > giftMax) return differs(answer, refused) ?? user;
        if (!user) return differs(answer, { ...refused, msg: '该用户不存在' }) ?? user;
        const earlier = user.gifts.find((one) => one.requestId === requestId && one.byId === by.id);
        if (user.status !== 3) return differs(answer, { ...refused, msg: '该用户未实名通过' }) ?? user;
        if (earlier) {
          const isSame = earlier.points === points && earlier.kind === kind && earlier.explain === explain;
          return differs(answer, isSame ? said('赠送成功') : refused) ?? user;
        }
        user.gifts.push({ requestId, kind, points, by: by.realname, byId: by.id, explain, id: '', isRevoked: false });
        credit(user, points, 'gift', null);
        return differs(answer, said('赠送成功')) ?? user;
      },
    };
  },
};

/** Points that came, and the event that tells so. Its balance hangs on what else was under way, which no answer tells. */
export function credit(user: User, points: number, source: 'gift' | 'recharge', orderNo: string | null): void {
  user.points += points;
  user.bookings.push({ business: source === 'gift' ? 5 : 6, points });
  user.events.push({ type: 'points.credited', data: { points, source, order_no: orderNo } });
}

/** A gift is taken back whole, by another operator, once, and while its points are there. */
const revoke: UserCommand = {
  name: 'revoke-gift',
  weight: 2,
  plan(house, dice) {
    const operator = operatorFor(house, dice, 'user:gift');
    const target = anyUser(house, dice, ({ gifts }) => gifts.some(({ id }) => id !== ''));
    const chosen = dice.pick(target?.gifts.filter(({ id }) => id !== '') ?? []);
    if (!target || !operator || !chosen) return undefined;
    const fields = { id: chosen.id, explain: '登记有误' };
    return {
      call: consoleCall(operator, 'revokePoints', ['POST', '/api/ajax/user/revokePoints'], fields),
      part: userPart(target.key),
      done: { status: 200, body: { code: 200, message: '操作成功', msg: '操作成功', data: null } },
      judge(user, answer, { held, by }) {
        const kept = user?.gifts.find(({ id }) => id === chosen.id);
        if (!user || !kept) return new Difference('the model has no such gift');
        if (!by.permissions.has('user:gift')) return differs(answer, noRight) ?? user;
        if (kept.byId === by.id) return differs(answer, refused) ?? user;
        if (isNotTwoPeople(answer)) return user;
        if (kept.isRevoked) return differs(answer, beaten) ?? user;
        const isRefused = answer.body['code'] === 403;
        if (user.points < kept.points || (isRefused && user.points - held < kept.points)) return differs(answer, refused) ?? user;
        kept.isRevoked = true;
        user.points -= kept.points;
        user.bookings.push({ business: 5, points: -kept.points });
        return differs(answer, said('操作成功')) ?? user;
      },
    };
  },
};

export const pointsCommands: readonly UserCommand[] = [gift, revoke];
