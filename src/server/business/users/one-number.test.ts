import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { intakeClient } from '../../../../test/installation/intake.ts';
import { phoneNumber } from '../../../domain/kit/text/phone-number.ts';
import { sameElsewhere } from '../hints/other-users.ts';
import { newCredential } from './credentials.ts';

const installation = testApp();
const key = newCredential();
const register = (mobile: string, more: object = {}) =>
  intakeClient(installation.app, key).post('/open/v1/users', {
    unique_id: randomBytes(8).toString('hex'),
    type: 1,
    mobile,
    name: '张三',
    ...more,
  });
let by: Awaited<ReturnType<typeof installation.signIn>>;
const listed = async (path: string, fields: Record<string, string | number>) =>
  (await by.get<{ list: Record<string, unknown>[]; count: number }>(path, { page: 1, limit: 10, ...fields })).data;
const found = async (keyword: string) =>
  (await by.get<{ list: { hits: { id: string }[] }[] }>('/api/ajax/search/find', { keyword })).data.list.flatMap(({ hits }) =>
    hits.map(({ id }) => id),
  );
const gift = (mobile: string, requestId: string) =>
  by.post('/api/ajax/user/updatePoints', { mobile, type: 1, pointsType: 1, points: 5, explain: '合同约定', requestId });

beforeAll(async () => {
  await installation.db
    .insertInto('credential')
    .values({ ...key, kind: 'platform', user_id: null, name: '测试平台' })
    .execute();
  by = await installation.signIn('reviewer@example.com');
});

/** As people hand them in: glific/glific#4815, Sanmeet007/logger#47, signalapp/Signal-Android#11630, woocommerce/woocommerce#58000. */
const spellings = (mobile: string) => {
  const [a, b, c] = [mobile.slice(0, 3), mobile.slice(3, 7), mobile.slice(7)];
  return [
    mobile,
    `+86 ${mobile}`,
    `+86${mobile}`,
    `0086${mobile}`,
    `86-${mobile}`,
    `${a}-${b}-${c}`,
    `${a} ${b} ${c}`,
    `(+86) ${a}-${b}-${c}`,
    mobile.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
    `\u202d${mobile}\u202c`,
    `\u200e${a}\u200b${b}${c}\ufeff`,
    `\u2066${a}\u00a0${b}\u3000${c}\u2069`,
  ];
};

describe('one mobile in many spellings', () => {
  it('is stored in one spelling', async () => {
    for (const at of spellings('').keys()) {
      const mobile = String(13_700_000_100 + at);
      expect((await register(spellings(mobile)[at] ?? '')).status).toBe(200);
      expect(await installation.db.selectFrom('users').select('name').where('mobile', '=', mobile).execute()).toHaveLength(1);
    }
  });

  it('is one user, one gift, one row of each list, one search result', async () => {
    const mobile = '13704098599';
    const [first, ...others] = await Promise.all(spellings(mobile).map((spelling) => register(spelling)));
    const answers = [first, ...others].map((answer) => answer?.status);
    expect(answers.toSorted()).toEqual([200, ...others.map(() => 409)]);
    const { id } = await installation.db.selectFrom('users').select('id').where('mobile', '=', mobile).executeTakeFirstOrThrow();
    await installation.db.updateTable('users').set({ status: 'approved' }).where('id', '=', id).execute();
    for (const spelling of spellings(mobile)) {
      expect(await gift(spelling, 'once')).toMatchObject({ code: 200 });
      expect(await found(spelling)).toEqual([id]);
      expect(await listed('/api/ajax/user/getUserList', { type: 1, keyword: spelling })).toMatchObject({ count: 1, list: [{ mobile }] });
      expect(await listed('/api/ajax/user/getBalanceList', { keyword: spelling })).toMatchObject({ count: 1, list: [{ points: 5 }] });
      expect(await listed('/api/ajax/user/getPoints', { keyword: spelling })).toMatchObject({ count: 1, list: [{ mobile }] });
    }
  });

  it('is refused where it is none', async () => {
    for (const mobile of ['', '1234', '张三', '13704098599转1', '137x'])
      expect(await register(mobile)).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringContaining('mobile') as string } },
      });
  });
});

