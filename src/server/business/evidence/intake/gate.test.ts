import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { testApp } from '../../../../../test/installation/app.ts';
import { aFile, sha256Of, uid } from '../../../../../test/installation/factories/evidence.ts';
import { multipartBody, picture } from '../../../../../test/installation/intake.ts';
import { listening, rawUpload, type RawUpload } from '../../../../../test/installation/raw-upload.ts';
import { recordingMaker } from '../../../../../test/installation/factories/recordings.ts';
import { checkLedger } from '../../points/check.ts';
import { pointsOf } from '../../points/ledger.ts';
import { evidenceGate } from './gate.ts';

/** Polling timeout for a busy machine. */
const busy = { timeout: 120_000 };
const installation = testApp({ PRICE_PROCESS: '1' });
const make = recordingMaker(installation);
const { evidence } = make;
beforeAll(() => evidence.open());
afterEach(() => vi.restoreAllMocks());

const small = () => aFile({ bytes: randomBytes(5000) });
const large = () => aFile({ bytes: randomBytes(1_500_000) });
const holdsOf = (userId: string) => installation.db.selectFrom('points_hold').selectAll().where('user_id', '=', userId).execute();
const isStored = async (bytes: Buffer) => (await installation.store.stat(sha256Of(bytes))) !== null;
const storedOf = async (files: readonly { bytes: Buffer }[]) =>
  (await Promise.all(files.map(({ bytes }) => isStored(bytes)))).filter(Boolean).length;

/** A large upload, a third of which has arrived; its price is held. */
async function underWay(user_id: string): Promise<{ upload: RawUpload; rest: Buffer }> {
  const port = await listening(installation.app);
  const body = multipartBody('b', { unique_id: uid(), title: '一份证据', user_id }, { file: large() });
  const headers = evidence.client().headersOf({
    method: 'POST',
    path: '/open/v1/evidence',
    contentSha256: 'UNSIGNED-PAYLOAD',
    contentType: 'multipart/form-data; boundary=b',
  });
  const upload = await rawUpload(
    port,
    'POST',
    '/open/v1/evidence',
    { ...headers, 'content-length': String(body.length) },
    body.subarray(0, 500_000),
  );
  await vi.waitFor(async () => expect(await holdsOf(user_id)).toHaveLength(1), busy);
  return { upload, rest: body.subarray(500_000) };
}

it.each([
  ['large', large],
  ['small', small],
])('%s files that their user cannot pay, however many come at once, leave nothing in the store', async (_size, file) => {
  const user_id = await evidence.user('personal', 1);
  const files = Array.from({ length: 20 }, file);
  const answers = await Promise.all(files.map((one) => evidence.send({ user_id }, one)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(402)]);
  expect(await storedOf(files)).toBe(1);
  expect(await holdsOf(user_id)).toEqual([]);
  expect(await pointsOf(installation.db, user_id)).toBe(0);
  expect(await checkLedger(installation.db)).toMatchObject({ broken: null });
});

it('of twenty large files with points for one, one is taken in at all', async () => {
  const user_id = await evidence.user('personal', 1);
  const put = vi.spyOn(installation.store, 'put');
  await Promise.all(Array.from({ length: 20 }, () => evidence.send({ user_id }, large())));
  expect(put).toHaveBeenCalledTimes(1);
});

