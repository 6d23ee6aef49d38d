import type { Dice } from '../model/dice.ts';
import type { Answer, Application, User } from '../model/house.ts';
import { yuan } from '../model/house.ts';
import { userPart } from '../model/parts.ts';
import { Difference } from '../model/step.ts';
import { beaten, consoleCall, differs, lacks, noRight, operatorFor, refusal, refused, said } from './expect.ts';
import { anyUser, openCreation, type UserCommand } from './targets.ts';
import { reviewed } from './users.ts';

const applicationFen = 10_000;
const pieceFen = 2000;
/** The applicant's own view (spec/wire, 4): 1 under way, 2 succeeded, 3 ended, 4 failed. */
const progressOf = { waiting: 1, passed: 2, withdrawn: 3, failed: 4 } as const;

/** An application over one's own evidence. */
const apply: UserCommand = {
  name: 'apply',
  weight: 6,
  plan(house, dice) {
    const target = anyUser(house, dice, ({ evidence, status }) => evidence.length > 0 && status === 3);
    if (!target) return undefined;
    const foreign = dice.oneIn(12) ? anyUser(house, dice, ({ id, evidence }) => id !== target.id && evidence.length > 0) : undefined;
    const own = target.evidence.slice(dice.below(target.evidence.length), undefined).slice(0, 3);
    const numbers = [...own, ...(foreign?.evidence.slice(0, 1) ?? [])].map(({ number }) => number);
    const applicant = { name: '申请人', mobile: '13900000000', idcard: '990000199001011234', address: '某路1号', email: '' };
    const fields = { user_id: target.id, baoquan: numbers, sendType: 1, applicant };
    const call = { name: 'createNotarization', path: '/open/v1/notarizations', fields, key: target.key };
    return openCreation(dice, call, (user, answer) => {
      if (!user) return new Difference('the model has no such user');
      if (user.status !== 3 || foreign) return differs(answer, refusal.forbidden) ?? user;
      if (answer.status !== 200) return new Difference(`expected 200, found ${answer.status} ${JSON.stringify(answer.body)}`);
      const fen = applicationFen + numbers.length * pieceFen;
      const [id, orderNo] = [String(answer.body['orderId']), String(answer.body['order_no'])];
      user.applications.push({
        id,
        orderNo,
        numbers,
        fen,
        pay: 1,
        status: 'waiting',
        remark: '',
        refundOrderNo: '',
        invoice: null,
        acceptor: undefined,
        claim: '',
      });
      tell(user, { id, orderNo }, 'created', 1);
      return lacks(answer.body, { money: yuan(fen) }) ?? user;
    });
  },
};

function tell(user: User, { id, orderNo }: Pick<Application, 'id' | 'orderNo'>, what: string, progress: number): void {
  user.events.push({ type: `notarization.${what}`, data: { orderId: id, order_no: orderNo, progress } });
}

/** What was paid is given back, under a number of its own. */
export function refund(user: User, application: Application, refundOrderNo: string): void {
  application.pay = 5;
  application.refundOrderNo = refundOrderNo;
  const paid = user.notices.findLast(({ orderNo, result }) => orderNo === application.orderNo && result === 'SUCCESS');
  const data = { order_no: application.orderNo, trade_no: paid?.tradeNo ?? null, money: yuan(application.fen) };
  user.events.push({ type: 'order.refunded', data });
}

/** The step of an invoice that must not overlook what becomes of an order meanwhile: mostly the second, which is the harder to reach. */
const stepOvertaken = (dice: Dice): 1 | 2 => (dice.oneIn(4) ? 1 : 2);

/** Whether an invoice that holds the order waits for this step. */
function isHeldAt(step: 1 | 2, { invoices }: User, { orderNo }: Application): boolean {
  return invoices.some(({ status, orders }) => status === step && orders.includes(orderNo));
}