describe('a user who was registered before numbers had one spelling', () => {
  const olds: [string, string][] = [
    ['+8613904098501', '13904098501'],
    ['86-13904098502', '13904098502'],
    ['139-0409-8503', '13904098503'],
    ['008613904098504', '13904098504'],
    ['02163210005', '021-63210005'],
    ['+86-0139-0409-8510', '13904098510'],
    ['013904098511', '13904098511'],
    ['1795113904098512', '13904098512'],
    ['+08613904098513', '13904098513'],
    ['+86-8613904098514', '13904098514'],
    ['0086-021-63210015', '021-63210015'],
    ['86-21-63210016', '021-63210016'],
    ['10-88001017', '010-88001017'],
    ['021-63210018-8001', '021-63210018转8001'],
    ['86-400-800-1019', '400-800-1019'],
    ['6321-0020', '63210020'],
    ['+4402079460921', '+44 20 7946 0921'],
    ['0044-020-7946-0922', '+44 (0)20 7946 0922'],
    ['00442079460923', '+44 020 7946 0923'],
    ['+44-7921-123-424', '0044 07921 123424'],
    ['+85291234525', '00852 9123 4525'],
    ['0033-06-12-34-56-26', '+33 6 12 34 56 26'],
    ['0039066982127', '+39 06 698 2127'],
    ['1-415-555-2628', '14155552628'],
  ];

  it.each(olds)('%s is found, given points and not registered again by %s', async (old, number) => {
    const { id } = await installation.db
      .insertInto('users')
      .values({ type: 'personal', status: 'approved', name: '旧用户', mobile: old, registered_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await register(number)).status).toBe(409);
    expect(await gift(number, `old ${number}`)).toMatchObject({ code: 200 });
    expect(await register(old)).toMatchObject({ status: 409 });
    const asked = { id: '0', userId: '0', type: 'personal' as const, idCard: '', taxNumber: '' };
    for (const mobile of [old, phoneNumber(number) ?? ''])
      expect((await sameElsewhere(installation.db, { ...asked, mobile })).map(({ name }) => name)).toEqual(['手机号相同']);
    for (const keyword of [number, old])
      expect([keyword, await listed('/api/ajax/user/getUserList', { type: 1, keyword })]).toMatchObject([
        keyword,
        { count: 1, list: [{ user_id: id, mobile: phoneNumber(number) }] },
      ]);
    for (const keyword of [number, old]) expect([keyword, await found(keyword)]).toEqual([keyword, [id]]);
  });

  it('is not registered again by a fixed line with its country', async () => {
    await installation.db
      .insertInto('users')
      .values({ type: 'personal', name: '旧座机', mobile: '+86-21-63210006', registered_at: new Date() })
      .execute();
    expect((await register('021-63210006')).status).toBe(409);
  });

  it('is one of two with that number: the gift goes to one of them, and says that there is another', async () => {
    const add = async (mobile: string, status: 'approved' | 'pending') =>
      (
        await installation.db
          .insertInto('users')
          .values({ type: 'personal', status, name: '两次登记', mobile, registered_at: new Date() })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const users = [
      [await add('+8613904098509', 'approved'), await add('13904098509', 'approved')],
      [await add('00442079460931', 'approved'), await add('+44-020-7946-0931', 'approved')],
      [await add('+44-2079460932', 'approved'), await add('+442079460932', 'pending')],
    ] as const;
    for (const [number, receiver, other] of [
      ['139 0409 8509', users[0][1], users[0][0]],
      ['+44 20 7946 0931', users[1][0], users[1][1]],
      ['+44 20 7946 0932', users[2][0], users[2][1]],
    ] as const) {
      expect((await by.get('/api/ajax/user/findReceiver', { mobile: number, type: 1 })).data).toMatchObject({
        user_id: receiver,
        others: 1,
      });
      expect(await gift(number, number)).toMatchObject({ code: 200 });
      expect(await found(number)).toEqual(expect.arrayContaining([receiver, other]));
      const rows = await installation.db.selectFrom('points_gift').select('user_id').where('user_id', 'in', [receiver, other]).execute();
      expect(rows).toEqual([{ user_id: receiver }]);
      expect((await register(number)).status).toBe(409);
    }
  });
});

it.each(['王\u200b伍', '王\u3000陆', 'Zoe\u0301  Ｑｕ'])('the name %j is stored as given, and found by it', async (given) => {
  const at = Array.from(given).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  const { status, body } = await register(String(13_600_000_000 + at), { name: given });
  expect(status).toBe(200);
  expect(await installation.db.selectFrom('users').select('name').where('name', '=', given).execute()).toHaveLength(1);
  expect(await found(given)).toContain(String(body['user_id']));
});

it('finds by Ctrl+K who has a paper, in any spelling of its number', async () => {
  const id = String((await register('13600099999')).body['user_id']);
  await installation.db.updateTable('users').set({ id_card: 'A765432(1)' }).where('id', '=', id).execute();
  for (const spelling of ['A765432(1)', 'A765432（1）', 'A7654321', 'a765432/1', 'A765432-1']) expect(await found(spelling)).toContain(id);
  await installation.db.updateTable('users').set({ id_card: '南字第07654321号' }).where('id', '=', id).execute();
  expect(await found('南字第07654321号')).toContain(id);
});
