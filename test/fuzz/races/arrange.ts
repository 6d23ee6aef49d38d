import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../src/server/platform/db/database.ts';
import { formatDay } from '../../../src/domain/kit/text/time.ts';
import { notarizationOrder, payer, rechargeOrder } from '../../installation/factories/money.ts';
import { uid } from '../../installation/factories/evidence.ts';

/** Rows for one race, in the state that earlier calls would have left. */

let serial = 0;
const mobile = (): string => {
  serial += 1;
  return `17${String(serial).padStart(9, '0')}`;
};
export const today = (): string => formatDay(new Date());

/** A verified person. */
export async function person(db: Database): Promise<{ id: string; mobile: string }> {
  return db
    .insertInto('users')
    .values({ type: 'personal', status: 'approved', name: '赛跑者', mobile: mobile(), registered_at: new Date() })
    .returning(['id', 'mobile'])
    .executeTakeFirstOrThrow();
}

/** A user whose submission waits for review. */
export async function waitingUser(db: Database, kind: 'first' | 'supplementary'): Promise<string> {
  const state = kind === 'first' ? { status: 'pending' as const } : { status: 'approved' as const, repair: 'pending' as const };
  const { id } = await db
    .insertInto('users')
    .values({ type: 'personal', ...state, name: '赛跑者', mobile: mobile(), registered_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const submitted = {
    user_id: id,
    name: '赛跑者',
    id_card: '990000199001011234',
    address: '某市',
    pictures: '{}',
    submitted_at: new Date(),
  };
  await db
    .insertInto('user_submission')
    .values({ ...submitted, kind: kind === 'first' ? 'first' : 'repair' })
    .execute();
  return id;
}

/** A gift by nobody who may reverse it. */
export async function gift(db: Database): Promise<string> {
  const { id: user } = await person(db);
  const { rows } = await sql<{ id: string }>`select id::text from points_gift where user_id = ${user}`.execute(db);
  if (rows[0]) return rows[0].id;
  const { grant } = await import('../../../src/server/business/points/ledger.ts');
  await db.transaction().execute((tx) => grant(tx, { userId: user, points: 5, source: 'giftTest', reference: uid() }));
  const made = await sql<{ id: string }>`select id::text from points_gift where user_id = ${user}`.execute(db);
  return made.rows[0]?.id ?? '';
}

export async function unpaidOrder(db: Database): Promise<{ orderNo: string; money: string }> {
  return { orderNo: await rechargeOrder(db, await payer(db), { status: 'unpaid' }), money: '100.00' };
}

export async function paidOrder(db: Database): Promise<{ userId: string; orderNo: string }> {
  const user = await payer(db);
  return { userId: user.id, orderNo: await rechargeOrder(db, user) };
}

/** Requests an electronic invoice. */
export function invoiceOf(user_id: string, orderNo: string): Record<string, unknown> {
  const asked = { head: '澄帆科技', type: 1, tax_num: '91990000MA0000000X', email: 'a@example.com' };
  return { unique_id: randomUUID(), user_id, ...asked, order_nos: [orderNo] };
}

const blank = {
  bank_name: '',
  account: '',
  street: '',
  phone_number: '',
  recipient_name: '',
  post_phone_number: '',
  address: '',
  remark: '',
};

/** @param state before its first review, or before its second. */
export async function invoice(db: Database, state: 'pending' | 'submitted'): Promise<string> {
  const user = await payer(db);
  const order_no = await rechargeOrder(db, user);
  const { id } = await db
    .insertInto('invoice')
    .values({
      user_id: user.id,
      user_type: user.type,
      username: user.name,
      mobile: user.mobile,
      type: 'electronic',
      head: '澄帆科技',
      tax_num: '91990000MA0000000X',
      email: 'a@example.com',
      ...blank,
      amount_fen: '10000',
      status: state,
      ...(state === 'submitted' ? { first_name: '王审核', first_by: '4', first_at: new Date() } : {}),
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('invoice_order').values({ invoice_id: id, position: 1, kind: 'recharge', order_no, amount_fen: '10000' }).execute();
  await db.updateTable('recharge_order').set({ invoice_id: id }).where('order_no', '=', order_no).execute();
  return id;
}

/** An application that is paid and waits for its review. */
export async function application(db: Database): Promise<{ id: string; userId: string; orderNo: string }> {
  const user = await payer(db);
  const orderNo = await notarizationOrder(db, user);
  const { id } = await db.selectFrom('notarization_order').select('id').where('order_no', '=', orderNo).executeTakeFirstOrThrow();
  return { id, userId: user.id, orderNo };
}

export const iosVersion = {
  type: 2,
  status: 0,
  update_time: '2026-10-01 09:00:00',
  update_desc: '说明',
  update_content: '内容',
  confirm: 1,
};

/** A number that no version has, and the one before it. */
export async function nextVersion(db: Database): Promise<{ current_version: string; upper_version: string }> {
  const latest = await db
    .selectFrom('app_version')
    .select('version')
    .where('platform', '=', 'ios')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  serial += 1;
  return { current_version: `1.0.${serial}`, upper_version: latest?.version ?? '' };
}

/** A reviewer with a role of their own. */
export async function reviewerOfOwn(db: Database): Promise<{ roleId: string; username: string }> {
  const name = `race-${randomBytes(6).toString('hex')}`;
  const { id: roleId } = await db
    .insertInto('role')
    .values({ position: name, description: '', nodes: [1, 2, 3, 27] })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('account')
    .values({ username: name, realname: '钱测试', mobile: '12000000000', role_id: roleId, password_hash: '' })
    .execute();
  return { roleId, username: name };
}
