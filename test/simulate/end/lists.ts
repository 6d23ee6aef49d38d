import { yuan, type User } from '../model/house.ts';
import { line, same, sameLines, wholeList, type Checked } from './compare.ts';

/** Every list with its totals and sums, read whole through its pages, against the model. */
export async function checkLists(office: Checked): Promise<string[]> {
  const users = [...office.house.users.values()];
  const found = [
    ...(await checkUsers(office, users)),
    ...(await checkBalances(office, users)),
    ...(await checkGifts(office, users)),
    ...(await checkEvidence(office, users)),
    ...(await checkRecordings(office, users)),
    ...(await checkApplications(office, users)),
    ...(await checkOrders(office, users)),
    ...(await checkCharges(office, users)),
    ...(await checkInvoices(office, users)),
  ];
  return found;
}

async function checkUsers(office: Checked, users: readonly User[]): Promise<string[]> {
  const found: string[] = [];
  for (const type of [1, 2]) {
    // Small pages: what a page ends with must go on with the next.
    const { rows, data } = await wholeList(office, 'getUserList', ['GET', '/api/ajax/user/getUserList'], { type }, 7);
    const of = users.filter((user) => user.type === type);
    found.push(
      ...same(`users ${type}: count`, data['count'], of.length),
      ...sameLines(
        `users ${type}`,
        rows.map(({ user_id, mobile, user_status, repairType }) => line(user_id, mobile, user_status, repairType)),
        of.map(({ id, mobile, status, repair }) => line(id, mobile, status, repair)),
      ),
    );
    for (const status of [1, 2, 3, 4]) {
      const narrowed = await wholeList(office, 'getUserList', ['GET', '/api/ajax/user/getUserList'], { type, status });
      const expected = of.filter((user) => user.status === status).length;
      found.push(
        ...same(`users ${type} of status ${status}`, line(narrowed.data['count'], narrowed.rows.length), line(expected, expected)),
      );
    }
  }
  return found;
}

const giftSum = (user: User, kind: number): number =>
  user.gifts.filter((one) => one.kind === kind && !one.isRevoked).reduce((sum, { points }) => sum + points, 0);

async function checkBalances(office: Checked, users: readonly User[]): Promise<string[]> {
  const { rows, data } = await wholeList(office, 'getBalanceList', ['GET', '/api/ajax/user/getBalanceList']);
  return [
    ...same('balances: count', data['count'], users.length),
    ...sameLines(
      'balances',
      rows.map((row) =>
        line(row['user_id'], row['translateGiveSum'], row['rechargeGiveSum'], row['testGiveSum'], row['give'], row['points']),
      ),
      users.map((user) => line(user.id, ...[1, 2, 3, 4].map((kind) => giftSum(user, kind)), user.points)),
    ),
  ];
}

async function checkGifts(office: Checked, users: readonly User[]): Promise<string[]> {
  const { rows, data } = await wholeList(office, 'getPoints', ['GET', '/api/ajax/user/getPoints']);
  const gifts = users.flatMap((user) => user.gifts.map((gift) => ({ user, gift })));
  return [
    ...same('gifts: count', data['count'], gifts.length),
    ...sameLines(
      'gifts',
      rows.map(({ id, mobile, type, points, admin, revoked }) => line(id, mobile, type, points, admin, revoked)),
      gifts.map(({ user, gift }) => line(gift.id, user.mobile, gift.kind, gift.points, gift.by, gift.isRevoked ? 1 : 0)),
    ),
  ];
}

async function checkEvidence(office: Checked, users: readonly User[]): Promise<string[]> {
  const found: string[] = [];
  for (const type of [1, 2]) {
    const { rows, data } = await wholeList(office, 'getSaveDataList', ['GET', '/api/ajax/data/getSaveDataList'], { type }, 9);
    const expected = users
      .filter((user) => user.type === type)
      .flatMap((user) => user.evidence.map(({ number, title }) => line(number, user.id, title, 1)));
    const lines = rows.map(({ baoquan, userId, title, fileStatus }) => line(baoquan, userId, title, fileStatus));
    found.push(...same(`evidence ${type}: count`, data['count'], expected.length), ...sameLines(`evidence ${type}`, lines, expected));
  }
  const captures = await wholeList(office, 'getWebList', ['GET', '/api/ajax/webfor/getWebList']);
  const expected = users.flatMap((user) => user.captures.map(({ number, status, label }) => line(number, user.id, status, label)));
  const lines = captures.rows.map(({ baoquan_no, user_id, status, label }) => line(baoquan_no, user_id, status, label));
  return [...found, ...same('captures: count', captures.data['count'], expected.length), ...sameLines('captures', lines, expected)];
}

async function checkRecordings(office: Checked, users: readonly User[]): Promise<string[]> {
  const found: string[] = [];
  for (const [type, kind] of [
    [1, 'pro'],
    [3, 'move'],
  ] as const) {
    const { rows, data } = await wholeList(office, 'getProList', ['GET', '/api/ajax/evidence/getProList'], { type }, 7);
    const of = users.flatMap((user) => user.recordings.filter((one) => one.type === kind).map((one) => ({ user, one })));
    found.push(
      ...same(`recordings ${kind}: count`, data['count'], of.length),
      ...sameLines(
        `recordings ${kind}`,
        rows.map(({ attestation_id, user_id, status }) => line(attestation_id, user_id, status)),
        of.map(({ user, one }) => line(one.number, user.id, one.status)),
      ),
    );
  }
  return found;
}