it.each([
  ['large', large],
  ['small', small],
])('%s files of a unique_id that was used, or is used at the same moment, leave nothing in the store', async (_size, file) => {
  const user_id = await evidence.user('personal', 10);
  const fields = { user_id, unique_id: uid() };
  const files = Array.from({ length: 6 }, file);
  const answers = await Promise.all(files.map((one) => evidence.send(fields, one)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
  const late = file();
  expect(await evidence.send(fields, late)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  expect(await storedOf([...files, late])).toBe(1);
  expect(await holdsOf(user_id)).toEqual([]);
  expect(await pointsOf(installation.db, user_id)).toBe(9);
});

it('a user who may not any more when his file is there leaves nothing in the store', async () => {
  const user_id = await evidence.user('personal', 10);
  const file = small();
  const { put } = installation.store;
  vi.spyOn(installation.store, 'put').mockImplementationOnce(async (source, options) => {
    await installation.db.updateTable('users').set({ status: 'rejected' }).where('id', '=', user_id).execute();
    return put.call(installation.store, source, options);
  });
  expect(await evidence.send({ user_id }, file)).toMatchObject({ status: 403 });
  expect(await isStored(file.bytes)).toBe(false);
});

it('an upload under way holds its price: nothing else spends it, the balance stays, and a broken upload sets it free', async () => {
  const user_id = await evidence.user('personal', 1);
  const { upload } = await underWay(user_id);
  const file = small();
  expect(await evidence.send({ user_id }, file)).toMatchObject({ status: 402 });
  expect(await isStored(file.bytes)).toBe(false);
  expect(await evidence.send({ user_id }, large())).toMatchObject({ status: 402 });
  expect(await make.create(user_id, randomBytes(10))).toMatchObject({ status: 402 });
  expect(await pointsOf(installation.db, user_id)).toBe(1);
  expect(await checkLedger(installation.db)).toMatchObject({ broken: null });
  upload.socket.destroy();
  await vi.waitFor(async () => expect(await holdsOf(user_id)).toEqual([]), busy);
  expect(await evidence.send({ user_id }, file)).toMatchObject({ status: 200 });
});

it('a file is refused whose user spent the last point while it was read that there is one', async () => {
  const user_id = await evidence.user('personal', 1);
  let isRead = (): void => undefined;
  let deliver = (): void => undefined;
  const read = new Promise<void>((resolve) => (isRead = resolve));
  const delivered = new Promise<void>((resolve) => (deliver = resolve));
  let isHeldBack = false;
  const gate = evidenceGate(
    installation.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (!isHeldBack) return result;
        isHeldBack = false;
        isRead();
        await delivered;
        return result;
      },
    }),
    1,
  );
  const { app_id: appId } = await installation.db.selectFrom('credential').select('app_id').limit(1).executeTakeFirstOrThrow();
  const call = () => ({ appId, uniqueId: uid(), userId: user_id, bodyBytes: 5000 });
  try {
    const [first, second] = [await gate.enter(call()), await gate.enter(call())];
    await first.judge(randomBytes(32));
    isHeldBack = true;
    const judged = second.judge(randomBytes(32)).then(
      () => 'admitted',
      ({ status }: { status: number }) => status,
    );
    await read;
    expect(await evidence.send({ user_id }, small())).toMatchObject({ status: 200 });
    await first.leave(true);
    deliver();
    expect(await judged).toBe(402);
    await second.leave(false);
  } finally {
    gate.close();
  }
});

it('an upload that holds its price is paid with it, although others come', async () => {
  const user_id = await evidence.user('personal', 2);
  const { upload, rest } = await underWay(user_id);
  const answers = await Promise.all([1, 2, 3].map(() => evidence.send({ user_id }, small())));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 402, 402]);
  await upload.write(rest);
  expect(await upload.status).toBe(200);
  upload.socket.destroy();
  expect(await pointsOf(installation.db, user_id)).toBe(0);
  expect(await holdsOf(user_id)).toEqual([]);
});

it('what another server holds counts, until that server is gone', async () => {
  const user_id = await evidence.user('personal', 1);
  const hold = { user_id, app_id: 'other', unique_id: uid(), points: '1' };
  await installation.db
    .insertInto('points_hold')
    .values({ ...hold, expires_at: new Date(Date.now() + 60_000) })
    .execute();
  for (const file of [small(), large()]) expect(await evidence.send({ user_id }, file)).toMatchObject({ status: 402 });
  await installation.db
    .updateTable('points_hold')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('user_id', '=', user_id)
    .execute();
  expect(await evidence.send({ user_id }, large())).toMatchObject({ status: 200 });
});

it('pictures of a call that is refused leave nothing in the store', async () => {
  const { user_id } = await evidence.register.register('personal');
  expect(await evidence.register.submit(user_id, 'personal')).toMatchObject({ status: 200 });
  const pictures = Object.fromEntries(['author_front', 'author_back', 'author_hand'].map((name) => [name, randomPicture()]));
  const send = () =>
    evidence
      .client()
      .multipart(
        `/open/v1/users/${user_id}/verification`,
        { unique_id: uid(), name: '某某', contact_idcard: '990000199001011234', address: '某市' },
        pictures,
      );
  expect(await send()).toMatchObject({ status: 409 });
  const transfer_img = randomPicture();
  const recharge = await evidence
    .client()
    .post('/open/v1/recharges', { unique_id: uid(), user_id: await evidence.user('personal', 0), points: 3 });
  const payment = {
    unique_id: uid(),
    order_no: String(recharge.body['order_no']),
    trade_no: uid(),
    pay_type: '1',
    money: '9.99',
    result: 'SUCCESS',
  };
  expect(await evidence.client().multipart('/open/v1/payments', payment, { transfer_img })).toMatchObject({ status: 409 });
  for (const bytes of [...Object.values(pictures), transfer_img]) expect(await isStored(bytes)).toBe(false);
});

/** A file that no other test stores. */
function randomPicture(): Buffer {
  return Buffer.concat([picture('green'), randomBytes(16)]);
}
