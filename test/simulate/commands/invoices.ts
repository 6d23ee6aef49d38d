import { yuan, type Application, type Invoice, type User } from '../model/house.ts';
import { userPart } from '../model/parts.ts';
import { Difference } from '../model/step.ts';
import { beaten, consoleCall, differs, doneWith, isNotTwoPeople, lacks, noRight, operatorFor, refusal, refused, said } from './expect.ts';
import { anyUser, openCreation, type UserCommand } from './targets.ts';
import { reviewed } from './users.ts';

type Order = Application | User['recharges'][number];
const ordersOf = (user: User): readonly Order[] => [...user.applications, ...user.recharges];
const isFree = ({ pay, invoice }: Order): boolean => pay === 2 && invoice === null;

/** An invoice over paid orders that no other invoice holds. */
const ask: UserCommand = {
  name: 'invoice',
  weight: 6,
  plan(house, dice) {
    const target =
      anyUser(house, dice, (user) => user.status === 3 && ordersOf(user).some(isFree)) ??
      anyUser(house, dice, (user) => ordersOf(user).length > 0);
    if (!target) return undefined;
    // Half of the time orders that may still be refunded: applications that wait.
    const waiting = target.applications.filter((one) => isFree(one) && one.status === 'waiting');
    const free = waiting.length > 0 && dice.oneIn(2) ? waiting : ordersOf(target).filter(isFree);
    const all = ordersOf(target);
    const chosen = dice.oneIn(4)
      ? all.slice(dice.below(all.length)).slice(0, 1 + dice.below(2))
      : free.slice(dice.below(free.length || 1)).slice(0, 3);
    if (chosen.length === 0) return undefined;
    const order_nos = chosen.map(({ orderNo }) => orderNo);
    const type = (1 + dice.below(2)) as 1 | 2;
    const fields = {
      user_id: target.id,
      head: target.name,
      type,
      tax_num: '91000000MA0000000X',
      recipient_name: '收件人',
      post_phone_number: '13900000000',
      address: '某路1号',
      email: 'a@example.com',
      order_nos,
    };
    return openCreation(dice, { name: 'createInvoice', path: '/open/v1/invoices', fields, key: target.key }, (user, answer) => {
      if (!user) return new Difference('the model has no such user');
      if (user.status !== 3) return differs(answer, refusal.forbidden) ?? user;
      const orders = ordersOf(user).filter(({ orderNo }) => order_nos.includes(orderNo));
      if (!orders.every(isFree)) return differs(answer, refusal.conflict) ?? user;
      if (answer.status !== 200) return new Difference(`expected 200, found ${answer.status} ${JSON.stringify(answer.body)}`);
      const id = String(answer.body['id']);
      const fen = orders.reduce((sum, order) => sum + order.fen, 0);
      for (const order of orders) order.invoice = id;
      const invoice: Invoice = { id, orders: order_nos, type, fen, status: 1, firstBy: '', isRed: false, remark: '' };
      user.invoices.push(invoice);
      tell(user, invoice, 'created');
      return lacks(answer.body, { status: 1, money: yuan(fen) }) ?? user;
    });
  },
};

function tell(user: User, { id, status, orders }: Invoice, what: string): void {
  user.events.push({ type: `invoice.${what}`, data: { id, invoiceStatus: status, order_nos: [...orders] } });
}

