import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { picture } from '../intake.ts';
import type { testApp } from '../app.ts';
import type { applicationMaker } from '../factories/applications.ts';
import { aFile, uid } from '../factories/evidence.ts';

type TestApp = ReturnType<typeof testApp>;
type Maker = ReturnType<typeof applicationMaker>;

/** A fictitious person, with words that occur nowhere else in the test. */
export const person = {
  name: '欧阳霁雯',
  mobile: '19955512345',
  idcard: '99000019900307663X',
  address: '云梦泽路八百八十八号',
  email: 'jiwen.ouyang@example.net',
  payer: '6222020200112233445',
  title: '霁雯与房东的通话',
  fileName: '霁雯 0307 录音.mp3',
  place: '云梦泽茶馆二楼',
  device: '霁雯的手机',
  feedback: '我家住云梦泽，请回电',
  contents: '只有当事人知道的一句话：青石巷的钥匙在第三块砖下',
  page: '云梦泽网店的投诉页面',
  head: '霁雯工作室',
  taxNumber: '91990000MA1YUNME7X',
};
export const personalWords = Object.values(person);
export const photographs = ['#123456', '#234567', '#345678'].map(picture);
/** A file that somebody else has too. */
export const sharedFile = aFile({ bytes: randomBytes(300), name: person.fileName });

/**
 * Creates everything that the office may store about a user, through both APIs. @returns the user's number, and those of their evidence.
 */
export async function aLife(installation: TestApp, make: Maker): Promise<{ userId: string; numbers: string[] }> {
  const client = make.client();
  const registered = await client.post('/open/v1/users', { unique_id: uid(), type: 1, mobile: person.mobile, name: person.name });
  const user_id = String(registered.body['user_id']);
  const admin = await installation.signIn('admin@example.com');
  const identity = { unique_id: uid(), name: person.name, contact_idcard: person.idcard, address: person.address };
  const pictures = Object.fromEntries(
    ['author_front', 'author_back', 'author_hand'].map((name, at) => [name, photographs[at] ?? Buffer.alloc(0)]),
  );
  expect((await client.multipart(`/open/v1/users/${user_id}/verification`, identity, pictures)).status).toBe(200);
  expect((await admin.post('/api/ajax/user/updateUserStatus', { user_id, status: 0, reason: `${person.name}照片不清` })).code).toBe(200);
  expect((await client.multipart(`/open/v1/users/${user_id}/verification`, { ...identity, unique_id: uid() }, pictures)).status).toBe(200);
  expect((await admin.post('/api/ajax/user/updateUserStatus', { user_id, status: 1, reason: '' })).code).toBe(200);
  const gift = { mobile: person.mobile, type: 1, pointsType: 4, points: 50, explain: `补偿${person.name}` };
  expect((await admin.post('/api/ajax/user/updatePoints', gift)).code).toBe(200);
  await client.post('/open/v1/logins', { unique_id: uid(), user_id, login_time: '2026-01-01 08:00:00', ip: '203.0.113.77' });
  const feedback = { unique_id: uid(), user_id, type: 1, content: person.feedback, version: '1.0', model_name: 'M', status_name: 'S' };
  expect((await client.post('/open/v1/feedback', feedback)).status).toBe(200);
  const said = { title: person.title, address: person.place, configInfo: JSON.stringify({ name: person.device, type: 1 }), isApp: '2' };
  const numbers = [
    await make.evidence(user_id, said, aFile({ bytes: Buffer.from(person.contents), name: person.fileName })),
    await make.evidence(user_id, said, aFile({ bytes: Buffer.from(person.page), name: person.fileName })),
    await make.evidence(user_id, said, sharedFile),
  ];
  await make.evidence(await make.user('personal'), {}, { ...sharedFile, name: 'a.mp3' });
  await pay(installation, make, user_id, numbers);
  for (const body of [`${person.name}来电，${person.mobile}`, '已回电'])
    await installation.db
      .insertInto('note')
      .values({ object: `user/${user_id}`, author_id: '1', author: '管理员', body })
      .execute();
  expect((await admin.get('/api/user/userDetail', { user_id })).code).toBe(200);
  for (const keyword of [person.name, person.mobile, person.idcard])
    await installation.app.inject({
      url: `/api/export/userExport?type=1&keyword=${encodeURIComponent(keyword)}`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
  return { userId: user_id, numbers };
}

/** A withdrawn application, a paid recharge, and a refused invoice. */
async function pay(installation: TestApp, make: Maker, user_id: string, numbers: readonly string[]): Promise<void> {
  const client = make.client();
  const { name, mobile, idcard, address, email } = person;
  const applied = await make.request(user_id, numbers.slice(0, 1), { applicant: { name, mobile, idcard, address, email } });
  const order = { orderNo: String(applied.body['order_no']), money: String(applied.body['money']) };
  expect((await make.transfer(order, { payer: person.payer }, { transfer_img: picture('#456789') })).status).toBe(200);
  expect((await make.withdraw(String(applied.body['orderId']))).status).toBe(200);
  const recharge = await client.post('/open/v1/recharges', { unique_id: uid(), user_id, points: 7 });
  const recharged = { orderNo: String(recharge.body['order_no']), money: String(recharge.body['money']) };
  expect((await make.pay(recharged, { payer: person.payer })).status).toBe(200);
  const invoice = await client.post('/open/v1/invoices', {
    unique_id: uid(),
    user_id,
    head: person.head,
    type: 1,
    tax_num: person.taxNumber,
    email,
    order_nos: [recharged.orderNo],
  });
  expect(invoice.status).toBe(200);
  const admin = await installation.signIn('admin@example.com');
  const refused = { id: String(invoice.body['id']), status: 2, remark: `${person.head}有误` };
  expect((await admin.post('/api/invoice/invoiceCheckOne', refused)).code).toBe(200);
}
