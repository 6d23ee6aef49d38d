import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../src/server/platform/db/database.ts';
import type { Side } from './servers.ts';
import * as arrange from './arrange.ts';

/** The outcome of one of two calls: carried out, refused because the other was first, or refused otherwise. */
export type End = 'won' | 'lost' | 'other';

/** A rule under which only one of two calls may succeed, or both may with a single effect. */
export interface Rule {
  readonly name: string;
  /** Who may win: exactly one, or both with one effect (a repetition is answered like the first call). */
  readonly winners: 'one' | 'both' | 'one or both';
  /** Its pairs run one after the other, because each needs the previous one. */
  readonly alone?: boolean;
  /** Creates the rows of a race. @returns the two calls, and a count of their effects in the database. */
  prepare(db: Database): Promise<Fight>;
}
export interface Fight {
  /** Signed in for the first call before both begin. */
  readonly signsIn?: string;
  readonly calls: readonly [Act, Act];
  effects(): Promise<number>;
}
type Act = (side: Side) => Promise<End>;

const [one, other, admin] = ['reviewer@example.com', 'other@example.com', 'admin@example.com'] as const;

/** A call of the console: 430 means that somebody else was first (spec/wire, 2). */
const post =
  (username: string, path: string, fields: Record<string, string | number>): Act =>
  async (side) => {
    const { code } = await side.post(username, path, fields);
    return code === 200 ? 'won' : code === 430 ? 'lost' : 'other';
  };
/** A call of the open API: 409 means the same (spec/intake, 6). */
const send =
  (path: string, json: Record<string, unknown>): Act =>
  async (side) => {
    const { status } = await side.intake.post(`/open/v1${path}`, json);
    return status === 200 ? 'won' : status === 409 ? 'lost' : 'other';
  };

async function count(db: Database, query: string, ...values: string[]): Promise<number> {
  const parts = query.split('?');
  const text = sql.join(
    parts.flatMap((part, at) => (at < values.length ? [sql.raw(part), sql.val(values[at])] : [sql.raw(part)])),
    sql.raw(''),
  );
  const { rows } = await sql<{ n: string }>`select count(*)::text as n from ${text}`.execute(db);
  return Number(rows[0]?.n);
}