/** Both steps (spec/finance-app-authority, 4): 1 → 2 or 4, 2 → 3 or 4; who did the first does not do the second. */
function step(which: 'first' | 'issue'): UserCommand {
  const isFirst = which === 'first';
  const permission = isFirst ? 'finance:invoice:first' : 'finance:invoice:issue';
  const from = isFirst ? 1 : 2;
  return {
    name: `invoice-${which}`,
    weight: 7,
    plan(house, dice) {
      const operator = operatorFor(house, dice, permission);
      // Half of the time one whose order was refunded meanwhile, where there is one.
      const isOvertaken = (user: User): boolean => user.invoices.some((one) => one.status === from && holdsRefunded(user, one));
      const wantsOvertaken = dice.oneIn(2);
      const target =
        (wantsOvertaken ? anyUser(house, dice, isOvertaken) : undefined) ??
        anyUser(house, dice, ({ invoices }) => invoices.some(({ status }) => status === from)) ??
        (dice.oneIn(6) ? anyUser(house, dice, ({ invoices }) => invoices.length > 0) : undefined);
      const waiting = target?.invoices.filter(({ status }) => status === from) ?? [];
      const overtaken = target && wantsOvertaken ? waiting.filter((one) => holdsRefunded(target, one)) : [];
      const chosen = dice.pick(overtaken) ?? dice.pick(waiting) ?? dice.pick(target?.invoices ?? []);
      if (!operator || !target || !chosen) return undefined;
      const status = dice.oneIn(4) ? 2 : 1;
      const remark = status === 1 ? '' : (dice.pick(['抬头有误', '', '长'.repeat(21)]) ?? '');
      const courierNumber = dice.oneIn(6) ? '' : 'SF1000000000001';
      const details = { dealTime: dealDay(), dealUser: '叶思齐', dealCode: '044001900111', dealNum: '12345678', courierNumber };
      const fields = { id: chosen.id, status, remark, ...(isFirst || status === 2 ? {} : details) };
      const path = isFirst ? '/api/invoice/invoiceCheckOne' : '/api/invoice/invoiceCheckTwo';
      return {
        call: consoleCall(operator, isFirst ? 'invoiceCheckOne' : 'invoiceCheckTwo', ['POST', path], fields),
        part: userPart(target.key),
        done: reviewed,
        judge(user, answer, { by }) {
          const kept = user?.invoices.find(({ id }) => id === chosen.id);
          if (!user || !kept) return new Difference('the model has no such invoice');
          if (!by.permissions.has(permission)) return differs(answer, noRight) ?? user;
          if (status === 2 && (remark === '' || [...remark].length > 20)) return differs(answer, refused) ?? user;
          if (kept.status !== from) return differs(answer, beaten) ?? user;
          if (!isFirst && kept.firstBy === by.id) return differs(answer, refused) ?? user;
          if (!isFirst && isNotTwoPeople(answer)) return user;
          if (status === 1) {
            const lacksCourier = !isFirst && kept.type !== 1 && courierNumber === '';
            // Of two reasons the specification puts none first.
            if (lacksCourier && differs(answer, refused) === undefined) return user;
            if (holdsRefunded(user, kept)) return differs(answer, beaten) ?? user;
            if (lacksCourier) return differs(answer, refused) ?? user;
          }
          decide(user, kept, { isFirst, isAgreed: status === 1, by: by.id });
          return differs(answer, said('审核成功')) ?? user;
        },
      };
    },
  };
}

function holdsRefunded(user: User, { orders }: Invoice): boolean {
  return ordersOf(user).some(({ orderNo, pay }) => pay === 5 && orders.includes(orderNo));
}

interface Decision {
  readonly isFirst: boolean;
  readonly isAgreed: boolean;
  readonly by: string;
}

/** A refused invoice lets its orders go. */
function decide(user: User, invoice: Invoice, { isFirst, isAgreed, by }: Decision): void {
  invoice.status = !isAgreed ? 4 : isFirst ? 2 : 3;
  if (isFirst) invoice.firstBy = by;
  if (!isAgreed) for (const order of ordersOf(user)) if (order.invoice === invoice.id) order.invoice = null;
  tell(user, invoice, !isAgreed ? 'rejected' : isFirst ? 'submitted' : 'issued');
}

/** The day before yesterday in Shanghai: no day of the future by any clock. */
function dealDay(): string {
  return new Date(Date.now() + (8 - 48) * 3_600_000).toISOString().slice(0, 10);
}

/** One that was issued over an order that was refunded is taken back, once; its orders that are still paid are free for another. */
const redFlush: UserCommand = {
  name: 'invoice-red-flush',
  weight: 2,
  plan(house, dice) {
    const isFit = (user: User): boolean => user.invoices.some((one) => one.status === 3 && holdsRefunded(user, one));
    const target = anyUser(house, dice, isFit) ?? anyUser(house, dice, ({ invoices }) => invoices.length > 0);
    const fit = target?.invoices.filter((one) => one.status === 3 && holdsRefunded(target, one)) ?? [];
    const chosen = (dice.oneIn(6) ? undefined : dice.pick(fit)) ?? dice.pick(target?.invoices ?? []);
    const operator = operatorFor(house, dice, 'finance:invoice:issue');
    if (!target || !chosen || !operator) return undefined;
    const fields = { id: chosen.id, redNum: '12345679', redTime: dealDay() };
    return {
      call: consoleCall(operator, 'invoiceRedFlush', ['POST', '/api/invoice/invoiceRedFlush'], fields),
      part: userPart(target.key),
      done: doneWith('操作成功'),
      judge(user, answer, { by }) {
        const kept = user?.invoices.find(({ id }) => id === chosen.id);
        if (!user || !kept) return new Difference('the model has no such invoice');
        if (!by.permissions.has('finance:invoice:issue')) return differs(answer, noRight) ?? user;
        if (kept.status !== 3 || kept.isRed) return differs(answer, beaten) ?? user;
        if (!holdsRefunded(user, kept)) return differs(answer, refused) ?? user;
        kept.isRed = true;
        for (const order of ordersOf(user)) if (order.invoice === kept.id && order.pay === 2) order.invoice = null;
        return differs(answer, said('操作成功')) ?? user;
      },
    };
  },
};

export const invoiceCommands: readonly UserCommand[] = [ask, step('first'), step('issue'), redFlush];