/** What operators read: withdrawn counts as refused (spec/wire, 6). */
const shown = { waiting: 1, passed: 2, failed: 3, withdrawn: 3 } as const;

async function checkApplications(office: Checked, users: readonly User[]): Promise<string[]> {
  const way = ['GET', '/api/ajax/data/getEvidencesList'] as const;
  const { rows, data } = await wholeList(office, 'getEvidencesList', way, {}, 7);
  const all = users.flatMap((user) => user.applications.map((one) => ({ user, one })));
  const found = [
    ...same('applications: count', data['count'], all.length),
    ...sameLines(
      'applications',
      rows.map((row) =>
        line(
          row['orderId'],
          row['order_no'],
          row['userId'],
          row['payStatus'],
          row['notarialStatus'],
          row['num'],
          row['acceptor_id'],
          row['dataId'],
        ),
      ),
      all.map(({ user, one }) =>
        line(one.id, one.orderNo, user.id, one.pay, shown[one.status], one.numbers.length, one.acceptor, one.numbers[0]),
      ),
    ),
  ];
  for (const status of [1, 2, 3]) {
    const narrowed = await wholeList(office, 'getEvidencesList', way, { status, pay: 2 });
    const expected = all.filter(({ one }) => shown[one.status] === status && one.pay === 2).length;
    found.push(...same(`paid applications of status ${status}`, narrowed.data['count'], expected));
  }
  return found;
}

async function checkOrders(office: Checked, users: readonly User[]): Promise<string[]> {
  const way = ['GET', '/api/ajax/data/getOrderList'] as const;
  const all = users.flatMap((user) => user.applications.map((one) => ({ user, one })));
  const found: string[] = [];
  for (const pay of [undefined, 1, 2, 3, 5]) {
    const { rows, data } = await wholeList(office, 'getOrderList', way, { pay });
    const of = all.filter(({ one }) => pay === undefined || one.pay === pay);
    const sum = yuan(of.reduce((fen, { one }) => fen + one.fen, 0));
    found.push(
      ...same(`orders of pay ${pay ?? 'any'}: count and sum`, line(data['count'], data['money']), line(of.length, sum)),
      ...sameLines(
        `orders of pay ${pay ?? 'any'}`,
        rows.map(({ orderNo, mobile, money, pay: state }) => line(orderNo, mobile, money, state)),
        of.map(({ user, one }) => line(one.orderNo, user.mobile, yuan(one.fen), one.pay)),
      ),
    );
  }
  return found;
}

/** What was paid for or consumed; gifts stand in the balance details alone (spec/wire, 6, *Gifts*). */
async function checkCharges(office: Checked, users: readonly User[]): Promise<string[]> {
  const { rows, data } = await wholeList(office, 'getOrderChargeList', ['GET', '/api/ajax/data/getOrderChargeList']);
  const came = users.flatMap((user) => user.recharges.map((one) => ({ user, one })));
  const went = users.flatMap((user) => user.bookings.filter(({ business }) => business <= 4).map((one) => ({ user, one })));
  const recharged = came.filter(({ one }) => one.pay === 2).reduce((sum, { one }) => sum + one.points, 0);
  const consumed = -went.reduce((sum, { one }) => sum + one.points, 0);
  return [
    ...same('recharges and consumptions: sums', line(data['recharged'], data['consumed']), line(recharged, consumed)),
    ...same('recharges and consumptions: count', data['count'], rows.length),
    ...sameLines(
      'recharges',
      rows.filter((row) => row['oType'] === 6).map(({ order_no, mobile, balance, pay }) => line(order_no, mobile, balance, pay)),
      came.map(({ user, one }) => line(one.orderNo, user.mobile, one.points, one.pay)),
    ),
    ...sameLines(
      'consumptions',
      rows.filter((row) => Number(row['oType']) <= 4).map(({ mobile, type, balance, oType }) => line(mobile, type, balance, oType)),
      went.map(({ user, one }) => line(user.mobile, user.type, one.points, one.business)),
    ),
  ];
}

async function checkInvoices(office: Checked, users: readonly User[]): Promise<string[]> {
  const way = ['POST', '/api/invoice/invoiceList'] as const;
  const all = users.flatMap((user) => user.invoices.map((one) => ({ user, one })));
  const found: string[] = [];
  for (const status of [undefined, 1, 2, 3, 4]) {
    const { rows, data } = await wholeList(office, 'invoiceList', way, { status });
    const of = all.filter(({ one }) => status === undefined || one.status === status);
    const sum = yuan(of.reduce((fen, { one }) => fen + one.fen, 0));
    found.push(
      ...same(`invoices of status ${status ?? 'any'}: count and sum`, line(data['count'], data['money']), line(of.length, sum)),
      ...sameLines(
        `invoices of status ${status ?? 'any'}`,
        rows.map(({ id, mobile, type, money, invoiceStatus }) => line(id, mobile, type, money, invoiceStatus)),
        of.map(({ user, one }) => line(one.id, user.mobile, one.type, yuan(one.fen), one.status)),
      ),
    );
  }
  return found;
}
