import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { applied, captured, eventDesk, paid, recorded } from '../../../../test/installation/scenarios/events.ts';
import { issue } from '../../../../test/installation/scenarios/invoices.ts';
import { aFile, sha256Of, uid } from '../../../../test/installation/factories/evidence.ts';
import { media } from '../../../../test/installation/factories/media.ts';
import { eventTypes, openEvent, type EventData, type EventType } from '../../../contract/open/events.ts';
import { cancelCapture } from '../../business/captures/service.ts';
import { openLogSigner } from '../../custody/log/log-signer.ts';
import { growLog } from '../../custody/log/sequencer.ts';
import { endRecording, system } from '../../business/recordings/recording.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { emit } from './emit.ts';
import { emitCosigned, lockAnchored } from './anchored-store.ts';
import { storeCosigned } from '../../custody/witnesses/round-store.ts';

const installation = testApp();
const { make, recordings, captures, invoices, user, evidence, reviewer, decide, begunRecording, uploadingCapture } =
  eventDesk(installation);

/** The event's data, and the object of the trail row, or the table of the row, written in the same transaction. */
interface EmittedEvent<T extends EventType> {
  readonly data: EventData<T>;
  readonly with: { readonly object: string } | { readonly table: 'log_checkpoint' | 'cosigned_checkpoint' | 'credential' };
}
type Change<T extends EventType> = () => Promise<EmittedEvent<T>>;

const invoiced = (id: string, order: string, invoiceStatus: number) => ({
  data: { user_id: invoices.user.id, id, invoiceStatus, order_nos: [order] },
  with: { object: `invoice/${id}` },
});

/** A change for every event type; a missing one does not compile. */
const changes: { readonly [T in EventType]: Change<T> } = {
  'user.approved': async () => user.reviewed(await user.approved(), 3, 0, null),
  async 'user.rejected'() {
    const id = await make.register.pending('personal');
    await user.review(id, 0);
    return user.reviewed(id, 4, 0, '照片模糊');
  },
  async 'user.repaired'() {
    const id = await user.approved();
    await make.register.submit(id, 'enterprise');
    await reviewer().post('/api/User/repairCheck', { user_id: id, status: 1, reason: '' });
    return user.reviewed(id, 3, 3, null);
  },
  async 'user.suspended'() {
    const id = await user.approved();
    await user.run('user suspend', id);
    return user.reviewed(id, 3, 0, null);
  },
  async 'user.resumed'() {
    const id = await user.approved();
    await user.run('user suspend', id);
    await user.run('user resume', id);
    return user.reviewed(id, 3, 0, null);
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
  async 'evidence.cosigned'() {
    const file = aFile();
    const number = await make.evidence(await make.user('personal'), {}, file);
    const { db } = installation;
    const sha256 = Buffer.alloc(32);
    await db.insertInto('witness_policy').values({ text: 'quorum none\n', sha256 }).execute();
    await growLog(db, await openLogSigner(db, readConfig({})));
    const { body } = await make.client().get(`/open/v1/evidence/${number}`);
    const size = String(body['checkpoint']);
    await db.transaction().execute(async (tx) => {
      await storeCosigned(tx, size, sha256);
      await lockAnchored(tx);
      await emitCosigned(tx);
    });
    await db.deleteFrom('witness_policy').execute();
    const data = { ...(await evidence.of(number, sha256Of(file.bytes))), checkpoint_size: size };
    return { data, with: { table: 'cosigned_checkpoint' } };
  },
  'evidence.damaged': async () => (await evidence.lost()).damaged,
  async 'evidence.recovered'() {
    const { sha256, bytes, damaged } = await evidence.lost();
    await writeFile(evidence.pathOf(sha256), bytes);
    await evidence.scrubbed(sha256);
    return damaged;
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
    return recorded(
      user_id,
      number,
      'FAIL',
      '文件类型不支持，请转换为MP4、MOV、M4A、WebM、MP3、WAV、JPEG或PNG后重新登记，原件可用文件存证保存',
    );
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
    const event = applied(order, 2);
    return { ...event, data: { ...event.data, sha256: (await make.fileOf(order.id))?.sha256 ?? '' } };
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

/** The endpoint's table belongs to a feature above this folder, so a credential's row stands in for it. */
async function aboutEndpoint<T extends 'webhook.test' | 'webhook.disabled'>(type: T) {
  const data = { user_id: null, webhook_id: uid() };
  await installation.db.transaction().execute(async (tx) => {
    await tx.insertInto('credential').values({ app_id: uid(), security_key: 'k', kind: 'platform', user_id: null, name: '测试' }).execute();
    await emit(tx, { type, appId: 'platform', data });
  });
  return { data, with: { table: 'credential' as const } };
}

it.each(eventTypes)('%s is written once, in the transaction of its change, with what the contract says', async (type) => {
  const event = await changes[type]();
  const witness =
    'object' in event.with
      ? `exists (select from trail t where t.xmin = e.xmin and t.object = '${event.with.object}')`
      : `exists (select from ${event.with.table} w where w.xmin = e.xmin)`;
  const { rows } = await installation.pool.query(
    `select e.data || jsonb_build_object('user_id', e.user_id::text) as data, ${witness} as "isTogether" from event_pending e
      where type = $1 and e.data @> $2`,
    [type, JSON.stringify({ ...event.data, user_id: undefined })],
  );
  expect(rows).toEqual([{ data: event.data, isTogether: true }]);
  openEvent.parse({ id: 'evt_0000000000000000', type, timestamp: new Date().toISOString(), data: event.data });
});
