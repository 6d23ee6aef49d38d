import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, expect } from 'vitest';
import type { testApp } from '../app.ts';
import { intakeClient } from '../intake.ts';
import { operators } from '../factories/access.ts';
import { payer, rechargeOrder } from '../factories/money.ts';

export type Operator = Awaited<ReturnType<ReturnType<typeof operators>['holding']>>;
type Fields = Record<string, string | number>;

export const reviewed = { code: 200, message: '审核成功', msg: '审核成功', data: null };
/** The fields that the cashier fills in. */
export const issue = {
  status: 1,
  dealTime: '2026-08-02',
  dealUser: '叶思齐',
  dealCode: '044001900111',
  dealNum: '12345678',
  courierNumber: 'SF1',
};
/** The additional fields of a special invoice. */
export const special = {
  type: 3,
  bank_name: '示范银行',
  account: '0000 1234',
  street: '某路1号',
  phone_number: '021-63210000',
  recipient_name: '陈某',
  post_phone_number: '12800000000',
  address: '某路1号',
};

/** The platform that requests invoices, the two operators that review them, and a new user for each test. */
export function invoiceDesk(installation: ReturnType<typeof testApp>) {
  const { holding } = operators(installation);
  const people = {} as {
    intake: ReturnType<typeof intakeClient>;
    first: Operator;
    cashier: Operator;
    user: Awaited<ReturnType<typeof payer>>;
  };
  beforeAll(async () => {
    const key = { app_id: 'money-client', security_key: randomBytes(32).toString('base64url') };
    await installation.db
      .insertInto('credential')
      .values({ ...key, kind: 'platform', user_id: null, name: '门户网站' })
      .execute();
    people.intake = intakeClient(installation.app, key);
    people.first = await holding(15, 18, 31);
    people.cashier = await holding(15, 18, 32);
  });
  beforeEach(async () => {
    people.user = await payer(installation.db);
  });

  const ask = (order_nos: string[], change: Record<string, unknown> = {}) =>
    people.intake.post('/open/v1/invoices', {
      unique_id: randomBytes(8).toString('hex'),
      user_id: people.user.id,
      head: '澄帆科技',
      type: 1,
      tax_num: '91990000MA0000000X',
      email: 'a@example.com',
      order_nos,
      ...change,
    });
  return Object.assign(people, {
    holding,
    ask,
    async invoice(change: Record<string, unknown> = {}): Promise<{ id: string; order: string }> {
      const order = await rechargeOrder(installation.db, people.user);
      const { body, status } = await ask([order], change);
      expect({ status, body }).toMatchObject({ status: 200 });
      return { id: String(body['id']), order };
    },
    async giveBack(order: string): Promise<void> {
      await installation.db
        .insertInto('refund')
        .values({ refund_order_no: `R${order}`, order_no: order, amount_fen: '12000', reason: '撤回', at: new Date() })
        .execute();
      await installation.db
        .updateTable('notarization_order')
        .set({ pay_status: 'refunded', status: 'withdrawn', decided_at: new Date() })
        .where('order_no', '=', order)
        .execute();
    },
    detail: async (id: string) => (await people.first.post<Record<string, unknown>>('/api/invoice/invoiceDetail', { id })).data,
    checkOne: (id: string, fields: Fields = { status: 1, remark: '' }, by = people.first) =>
      by.post('/api/invoice/invoiceCheckOne', { id, ...fields }),
    checkTwo: (id: string, fields: Fields = issue, by = people.cashier) => by.post('/api/invoice/invoiceCheckTwo', { id, ...fields }),
  });
}
