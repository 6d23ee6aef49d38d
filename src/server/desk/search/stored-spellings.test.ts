import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { notarizationOrder, payer, rechargeOrder } from '../../../../test/installation/factories/money.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { testDatabase } from '../../../../test/installation/database.ts';
import { testLists } from '../../../../test/installation/factories/lists.ts';
import type { SearchKind } from '../../../contract/console/search.ts';
import { compactListCounts } from '../lists/feature.ts';
import { streamRows } from '../lists/stream.ts';
import { orderList } from '../../business/orders/order-lists.ts';
import { grant } from '../../business/points/ledger.ts';

const database = testDatabase();
const installation = testApp({}, database);
const opened = testLists(database);
let by: Awaited<ReturnType<typeof installation.signIn>>;

/** Lists that show a user's number or name, as their records copied them. */
const lists = [
  ['/api/ajax/user/getUserList', { type: 1 }],
  ['/api/ajax/user/getBalanceList', {}],
  ['/api/ajax/user/getBalanceList', { type: 1 }],
  ['/api/ajax/user/getPoints', {}],
  ['/api/ajax/data/getOrderList', {}],
  ['/api/ajax/data/getOrderChargeList', {}],
  ['/api/ajax/data/getEvidencesList', {}],
  ['/api/ajax/webfor/getWebList', {}],
  ['/api/ajax/evidence/getProList', { type: 1 }],
  ['/api/invoice/invoiceList', {}],
  ['/api/LoginLog/getList', { type: 2 }],
] as const;
const withoutNames = ['/api/ajax/user/getPoints', '/api/LoginLog/getList'];

async function count(path: string, fields: object, keyword: string): Promise<number> {
  const asked = { page: 1, limit: 10, ...fields, keyword };
  const answer = path.startsWith('/api/invoice/')
    ? await by.post<{ count: number }>(path, asked)
    : await by.get<{ count: number }>(path, asked);
  return answer.data.count;
}

const kindsFound = async (keyword: string) =>
  (await by.get<{ list: SearchKind[] }>('/api/ajax/search/find', { keyword })).data.list
    .filter(({ hits }) => hits.length > 0)
    .map(({ kind }) => kind)
    .toSorted();

/** A user of before with a record in every list. */
async function userWithRecords(mobile: string, name: string): Promise<void> {
  const { db } = installation;
  const user = await payer(db, { type: 'personal', name, mobile });
  await notarizationOrder(db, user);
  await rechargeOrder(db, user);
  await db.transaction().execute((tx) => grant(tx, { userId: user.id, points: 5, source: 'giftContract', reference: user.id }));
  const of = { user_id: user.id, username: name, mobile, label: '' };
  // Digits alone: a number with ABC in it would be found by that name.
  const number = () => Array.from(randomBytes(32), (byte) => byte % 10).join('');
  await db
    .insertInto('capture')
    .values({ number: number(), ...of, url: 'https://a.example', name: '某网页', status: 'succeeded' })
    .execute();
  const film = { status: 'succeeded' as const, begin_at: new Date(), said_seconds: 3, sha256: randomBytes(32).toString('hex') };
  await db
    .insertInto('recording')
    .values({ number: number(), ...of, type: 'process', name: '某录屏', ...film })
    .execute();
  const paper = { bank_name: '', account: '', street: '', phone_number: '', recipient_name: '', post_phone_number: '', address: '' };
  const asked = { ...paper, email: '', remark: '', user_type: user.type, type: 'electronic' as const, head: '某公司', tax_num: '' };
  await db
    .insertInto('invoice')
    .values({ ...asked, amount_fen: '100', created_at: new Date(), user_id: user.id, username: name, mobile })
    .execute();
  await db.insertInto('user_login').values({ user_id: user.id, login_time: new Date(), ip: '127.0.0.1' }).execute();
}

beforeAll(async () => {
  by = await installation.signIn('admin@example.com');
  await userWithRecords('138-0000-1111', '王\u200b小\u202a明\ufeff');
  await userWithRecords('+8613800002222', '\u202d欧阳\u00ad娜娜\u202c');
  await userWithRecords('86-13800003333', 'Zo\u2060e\u200e Qu');
  await userWithRecords('021-6321-4444', '阿\u200f依\u2066古丽');
  await userWithRecords('13800005555', '赵钱孙');
  await userWithRecords('13800007777', '卫\u3000蒋沈');
  await userWithRecords('13800008888', '韩杨（杭州）\u00a0许');
  await userWithRecords('13800009999', 'Café Ünal ИВАН Groß');
  await userWithRecords('13800010001', 'ＸＹＺ（沪）有限公司');
  await userWithRecords('13800010002', '甲Co（苏)有限公司');
  await userWithRecords('13800010003', 'Ａ股（海）ｂC１２公司');
  await userWithRecords('13800010004', '丙－丁＆Ｄｅ𠮷');
  await userWithRecords('13800010005', 'O’Hara•ÉTOILE');
  await userWithRecords('13800010006', '⾦⻰王\ue863');
  await userWithRecords('13800010007', 'Ｅ\u200b㐂（渝');
  await userWithRecords('0571-88006666', '冯陈褚');
  await compactListCounts(installation.db);
});

