import { describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { invoiceDesk, issue, reviewed, type Operator } from '../../../../test/installation/scenarios/invoices.ts';

const installation = testApp();
const desk = invoiceDesk(installation);

const take = async (by: Operator, kind: string, after?: string) =>
  (await by.post<{ id: string } | null>('/api/ajax/queue/take', { kind, ...(after === undefined ? {} : { after }) })).data?.id;
const count = async (by: Operator, kind: string) => (await by.get<{ count: number }>('/api/ajax/queue/getStanding', { kind })).data.count;
const pass = (by: Operator, id: string) => by.post('/api/invoice/invoiceCheckOne', { id, status: 1, remark: '' });

describe('the queues of invoices', () => {
  it('lead an invoice from hand to hand, over both desks', async () => {
    const [one, two] = [(await desk.invoice()).id, (await desk.invoice()).id];
    const other = await desk.holding(15, 18, 31);
    expect([await take(desk.first, 'invoice-first'), await take(other, 'invoice-first')]).toEqual([one, two]);
    expect(await count(other, 'invoice-first')).toBe(1);
    expect(await pass(other, one)).toMatchObject({ code: 430 });
    expect(await pass(desk.first, one)).toMatchObject(reviewed);
    expect(await take(desk.first, 'invoice-first', one)).toBeUndefined();
    expect(await take(desk.cashier, 'invoice-issue')).toBe(one);
    // An invalid form leaves the claim; issuing the invoice ends it.
    const again = await desk.holding(15, 18, 32);
    expect(await desk.cashier.post('/api/invoice/invoiceCheckTwo', { id: one, ...issue, dealNum: '' })).toMatchObject({ code: 403 });
    expect(await again.post('/api/invoice/invoiceCheckTwo', { id: one, ...issue })).toMatchObject({ code: 430 });
    expect(await desk.cashier.post('/api/invoice/invoiceCheckTwo', { id: one, ...issue })).toMatchObject(reviewed);
    expect(await installation.db.selectFrom('work_claim').select('subject_id').where('subject_id', '=', one).execute()).toEqual([]);
    expect(await desk.cashier.post('/api/ajax/queue/hold', { kind: 'invoice-issue', id: one })).toMatchObject({ code: 430 });
  });

  it('keep from the second desk of an operator what they reviewed at the first', async () => {
    const both = await desk.holding(15, 18, 31, 32);
    const { id } = await desk.invoice();
    const before = await count(both, 'invoice-issue');
    expect(await pass(both, id)).toMatchObject(reviewed);
    expect(await count(both, 'invoice-issue')).toBe(before);
    expect(await take(both, 'invoice-issue')).toBeUndefined();
    expect(await both.post('/api/ajax/queue/hold', { kind: 'invoice-issue', id })).toMatchObject({ code: 430 });
    expect(await take(desk.cashier, 'invoice-issue')).toBe(id);
  });
});