/** Only what is paid and waits is decided; one of two at once wins, and a refusal gives the money back. */
const check: UserCommand = {
  name: 'check',
  weight: 8,
  plan(house, dice) {
    const isReady = ({ status, pay, acceptor }: Application): boolean => status === 'waiting' && pay === 2 && acceptor !== undefined;
    // Some of the time one that an invoice holds between its steps, which is then mostly refused: its money goes back under the invoice.
    const isOvertaking = dice.oneIn(3);
    const step = stepOvertaken(dice);
    const isHeld = (user: User, one: Application): boolean => isReady(one) && isHeldAt(step, user, one);
    const target =
      (isOvertaking ? anyUser(house, dice, (user) => user.applications.some((one) => isHeld(user, one))) : undefined) ??
      anyUser(house, dice, ({ applications }) => applications.some(isReady)) ??
      anyUser(house, dice, ({ applications }) => applications.some(({ acceptor }) => acceptor !== undefined));
    const known = target?.applications.filter(({ acceptor }) => acceptor !== undefined) ?? [];
    const held = target && isOvertaking ? known.filter((one) => isHeld(target, one)) : [];
    const chosen = dice.pick(held) ?? dice.pick(known.filter(isReady)) ?? dice.pick(known);
    const operator = operatorFor(house, dice, 'notarization:review');
    if (!target || !chosen || !operator) return undefined;
    const isCheck = (held.length > 0 ? !dice.oneIn(4) : dice.oneIn(3)) ? 0 : 1;
    const isPoor = dice.oneIn(12);
    const checkRemark = isPoor ? (dice.pick(['', '1', '..', '是']) ?? '') : '已核对';
    const fields = { orderId: chosen.id, userId: target.id, isCheck, checkRemark };
    return {
      call: consoleCall(operator, 'check', ['POST', '/api/ajax/data/check'], fields),
      part: userPart(target.key),
      done: reviewed,
      judge(user, answer, { by }) {
        const kept = user?.applications.find(({ id }) => id === chosen.id);
        if (!user || !kept) return new Difference('the model has no such application');
        if (!by.permissions.has('notarization:review')) return differs(answer, noRight) ?? user;
        if (isPoor) return differs(answer, refused) ?? user;
        // Under the data permission another's application is as unknown as one that never was.
        if (by.narrowed && kept.acceptor !== by.id) return differs(answer, refused) ?? user;
        if (kept.status !== 'waiting') return differs(answer, beaten) ?? user;
        if (kept.claim !== '' && kept.claim !== by.id) return differs(answer, beaten) ?? user;
        // What is not paid yet is not reviewed: refused as a rule or as a state that changed.
        if (kept.pay !== 2) return answer.body['code'] === 403 ? (differs(answer, refused) ?? user) : (differs(answer, beaten) ?? user);
        if (isCheck === 1 && isOutOfReach(answer)) return user;
        kept.status = isCheck === 1 ? 'passed' : 'failed';
        kept.remark = checkRemark;
        kept.claim = '';
        tell(user, kept, isCheck === 1 ? 'approved' : 'rejected', progressOf[kept.status]);
        if (isCheck === 0) refund(user, kept, '?');
        return differs(answer, said('审核成功')) ?? user;
      },
    };
  },
};

/** Nothing passes while the storage does not give a file of a piece; the faults of disks and stores see to that. */
function isOutOfReach(answer: Answer): boolean {
  const { msg } = (answer.body['data'] ?? {}) as { msg?: string };
  return differs(answer, refused) === undefined && (msg ?? '').endsWith('的文件暂时无法读取，请稍后再试');
}

/** Withdrawn before the review only; once more changes nothing. */
const withdraw: UserCommand = {
  name: 'withdraw',
  weight: 4,
  plan(house, dice) {
    // Most of all what is paid and waits, and of that what an invoice holds.
    const isPaid = ({ status, pay }: Application): boolean => status === 'waiting' && pay === 2;
    const step = stepOvertaken(dice);
    const isHeld = (one: Application, user: User): boolean => isPaid(one) && isHeldAt(step, user, one);
    const fits = dice.pick([isHeld, isHeld, isPaid, () => true]) ?? isPaid;
    const target =
      anyUser(house, dice, (user) => user.applications.some((one) => fits(one, user))) ??
      anyUser(house, dice, ({ applications }) => applications.length > 0);
    const chosen = dice.pick(target?.applications.filter((one) => fits(one, target)) ?? []) ?? dice.pick(target?.applications ?? []);
    if (!target || !chosen) return undefined;
    const path = `/open/v1/notarizations/${chosen.id}/withdraw`;
    return {
      call: { door: 'open', name: 'withdrawNotarization', method: 'POST', path, fields: {} },
      part: userPart(target.key),
      judge(user, answer) {
        const kept = user?.applications.find(({ id }) => id === chosen.id);
        if (!user || !kept) return new Difference('the model has no such application');
        if (kept.status === 'passed' || kept.status === 'failed') return differs(answer, refusal.conflict) ?? user;
        if (kept.status === 'waiting') {
          kept.status = 'withdrawn';
          tell(user, kept, 'withdrawn', 3);
          if (kept.pay === 2) refund(user, kept, String(answer.body['refundOrderNo']));
        }
        return stands(kept, answer.body) ?? user;
      },
    };
  },
};

function stands(kept: Application, found: Readonly<Record<string, unknown>>): Difference | undefined {
  const { id, orderNo, fen, pay, status, remark, refundOrderNo } = kept;
  if (refundOrderNo === '?') kept.refundOrderNo = String(found['refundOrderNo']);
  if ((pay === 5) !== (found['refundOrderNo'] !== ''))
    return new Difference(`refundOrderNo: ${String(found['refundOrderNo'])} at pay ${pay}`);
  return lacks(found, {
    orderId: id,
    order_no: orderNo,
    money: yuan(fen),
    payStatus: pay,
    progress: progressOf[status],
    reason: status === 'failed' ? remark : '',
    ...(refundOrderNo === '?' ? {} : { refundOrderNo }),
  });
}

const describe: UserCommand = {
  name: 'describe-application',
  weight: 4,
  plan(house, dice) {
    const target = anyUser(house, dice, ({ applications }) => applications.length > 0);
    const chosen = dice.pick(target?.applications ?? []);
    if (!target || !chosen) return undefined;
    return {
      call: { door: 'open', name: 'getNotarization', method: 'GET', path: `/open/v1/notarizations/${chosen.id}`, fields: {} },
      part: userPart(target.key),
      judge(user, answer) {
        const kept = user?.applications.find(({ id }) => id === chosen.id);
        return kept ? (stands(kept, answer.body) ?? user) : new Difference('the model has no such application');
      },
    };
  },
};

export const applicationCommands: readonly UserCommand[] = [apply, check, withdraw, describe];
