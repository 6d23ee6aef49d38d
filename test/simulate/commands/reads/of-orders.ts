import type { Application, Invoice, User } from '../../model/house.ts';
import { yuan } from '../../model/house.ts';
import { userPart } from '../../model/parts.ts';
import { Difference } from '../../model/step.ts';
import { consoleCall, differs, lacks, noRight, operatorFor, refused } from '../expect.ts';
import { anyUser, type UserCommand } from '../targets.ts';
import { succeeds } from './of-users.ts';

/** The evidence that an application covers: with node 37, of one's own applications alone. */
const covered: UserCommand = {
  name: 'data-list',
  weight: 1,
  plan(house, dice) {
    const target = anyUser(house, dice, ({ applications }) => applications.some(({ acceptor }) => acceptor !== undefined));
    const chosen = dice.pick(target?.applications.filter(({ acceptor }) => acceptor !== undefined) ?? []);
    const operator = operatorFor(house, dice, 'notarization:list');
    if (!target || !chosen || !operator) return undefined;
    return {
      call: consoleCall(operator, 'dataList', ['GET', '/api/ajax/data/dataList'], { orderId: chosen.id, limit: 100 }),
      part: userPart(target.key),
      judge(user, answer, { by }) {
        const kept = user?.applications.find(({ id }) => id === chosen.id);
        if (!user || !kept) return new Difference('the model has no such application');
        if (!by.permissions.has('notarization:list')) return differs(answer, noRight) ?? user;
        if (by.narrowed && kept.acceptor !== by.id) return differs(answer, refused) ?? user;
        const { list } = (answer.body['data'] ?? { list: [] }) as { list: readonly { baoquan: string }[] };
        const found = list.map(({ baoquan }) => baoquan).toSorted();
        const isSame = found.join() === kept.numbers.toSorted().join();
        return isSame ? user : new Difference(`evidence of ${kept.id}: found ${JSON.stringify(answer.body)}`);
      },
    };
  },
};

/** The whole of an application, as whoever may see it reads it. */
const application: UserCommand = {
  name: 'application-detail',
  weight: 2,
  plan(house, dice) {
    const target = anyUser(house, dice, ({ applications }) => applications.some(({ acceptor }) => acceptor !== undefined));
    const chosen = dice.pick(target?.applications.filter(({ acceptor }) => acceptor !== undefined) ?? []);
    const operator = operatorFor(house, dice, 'notarization:list');
    if (!target || !chosen || !operator) return undefined;
    return {
      call: consoleCall(operator, 'evidencesDetail', ['GET', '/api/data/evidencesDetail'], { orderId: chosen.id }),
      part: userPart(target.key),
      judge(user, answer, { by }) {
        const kept = user?.applications.find(({ id }) => id === chosen.id);
        if (!user || !kept) return new Difference('the model has no such application');
        if (!by.permissions.has('notarization:list')) return differs(answer, noRight) ?? user;
        if (by.narrowed && kept.acceptor !== by.id) return differs(answer, refused) ?? user;
        return succeeds(answer) ?? detailFault(user, kept, answer.body['data']) ?? user;
      },
    };
  },
};

/** 1 waits, 2 passed, 3 not passed, or taken back. */
const statusOf = { waiting: 1, passed: 2, failed: 3, withdrawn: 3 } as const;

function detailFault(user: User, kept: Application, data: unknown): Difference | undefined {
  const { orderNo, fen, pay, status, remark, acceptor, refundOrderNo } = kept;
  const { checkRecords, invoice, ...found } = data as Record<string, unknown> & {
    checkRecords: readonly unknown[];
    invoice: { id: string } | null;
  };
  const checks = status === 'passed' || status === 'failed' ? 1 : 0;
  if (checkRecords.length !== checks) return new Difference(`check records: expected ${checks}, found ${checkRecords.length}`);
  const held = user.invoices.some(({ id }) => id === kept.invoice) ? kept.invoice : null;
  // A refused invoice lets its orders go; a refund does not take an invoice back.
  if ((invoice?.id ?? null) !== held) return new Difference(`invoice: expected ${String(held)}, found ${JSON.stringify(invoice)}`);
  if (refundOrderNo !== '?' && found['refundOrderNo'] !== refundOrderNo) return lacks(found, { refundOrderNo });
  return lacks(found, {
    order_no: orderNo,
    orderMoney: yuan(fen),
    userId: user.id,
    pay_status: pay,
    notarialStatus: statusOf[status],
    statusRemark: status === 'withdrawn' ? '已撤回' : '',
    checkRemark: remark,
    acceptor_id: acceptor,
  });
}

type Show = (user: User, kept: Invoice, data: unknown) => Difference | undefined;

/** An invoice, or the orders that it holds. */
function ofInvoice(name: string, path: string, show: Show): UserCommand {
  return {
    name,
    weight: 1,
    plan(house, dice) {
      const target = anyUser(house, dice, ({ invoices }) => invoices.length > 0);
      const chosen = dice.pick(target?.invoices ?? []);
      const operator = operatorFor(house, dice, 'finance:invoice');
      if (!target || !chosen || !operator) return undefined;
      return {
        call: consoleCall(operator, name, ['POST', path], { id: chosen.id }),
        part: userPart(target.key),
        judge(user, answer, { by }) {
          const kept = user?.invoices.find(({ id }) => id === chosen.id);
          if (!user || !kept) return new Difference('the model has no such invoice');
          if (!by.permissions.has('finance:invoice')) return differs(answer, noRight) ?? user;
          return succeeds(answer) ?? show(user, kept, answer.body['data']) ?? user;
        },
      };
    },
  };
}

const invoice = ofInvoice('invoiceDetail', '/api/invoice/invoiceDetail', (user, { id, type, fen, status, orders }, data) => {
  const refundedNow = user.applications.filter(({ orderNo, pay }) => pay === 5 && orders.includes(orderNo)).map(({ orderNo }) => orderNo);
  const { refunded_orders } = data as { refunded_orders: readonly string[] };
  // A refused invoice has let its orders go, and names none.
  const isExpected = status === 4 || refunded_orders.toSorted().join() === refundedNow.toSorted().join();
  if (!isExpected) return new Difference(`refunded orders: expected ${refundedNow.join()}, found ${refunded_orders.join()}`);
  return lacks(data, { id, type, money: yuan(fen), status, mobile: user.mobile });
});

const invoiceOrders = ofInvoice('invoiceOrderList', '/api/invoice/invoiceOrderList', (user, { orders, status, isRed }, data) => {
  const { list } = data as { list: readonly { order_no: string; balance: string; pay: number }[] };
  const all = [...user.applications, ...user.recharges];
  const expected = all.filter(({ orderNo }) => orders.includes(orderNo)).map(({ orderNo, fen, pay }) => `${orderNo} ${yuan(fen)} ${pay}`);
  const found = list.map(({ order_no, balance, pay }) => `${order_no} ${balance} ${pay}`);
  const isSame = found.toSorted().join() === expected.toSorted().join();
  // What was let go is another's by now.
  return isSame || status === 4 || isRed ? undefined : new Difference(`orders: expected ${expected.join()}, found ${found.join()}`);
});

export const orderReads: readonly UserCommand[] = [covered, application, invoice, invoiceOrders];
