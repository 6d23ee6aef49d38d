import type { testApp } from '../app.ts';
import { evidenceMaker, uid } from './evidence.ts';
import { picture } from '../intake.ts';

const applicant = {
  name: '钱申请',
  mobile: '12000000001',
  idcard: '990000199001011234',
  address: '某市某路1号',
  email: 'someone@example.com',
};

/** Applications created and paid through the intake, with evidence created there too. */
export function applicationMaker(installation: ReturnType<typeof testApp>) {
  const make = evidenceMaker(installation);
  return {
    ...make,
    applicant,
    /** Sends a valid application, with `change` applied. */
    request: async (user_id: string, baoquan: readonly string[], change: Record<string, unknown> = {}, by = make.client()) =>
      by.post('/open/v1/notarizations', { unique_id: uid(), user_id, baoquan, sendType: 1, applicant, ...change }),
    async apply(type: 'personal' | 'enterprise' = 'personal', pieces = 1): Promise<Applied> {
      const userId = await make.user(type, 10 + pieces);
      const numbers: string[] = [];
      for (let at = 0; at < pieces; at += 1) numbers.push(await make.evidence(userId));
      const answer = await this.request(userId, numbers);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer));
      return {
        userId,
        numbers,
        id: String(answer.body['orderId']),
        orderNo: String(answer.body['order_no']),
        money: String(answer.body['money']),
      };
    },
    pay: (order: { orderNo: string; money: string }, change: Record<string, unknown> = {}) =>
      make.client().post('/open/v1/payments', {
        unique_id: uid(),
        order_no: order.orderNo,
        trade_no: uid(),
        pay_type: 2,
        money: order.money,
        result: 'SUCCESS',
        ...change,
      }),
    transfer: (order: { orderNo: string; money: string }, change: Record<string, string> = {}, files = { transfer_img: picture('teal') }) =>
      make
        .client()
        .multipart(
          '/open/v1/payments',
          { unique_id: uid(), order_no: order.orderNo, trade_no: uid(), pay_type: '1', money: order.money, result: 'SUCCESS', ...change },
          files,
        ),
    async paid(type: 'personal' | 'enterprise' = 'personal', pieces = 1): Promise<Applied> {
      const application = await this.apply(type, pieces);
      const answer = await this.pay(application);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer));
      return application;
    },
    /** Requests an invoice for it. @returns the invoice's id. */
    async invoice({ userId, orderNo }: Applied): Promise<string> {
      const answer = await make.client().post('/open/v1/invoices', {
        unique_id: uid(),
        user_id: userId,
        head: '钱申请',
        type: 1,
        tax_num: '91990000MA0000000X',
        email: 'a@example.com',
        order_nos: [orderNo],
      });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer));
      return String(answer.body['id']);
    },
    withdraw: (id: string, by = make.client()) => by.post(`/open/v1/notarizations/${id}/withdraw`, {}),
    state: async (id: string) => (await make.client().get(`/open/v1/notarizations/${id}`)).body,
    order: (id: string) => installation.db.selectFrom('notarization_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  };
}

export interface Applied {
  readonly userId: string;
  readonly numbers: readonly string[];
  readonly id: string;
  readonly orderNo: string;
  readonly money: string;
}