// glific/glific#4815, rapidpro/casepro#222: one number in the spelling of each program it came through.
it.each([
  ['13800001111', ['138-0000-1111', '138 0000 1111', '+86 138 0000 1111', '１３８００００１１１１']],
  ['13800002222', ['138-0000-2222', '+8613800002222', '86 13800002222']],
  ['13800003333', ['138 0000 3333', '0086-138-0000-3333']],
  ['021-63214444', ['021 6321 4444', '02163214444', '(021)63214444', '+86 21 6321 4444']],
  ['13800005555', ['138-0000-5555']],
  ['0571-88006666', ['057188006666', '(0571) 8800 6666', '+86 571 88006666']],
])('%s is found in every list by any spelling, however records have it', async (number, spellings) => {
  for (const keyword of [number, ...spellings])
    for (const [path, fields] of lists) expect([keyword, path, await count(path, fields, keyword)]).toEqual([keyword, path, 1]);
});

it('a mobile of before is found by Ctrl+K wherever a record has it', async () => {
  const wanted = await kindsFound('13800005555');
  expect(wanted).toEqual(['application', 'charge', 'invoice', 'online/process', 'online/web', 'order', 'user/personal']);
  for (const number of ['13800001111', '138 0000 1111', '13800002222', '+86-138-0000-3333'])
    expect(await kindsFound(number)).toEqual(wanted);
});

// Sanmeet007/logger#47, woocommerce/woocommerce#58000: invisible characters of contacts and of chats in names.
it.each([
  ['王小明', 1],
  ['小明', 1],
  ['王\u200b小\u202a明', 1],
  ['王明', 0],
  ['欧阳娜娜', 1],
  ['Zoe Qu', 1],
  ['zoe', 1],
  ['zq', 0],
  ['阿依古丽', 1],
  ['赵钱孙', 1],
  ['赵钱孙 13800005555', 1],
  ['13800005555，赵钱孙', 1],
  ['卫蒋沈', 1],
  ['卫 蒋沈', 1],
  ['卫\u2009蒋沈', 1],
  ['韩杨(杭州)', 1],
  ['韩杨 (杭州)', 1],
  ['韩杨（杭州）\u3000许', 1],
  ['CAFÉ', 1],
  ['cafe\u0301', 1],
  ['ünal', 1],
  ['Иван', 1],
  ['gross', 1],
  ['XYZ(沪)有限公司', 1],
  ['xyz（沪)有限', 1],
  ['ＸＹＺ（沪）', 1],
  ['ＸＹＺ\u3000(沪)有限公司', 1],
  ['甲Co(苏)有限公司', 1],
  ['甲Ｃｏ（苏）有限公司', 1],
  ['甲ＣO（苏)', 1],
  ['xyz', 1],
  ['ＸｙZ', 1],
  ['Ｚ(沪', 1],
  ['a股(海)', 1],
  ['Ａ股(海）', 1],
  ['A股（海)BC12公司', 1],
  ['ａ股（海）Ｂｃ1２', 1],
  ['12公司', 1],
  ['１2公', 1],
  ['丙-丁&de', 1],
  ['丙—丁', 1],
  ['DＥ𠮷', 1],
  ["o'hara", 1],
  ['o＇hara·étoile', 1],
  ['Ｏ’ＨＡＲＡ', 1],
  ['Étoile', 1],
  ['金龙王䶮', 1],
  ['金⻰王', 1],
  ['e㐂(渝', 1],
  ['ab公司', 0],
  ['a股海', 0],
])('the name %j is found in %i row of every list that has it', async (keyword, rows) => {
  for (const [path, fields] of lists.filter(([one]) => !withoutNames.includes(one)))
    expect([path, await count(path, fields, keyword)]).toEqual([path, rows]);
});

it('exports hold what the lists show', async () => {
  const rowsOf = async (keyword: string): Promise<number> => {
    const batches = streamRows(opened.lists, orderList, { facets: {}, keyword });
    let rows = 0;
    for await (const batch of batches) rows += batch.length;
    return rows;
  };
  for (const keyword of ['13800001111', '王小明', '13800005555']) expect([keyword, await rowsOf(keyword)]).toEqual([keyword, 1]);
});
