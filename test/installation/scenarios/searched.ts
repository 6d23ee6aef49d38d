import { randomBytes } from 'node:crypto';
import type { Database } from '../../../src/server/platform/db/database.ts';
import { notarizationOrder, payer, rechargeOrder } from '../factories/money.ts';

type Payer = Awaited<ReturnType<typeof payer>>;

export const card = '99000019900101123X';
export const code = '91990000MA00000001';
const number = () => randomBytes(16).toString('hex').toUpperCase();
const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 0, minute));

/** Creates a record of every kind that the search finds. @returns the search words that lead to them, by kind. */
export async function searchedRecords(db: Database): Promise<Record<string, string>> {
  const company = await payer(db, { name: '澄帆科技' });
  const person = await payer(db, { type: 'personal', name: '叶澄帆' });
  await db.updateTable('users').set({ id_card: card }).where('id', '=', person.id).execute();
  await db.updateTable('users').set({ tax_number: code.toLowerCase(), status: 'pending' }).where('id', '=', company.id).execute();
  for (let more = 0; more < 7; more += 1) await payer(db, { name: `澄帆${more}号公司` });
  const known = { ...(await insertEvidence(db, [company, person])), ...(await insertOnline(db, person)) };
  await insertInvoices(db, company);
  await insertDocument(db, known['order of personal'] ?? '');
  return {
    ...known,
    'an app_id': await insertClient(db),
    'the host of an endpoint': 'c.hooks.example',
    'a word of many endpoints': 'hooks.example',
    'mobile of the company': company.mobile,
    'mobile of the person': person.mobile,
    'trade number': `T${known['order of personal'] ?? ''}`,
    'trade number of a charge': `T${known['charge of personal'] ?? ''}`,
    card,
    code,
    'a name': '澄帆',
    'a whole name': '叶澄帆',
    'the beginning of a number': (known['evidence of personal'] ?? '').slice(0, 7),
    'the end of a mobile': person.mobile.slice(-5),
    nothing: '不存在的名称',
  };
}

async function insertEvidence(db: Database, users: readonly Payer[]): Promise<Record<string, string>> {
  const known: Record<string, string> = {};
  for (const user of users) {
    const { type } = user;
    const evidence = number();
    const file = { kind: 'file' as const, title: '一份证据', file_name: 'a', saved_at: at(1) };
    await db
      .insertInto('evidence')
      .values({ number: evidence, user_id: user.id, type, ...file })
      .execute();
    known[`evidence of ${type}`] = evidence;
    known[`order of ${type}`] = await notarizationOrder(db, user);
    known[`charge of ${type}`] = await rechargeOrder(db, user);
  }
  return known;
}

async function insertOnline(db: Database, { id: user_id, name: username, mobile }: Payer): Promise<Record<string, string>> {
  const known: Record<string, string> = {};
  const of = { user_id, username, mobile, label: '' };
  for (const status of ['succeeded', 'failed'] as const) {
    const capture = number();
    await db
      .insertInto('capture')
      .values({ number: capture, ...of, url: 'https://a.example', name: '某网页', status })
      .execute();
    known[`capture that ${status}`] = capture;
  }
  for (const type of ['process', 'move'] as const) {
    const recording = number();
    const film = { status: 'succeeded' as const, begin_at: at(2), said_seconds: 3, sha256: randomBytes(32).toString('hex') };
    await db
      .insertInto('recording')
      .values({ number: recording, ...of, type, name: '某录屏', ...film })
      .execute();
    known[type] = recording;
  }
  return known;
}

/** A waiting invoice and an issued one. */
async function insertInvoices(db: Database, company: Payer): Promise<void> {
  const paper = { bank_name: '', account: '', street: '', phone_number: '', recipient_name: '', post_phone_number: '', address: '' };
  const invoice = {
    ...paper,
    email: '',
    remark: '',
    user_type: company.type,
    type: 'electronic' as const,
    head: '澄帆科技',
    tax_num: code,
    amount_fen: '100',
    created_at: at(3),
    user_id: company.id,
    username: company.name,
    mobile: company.mobile,
  };
  const steps = { first_by: '1', first_at: at(4), review_by: '1', review_at: at(5) };
  const issued = { status: 'issued' as const, ...steps, deal_day: '2026-01-05', deal_num: '24992000000012345678' };
  await db
    .insertInto('invoice')
    .values([invoice, { ...invoice, ...issued }])
    .execute();
}

async function insertDocument(db: Database, orderNo: string): Promise<void> {
  const { id } = await db.selectFrom('notarization_order').select('id').where('order_no', '=', orderNo).executeTakeFirstOrThrow();
  const document = { order_id: id, year: 2026, serial: 17, number: '（2026）存公证字第17号', notary: '某公证员', passed_at: at(6) };
  await db.insertInto('notarial_document').values(document).execute();
}

/** Creates a platform with more endpoints than the search shows per kind. @returns its app_id. */
async function insertClient(db: Database): Promise<string> {
  const client = { app_id: `p${number().slice(1, 16).toLowerCase()}`, security_key: number(), kind: 'platform' as const, name: '澄帆门户' };
  await db.insertInto('credential').values(client).execute();
  const endpoint = { app_id: client.app_id, types: ['*'], after_place: '0' };
  const urls = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `https://${name}.hooks.example/notary`);
  await db
    .insertInto('webhook')
    .values(urls.map((url) => ({ ...endpoint, url })))
    .execute();
  return client.app_id;
}
