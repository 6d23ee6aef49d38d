import type { Application, User } from '../model/house.ts';
import { yuan } from '../model/house.ts';
import { Difference } from '../model/step.ts';
import { refund } from './applications.ts';
import { differs, lacks, refusal } from './expect.ts';
import { credit } from './points.ts';
import { anyUser, openCreation, type UserCommand } from './targets.ts';

const pointFen = 100;

/** Points are ordered; they come when they are paid. */
const recharge: UserCommand = {
  name: 'recharge',
  weight: 5,
  plan(house, dice) {
    const target = anyUser(house, dice);
    if (!target) return undefined;
    const points = 1 + dice.below(30);
    const fields = { user_id: target.id, points };
    return openCreation(dice, { name: 'createRecharge', path: '/open/v1/recharges', fields, key: target.key }, (user, answer) => {
      if (!user) return new Difference('the model has no such user');
      if (answer.status !== 200) return new Difference(`expected 200, found ${answer.status} ${JSON.stringify(answer.body)}`);
      const fen = points * pointFen;
      user.recharges.push({ orderNo: String(answer.body['order_no']), points, fen, pay: 1, invoice: null });
      return lacks(answer.body, { money: yuan(fen) }) ?? user;
    });
  },
};

type Order = Application | User['recharges'][number];
const ordersOf = (user: User): readonly Order[] => [...user.applications, ...user.recharges];

/** What the gateway tells: the same trade counts once, a wrong amount is refused, a failed payment may be tried again. */
const pay: UserCommand = {
  name: 'pay',
  weight: 14,
  plan(house, dice) {
    const isOpen = ({ pay: state }: Order): boolean => state === 1 || state === 3;
    // Half of the time an application that waits: reviews, invoices and refunds need those that are paid.
    const isAwaited = (one: Application): boolean => isOpen(one) && one.status === 'waiting';
    const applicant = dice.oneIn(2) ? anyUser(house, dice, ({ applications }) => applications.some(isAwaited)) : undefined;
    const target =
      applicant ?? anyUser(house, dice, (user) => ordersOf(user).some(isOpen)) ?? anyUser(house, dice, (user) => ordersOf(user).length > 0);
    const open = applicant?.applications.filter(isAwaited) ?? (target ? ordersOf(target).filter(isOpen) : []);
    const order = dice.oneIn(8)
      ? dice.pick(target ? ordersOf(target) : [])
      : (dice.pick(open) ?? dice.pick(target ? ordersOf(target) : []));
    if (!target || !order) return undefined;
    const earlier = dice.oneIn(5) ? dice.pick(target.notices) : undefined;
    const tradeNo = earlier?.tradeNo ?? `T${target.id}-${target.notices.length}-${dice.below(3)}`;
    const payType = earlier && !dice.oneIn(3) ? earlier.payType : 2 + dice.below(3);
    const orderNo = earlier && !dice.oneIn(3) ? earlier.orderNo : order.orderNo;
    const due = ordersOf(target).find((one) => one.orderNo === orderNo)?.fen ?? 0;
    const fen = dice.oneIn(12) ? due + 1 : due;
    const result = dice.oneIn(5) ? ('FAIL' as const) : ('SUCCESS' as const);
    const fields = { order_no: orderNo, trade_no: tradeNo, pay_type: payType, money: yuan(fen), result };
    return openCreation(dice, { name: 'recordPayment', path: '/open/v1/payments', fields, key: target.key }, (user, answer) => {
      const kept = user && ordersOf(user).find((one) => one.orderNo === orderNo);
      if (!user || !kept) return new Difference('the model has no such order');
      if (fen !== due) return differs(answer, refusal.conflict) ?? user;
      const notices = user.notices.filter((one) => one.tradeNo === tradeNo);
      if (notices.some((one) => one.orderNo !== orderNo || one.payType !== payType)) return differs(answer, refusal.conflict) ?? user;
      if (!notices.some((one) => one.result === result)) {
        if (result === 'SUCCESS' && !isOpen(kept)) return differs(answer, refusal.conflict) ?? user;
        user.notices.push({ tradeNo, orderNo, payType, result });
        settle(user, kept, { tradeNo, result, refundOrderNo: String(answer.body['refundOrderNo']) });
      }
      if ('refundOrderNo' in kept && kept.refundOrderNo === '?') kept.refundOrderNo = String(answer.body['refundOrderNo']);
      const refundOrderNo = 'refundOrderNo' in kept ? kept.refundOrderNo : '';
      return lacks(answer.body, { order_no: orderNo, payStatus: kept.pay, refundOrderNo }) ?? user;
    });
  },
};

interface Told {
  readonly tradeNo: string;
  readonly result: 'SUCCESS' | 'FAIL';
  readonly refundOrderNo: string;
}

/** A late failure takes nothing back. What is paid for a withdrawn application is given back at once. */
function settle(user: User, order: Order, { tradeNo, result, refundOrderNo }: Told): void {
  const data = { order_no: order.orderNo, trade_no: tradeNo, money: yuan(order.fen), refund_order_no: null };
  if (result === 'FAIL') {
    if (order.pay === 2 || order.pay === 5) return;
    order.pay = 3;
    user.events.push({ type: 'order.payment_failed', data });
    return;
  }
  order.pay = 2;
  user.events.push({ type: 'order.paid', data });
  if ('points' in order) credit(user, order.points, 'recharge', order.orderNo);
  else if (order.status === 'withdrawn') refund(user, order, refundOrderNo);
}

export const orderCommands: readonly UserCommand[] = [recharge, pay];