export const rules: readonly Rule[] = [
  {
    name: 'first review of a user',
    winners: 'one',
    async prepare(db) {
      const user_id = await arrange.waitingUser(db, 'first');
      const review = (by: string, status: number) =>
        post(by, '/api/ajax/user/updateUserStatus', { user_id, status, reason: status === 1 ? '' : '资料不清' });
      return { calls: [review(one, 1), review(other, 0)], effects: () => count(db, 'check_record where user_id = ?', user_id) };
    },
  },
  {
    name: 'supplementary review of a user',
    winners: 'one',
    async prepare(db) {
      const user_id = await arrange.waitingUser(db, 'supplementary');
      const review = (by: string, status: number) =>
        post(by, '/api/User/repairCheck', { user_id, status, reason: status === 1 ? '' : '资料不清' });
      return { calls: [review(one, 1), review(other, 0)], effects: () => count(db, 'check_record where user_id = ?', user_id) };
    },
  },
  {
    name: 'gift under one request',
    winners: 'both',
    async prepare(db) {
      const { id, mobile } = await arrange.person(db);
      const fields = { mobile, type: 1, pointsType: 3, points: 5, explain: '赠送', requestId: randomUUID() };
      const give = post(admin, '/api/ajax/user/updatePoints', fields);
      return { calls: [give, give], effects: () => count(db, 'points_gift where user_id = ?', id) };
    },
  },
  {
    name: 'taking back of a gift',
    winners: 'one',
    async prepare(db) {
      const id = await arrange.gift(db);
      const take = (by: string) => post(by, '/api/ajax/user/revokePoints', { id, explain: '误赠' });
      return { calls: [take(one), take(other)], effects: () => count(db, 'points_gift_reversal where gift_id = ?', id) };
    },
  },
  {
    name: 'two trades for one order',
    winners: 'one',
    async prepare(db) {
      const { orderNo, money } = await arrange.unpaidOrder(db);
      const pay = () =>
        send('/payments', {
          unique_id: randomUUID(),
          order_no: orderNo,
          trade_no: randomUUID(),
          pay_type: 2,
          money,
          result: 'SUCCESS',
        });
      return { calls: [pay(), pay()], effects: () => count(db, 'payment where order_no = ?', orderNo) };
    },
  },
  {
    name: 'one trade told twice',
    winners: 'both',
    async prepare(db) {
      const { orderNo, money } = await arrange.unpaidOrder(db);
      const trade_no = randomUUID();
      const pay = () => send('/payments', { unique_id: randomUUID(), order_no: orderNo, trade_no, pay_type: 2, money, result: 'SUCCESS' });
      return { calls: [pay(), pay()], effects: () => count(db, 'payment where order_no = ?', orderNo) };
    },
  },
  {
    name: 'two invoices of one order',
    winners: 'one',
    async prepare(db) {
      const { userId, orderNo } = await arrange.paidOrder(db);
      const ask = () => send('/invoices', arrange.invoiceOf(userId, orderNo));
      return { calls: [ask(), ask()], effects: () => count(db, 'invoice where user_id = ?', userId) };
    },
  },
  {
    name: 'one unique_id twice',
    winners: 'both',
    async prepare(db) {
      const { id } = await arrange.person(db);
      const order = send('/recharges', { unique_id: randomUUID(), user_id: id, points: 3 });
      return { calls: [order, order], effects: () => count(db, 'recharge_order where user_id = ?', id) };
    },
  },
  {
    name: 'one unique_id with two contents',
    winners: 'one',
    async prepare(db) {
      const { id } = await arrange.person(db);
      const unique_id = randomUUID();
      const order = (points: number) => send('/recharges', { unique_id, user_id: id, points });
      return { calls: [order(3), order(4)], effects: () => count(db, 'recharge_order where user_id = ?', id) };
    },
  },
  {
    name: 'first review of an invoice',
    winners: 'one',
    async prepare(db) {
      const id = await arrange.invoice(db, 'pending');
      const check = (by: string, status: number) => post(by, '/api/invoice/invoiceCheckOne', { id, status, remark: '资料不清' });
      const decided = "trail where object = 'invoice/' || ? and action = '发票初审'";
      return { calls: [check(one, 1), check(other, 2)], effects: () => count(db, decided, id) };
    },
  },
  {
    name: 'second review of an invoice',
    winners: 'one',
    async prepare(db) {
      const id = await arrange.invoice(db, 'submitted');
      const issue = { dealTime: arrange.today(), dealUser: '叶思齐', dealCode: '044001900111', dealNum: '12345678', courierNumber: '' };
      const check = (by: string, status: number) => post(by, '/api/invoice/invoiceCheckTwo', { id, status, remark: '资料不清', ...issue });
      const decided = "invoice where id = ? and status in ('issued', 'rejected') and review_by is not null";
      return { calls: [check(one, 1), check(other, 2)], effects: () => count(db, decided, id) };
    },
  },
  {
    name: 'review of an application',
    winners: 'one',
    async prepare(db) {
      const { id, userId } = await arrange.application(db);
      const check = (by: string, isCheck: number) =>
        post(by, '/api/ajax/data/check', { orderId: id, userId, isCheck, checkRemark: '已核对' });
      return { calls: [check(one, 1), check(other, 0)], effects: () => count(db, 'notarization_check where order_id = ?', id) };
    },
  },
  {
    name: 'refund by refusal and by withdrawal',
    winners: 'one',
    async prepare(db) {
      const { id, userId, orderNo } = await arrange.application(db);
      const refuse = post(one, '/api/ajax/data/check', { orderId: id, userId, isCheck: 0, checkRemark: '不符合' });
      return {
        calls: [refuse, send(`/notarizations/${id}/withdraw`, {})],
        effects: () => count(db, 'refund where order_no = ?', orderNo),
      };
    },
  },
  {
    name: 'two withdrawals',
    winners: 'one or both',
    async prepare(db) {
      const { id, orderNo } = await arrange.application(db);
      const withdraw = send(`/notarizations/${id}/withdraw`, {});
      return { calls: [withdraw, withdraw], effects: () => count(db, 'refund where order_no = ?', orderNo) };
    },
  },
  {
    name: 'claim of an application',
    winners: 'one',
    async prepare(db) {
      const { id } = await arrange.application(db);
      const claim = (by: string) => post(by, '/api/ajax/data/claim', { orderId: id });
      return {
        calls: [claim(one), claim(other)],
        effects: () => count(db, 'notarization_order where id = ? and claimed_by is not null', id),
      };
    },
  },
  {
    name: 'one number for two versions',
    winners: 'one',
    alone: true,
    async prepare(db) {
      const number = await arrange.nextVersion(db);
      const add =
        (by: string): Act =>
        async (side) => {
          const { code, data } = await side.post(by, '/api/version/addVersion', { ...arrange.iosVersion, ...number });
          return code === 200 ? 'won' : /^(?:该版本号已存在|上一版本号不能为空)$/.test(data?.msg ?? '') ? 'lost' : 'other';
        };
      return {
        calls: [add(one), add(other)],
        effects: () => count(db, "app_version where platform = 'ios' and version = ?", number.current_version),
      };
    },
  },
  {
    name: 'review beside the loss of its right',
    winners: 'one or both',
    async prepare(db) {
      const user_id = await arrange.waitingUser(db, 'first');
      const { roleId, username } = await arrange.reviewerOfOwn(db);
      let isReviewed = false;
      const review: Act = async (side) => {
        const { code, message } = await side.post(username, '/api/ajax/user/updateUserStatus', { user_id, status: 1, reason: '' });
        isReviewed = code === 200;
        return code === 200 ? 'won' : code === 401 || message === '权限不足！' || message === '账号被禁用' ? 'lost' : 'other';
      };
      return {
        signsIn: username,
        calls: [review, post(admin, '/api/ajax/role/roleDisable', { id: roleId, type: 2 })],
        // One effect if the reviewer succeeded, none if they were refused.
        effects: async () => ((await count(db, 'check_record where user_id = ?', user_id)) === (isReviewed ? 1 : 0) ? 1 : 0),
      };
    },
  },
];
