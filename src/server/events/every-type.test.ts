import { rm, writeFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { invoiceDesk, issue } from '../../../test/installation/desks/invoices.ts';
import { newCaptures } from '../../../test/installation/factories/captures.ts';
import { documentMaker } from '../../../test/installation/factories/documents.ts';
import { aFile, sha256Of, uid } from '../../../test/installation/factories/evidence.ts';
import { media } from '../../../test/installation/factories/media.ts';
import { recordingMaker } from '../../../test/installation/factories/recordings.ts';
import { scrubber } from '../../../test/installation/scrub.ts';
import { userCommands } from '../../cli/commands/users.ts';
import { eventTypes, openEvent, type EventData, type EventType } from '../../contract/open/events.ts';
import { takeCapture, workerActor } from '../captures/queue.ts';
import { cancelCapture } from '../captures/service.ts';
import { moveCapture } from '../captures/transitions.ts';
import { openLogSigner } from '../custody/log/log-signer.ts';
import { growLog } from '../custody/log/sequencer.ts';
import { endRecording, system } from '../recordings/recording.ts';
import { readConfig } from '../runtime/config.ts';
import { emit } from './emit.ts';

const installation = testApp();
const make = documentMaker(installation);
const recordings = recordingMaker(installation);
const captures = newCaptures(installation);
const invoices = invoiceDesk(installation);
const { scrub, due, kept, pathOf } = scrubber(installation, make);
type As = Awaited<ReturnType<typeof installation.signIn>>;
let admin: As;
let reviewer: As;
beforeAll(async () => {
  await make.open();
  await recordings.evidence.open();
  admin = await installation.signIn('admin@example.com');
  reviewer = await installation.signIn('reviewer@example.com');
});

/** What a change told, and the object of the trail row or the table whose row it wrote in the same transaction. */
interface Told<T extends EventType> {
  readonly data: EventData<T>;
  readonly with: { readonly object: string } | { readonly table: 'log_checkpoint' | 'credential' };
}
type Change<T extends EventType> = () => Promise<Told<T>>;

const user = {
  review: (user_id: string, status: 0 | 1) =>
    reviewer.post('/api/ajax/user/updateUserStatus', { user_id, status, reason: status === 0 ? '照片模糊' : '' }),
  async approved(): Promise<string> {
    const user_id = await make.register.pending('enterprise');
    await this.review(user_id, 1);
    return user_id;
  },
  run: (name: string, id: string) =>
    userCommands
      .find((one) => one.name === name)
      ?.run({ db: installation.db, pool: installation.pool, args: [id], config: readConfig({}) }),
  told: (user_id: string, user_status: number, repair_type: number, reason: string | null) => ({
    data: { user_id, user_status, repair_type, reason },
    with: { object: `user/${user_id}` },
  }),
};

const evidence = {
  async of(number: string, sha256: string) {
    const { user_id } = await installation.db
      .selectFrom('evidence')
      .select('user_id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    return { user_id, baoquan: number, sha256 };
  },
  async lost() {
    const file = await kept();
    await rm(pathOf(file.sha256));
    await due(file.sha256);
    await scrub();
    return { ...file, told: { data: await this.of(file.number, file.sha256), with: { object: `object/${file.sha256}` } } };
  },
};

/** Takes a capture of a new user as far as it is uploading. */
async function uploadingCapture() {
  const user_id = await captures.user();
  const baoquan_no = await captures.capture({ user: user_id });
  const job = await takeCapture(installation.db, 'w', 60);
  if (job?.number !== baoquan_no) throw new Error('another capture was taken');
  const move = (...[from, to, alongside]: [Parameters<typeof moveCapture>[2], Parameters<typeof moveCapture>[3], { reason?: string }?]) =>
    installation.db.transaction().execute((tx) => moveCapture(tx, job, from, to, workerActor, alongside));
  await move('queued', 'capturing');
  await move('capturing', 'uploading');
  return { user_id, baoquan_no, move };
}
const captured = (user_id: string, baoquan_no: string, status: string, reason: string | null) => ({
  data: { user_id, baoquan_no, status, reason },
  with: { object: `capture/${baoquan_no}` },
});

async function begunRecording(file: Buffer) {
  const user_id = await make.user('personal', 10);
  return { user_id, ...(await recordings.begun(user_id, file)) };
}
const recorded = (user_id: string, attestation_id: string, status: string, reason: string | null, kind = 'recording') => ({
  data: { user_id, attestation_id, status, reason },
  with: { object: `${kind}/${attestation_id}` },
});

type Applied = Awaited<ReturnType<typeof make.apply>>;
const applied = ({ userId, id, orderNo }: Applied, progress: number) => ({
  data: { user_id: userId, orderId: id, order_no: orderNo, progress },
  with: { object: `application/${id}` },
});
const decide = ({ id, userId }: Applied, isCheck: 0 | 1) =>
  admin.post('/api/ajax/data/check', { orderId: id, userId, isCheck, checkRemark: '意见' });
const paid = (order: Applied, trade_no: string, refund_order_no: string | null = null) => ({
  data: { user_id: order.userId, order_no: order.orderNo, trade_no, money: order.money, refund_order_no },
  with: { object: `order/${order.orderNo}` },
});

const invoiced = (id: string, order: string, invoiceStatus: number) => ({
  data: { user_id: invoices.user.id, id, invoiceStatus, order_nos: [order] },
  with: { object: `invoice/${id}` },
});

/** A change of every type; the compiler misses the one that is left out. */
const changes: { readonly [T in EventType]: Change<T> } = {
  'user.approved': async () => user.told(await user.approved(), 3, 0, null),
  async 'user.rejected'() {
    const id = await make.register.pending('personal');
    await user.review(id, 0);
    return user.told(id, 4, 0, '照片模糊');
  },
  async 'user.repaired'() {
    const id = await user.approved();
    await make.register.submit(id, 'enterprise');
    await reviewer.post('/api/User/repairCheck', { user_id: id, status: 1, reason: '' });
    return user.told(id, 3, 3, null);
  },
  async 'user.suspended'() {
    const id = await user.approved();
    await user.run('user suspend', id);
    return user.told(id, 3, 0, null);
  },
  async 'user.resumed'() {
    const id = await user.approved();
    await user.run('user suspend', id);
    await user.run('user resume', id);
    return user.told(id, 3, 0, null);
  },

  async 'evidence.created'() {
    const file = aFile();
    const number = await make.evidence(await make.user('personal'), {}, file);
    return { data: await evidence.of(number, sha256Of(file.bytes)), with: { object: `evidence/${number}` } };
  },
  async 'evidence.anchored'() {
    const file = aFile();
    const number = await make.evidence(await make.user('personal'), {}, file);
    await growLog(installation.db, await openLogSigner(installation.db, readConfig({})));
    const { body } = await make.client().get(`/open/v1/evidence/${number}`);
    const data = { ...(await evidence.of(number, sha256Of(file.bytes))), checkpoint_size: String(body['checkpoint']), transaction: null };
    return { data, with: { table: 'log_checkpoint' } };
  },
  'evidence.damaged': async () => (await evidence.lost()).told,
  async 'evidence.recovered'() {
    const { sha256, bytes, told } = await evidence.lost();
    await writeFile(pathOf(sha256), bytes);
    await due(sha256);
    await scrub();
    return told;
  },

  async 'capture.succeeded'() {
    const { user_id, baoquan_no, move } = await uploadingCapture();
    await move('uploading', 'succeeded');
    return captured(user_id, baoquan_no, 'SUCCESSED', null);
  },
  async 'capture.failed'() {
    const { user_id, baoquan_no, move } = await uploadingCapture();
    await move('uploading', 'failed', { reason: '网页无法打开' });
    return captured(user_id, baoquan_no, 'FAILED', '网页无法打开');
  },
  async 'capture.cancelled'() {
    const id = await captures.user();
    const number = await captures.capture({ user: id });
    await cancelCapture(installation.db, number, captures.actor);
    return captured(id, number, 'CANCEL', null);
  },

  async 'recording.succeeded'() {
    const file = media.mp4(3);
    const { user_id, number, url } = await begunRecording(file);
    await recordings.patch(url, 0, file, { length: file.length });
    return recorded(user_id, number, 'SUCCESS', null, 'evidence');
  },
  async 'recording.failed'() {
    const { user_id, number, url } = await begunRecording(media.mp4(3));
    const other = Buffer.from('another file');
    await recordings.patch(url, 0, other, { length: other.length });
    return recorded(user_id, number, 'FAIL', '文件类型不支持');
  },
  async 'recording.cancelled'() {
    const { user_id, number } = await begunRecording(media.mp4(3));
    const row = await recordings.rowOf(number);
    await installation.db.transaction().execute((tx) => endRecording(tx, row, 'cancelled', '24小时内未收到文件', system));
    return recorded(user_id, number, 'CANCEL', '24小时内未收到文件');
  },

  'notarization.created': async () => applied(await make.apply(), 1),
  async 'notarization.approved'() {
    const order = await make.paid();
    await decide(order, 1);
    return applied(order, 2);
  },
  async 'notarization.rejected'() {
    const order = await make.paid();
    await decide(order, 0);
    return applied(order, 4);
  },
  async 'notarization.withdrawn'() {
    const order = await make.apply();
    await make.withdraw(order.id);
    return applied(order, 3);
  },
  async 'document.issued'() {
    const order = await make.paid();
    await decide(order, 1);
    await make.documents();
    const told = applied(order, 2);
    return { ...told, data: { ...told.data, sha256: (await make.fileOf(order.id))?.sha256 ?? '' } };
  },

  async 'order.paid'() {
    const [order, trade_no] = [await make.apply(), uid()];
    await make.pay(order, { trade_no });
    return paid(order, trade_no);
  },
  async 'order.payment_failed'() {
    const [order, trade_no] = [await make.apply(), uid()];
    await make.pay(order, { trade_no, result: 'FAIL' });
    return paid(order, trade_no);
  },
  async 'order.refunded'() {
    const [order, trade_no] = [await make.apply(), uid()];
    await make.pay(order, { trade_no });
    await make.withdraw(order.id);
    return paid(order, trade_no, String((await make.state(order.id))['refundOrderNo']));
  },
  async 'points.credited'() {
    const user_id = await make.user('personal', 5);
    const { body } = await make.client().post('/open/v1/recharges', { unique_id: uid(), user_id, points: 7 });
    const order_no = String(body['order_no']);
    await make.pay({ orderNo: order_no, money: String(body['money']) });
    return { data: { user_id, points: 7, balance: 12, source: 'recharge', order_no }, with: { object: `order/${order_no}` } };
  },

  async 'invoice.created'() {
    const { id, order } = await invoices.invoice();
    return invoiced(id, order, 1);
  },
  async 'invoice.submitted'() {
    const { id, order } = await invoices.invoice();
    await invoices.checkOne(id);
    return invoiced(id, order, 2);
  },
  async 'invoice.issued'() {
    const { id, order } = await invoices.invoice();
    await invoices.checkOne(id);
    await invoices.checkTwo(id, issue);
    return invoiced(id, order, 3);
  },
  async 'invoice.rejected'() {
    const { id, order } = await invoices.invoice();
    await invoices.checkOne(id, { status: 2, remark: '抬头有误' });
    return invoiced(id, order, 4);
  },

  'webhook.test': () => aboutEndpoint('webhook.test'),
  'webhook.disabled': () => aboutEndpoint('webhook.disabled'),
};

/** The state of an endpoint stands in no row of this floor: the credential stands for it. */
async function aboutEndpoint<T extends 'webhook.test' | 'webhook.disabled'>(type: T) {
  const data = { user_id: null, webhook_id: uid() };
  await installation.db.transaction().execute(async (tx) => {
    await tx.insertInto('credential').values({ app_id: uid(), security_key: 'k', kind: 'platform', user_id: null, name: '测试' }).execute();
    await emit(tx, { type, appId: 'platform', data });
  });
  return { data, with: { table: 'credential' as const } };
}

it.each(eventTypes)('%s is written once, in the transaction of its change, with what the contract says', async (type) => {
  const told = await changes[type]();
  const witness =
    'object' in told.with
      ? `exists (select from trail t where t.xmin = e.xmin and t.object = '${told.with.object}')`
      : `exists (select from ${told.with.table} w where w.xmin = e.xmin)`;
  const { rows } = await installation.pool.query(
    `select e.data || jsonb_build_object('user_id', e.user_id::text) as data, ${witness} as "isTogether" from event_pending e
      where type = $1 and e.data @> $2`,
    [type, JSON.stringify({ ...told.data, user_id: undefined })],
  );
  expect(rows).toEqual([{ data: told.data, isTogether: true }]);
  openEvent.parse({ id: 'evt_0000000000000000', type, timestamp: new Date().toISOString(), data: told.data });
});
