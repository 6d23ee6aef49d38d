import { rm } from 'node:fs/promises';
import { beforeAll } from 'vitest';
import { userCommands } from '../../../src/cli/commands/users.ts';
import { takeCapture, workerActor } from '../../../src/server/business/captures/queue.ts';
import { moveCapture } from '../../../src/server/business/captures/transitions.ts';
import { readConfig } from '../../../src/server/platform/runtime/config.ts';
import type { testApp } from '../app.ts';
import { newCaptures } from '../factories/captures.ts';
import { documentMaker } from '../factories/documents.ts';
import { recordingMaker } from '../factories/recordings.ts';
import { scrubber } from '../scrub.ts';
import { invoiceDesk } from './invoices.ts';

type Installation = ReturnType<typeof testApp>;

/** Makes the changes that emit events. */
export function eventDesk(installation: Installation) {
  const make = documentMaker(installation);
  const recordings = recordingMaker(installation);
  const captures = newCaptures(installation);
  const invoices = invoiceDesk(installation);
  const evidence = evidenceChanges(installation, make);
  const people = {} as { admin: Operator; reviewer: Operator };
  beforeAll(async () => {
    await make.open();
    await recordings.evidence.open();
    people.admin = await installation.signIn('admin@example.com');
    people.reviewer = await installation.signIn('reviewer@example.com');
  });
  return {
    make,
    recordings,
    captures,
    invoices,
    evidence,
    reviewer: () => people.reviewer,
    user: userChanges(installation, make, () => people.reviewer),
    decide: ({ id, userId }: Applied, isCheck: 0 | 1) =>
      people.admin.post('/api/ajax/data/check', { orderId: id, userId, isCheck, checkRemark: '意见' }),
    async begunRecording(file: Buffer) {
      const user_id = await make.user('personal', 10);
      return { user_id, ...(await recordings.begun(user_id, file)) };
    },
    /** Advances a capture of a new user to the state uploading. */
    async uploadingCapture() {
      const user_id = await captures.user();
      const baoquan_no = await captures.capture({ user: user_id });
      const job = await takeCapture(installation.db, 'w', 60);
      if (job?.number !== baoquan_no) throw new Error('another capture was taken');
      const move = (
        ...[from, to, alongside]: [Parameters<typeof moveCapture>[2], Parameters<typeof moveCapture>[3], { reason?: string }?]
      ) => installation.db.transaction().execute((tx) => moveCapture(tx, job, from, to, workerActor, alongside));
      await move('queued', 'capturing');
      await move('capturing', 'uploading');
      return { user_id, baoquan_no, move };
    },
  };
}

type Operator = Awaited<ReturnType<Installation['signIn']>>;
type Maker = ReturnType<typeof documentMaker>;
type Applied = Awaited<ReturnType<Maker['apply']>>;

function userChanges(installation: Installation, make: Maker, reviewer: () => Operator) {
  const review = (user_id: string, status: 0 | 1) =>
    reviewer().post('/api/ajax/user/updateUserStatus', { user_id, status, reason: status === 0 ? '照片模糊' : '' });
  return {
    review,
    async approved(): Promise<string> {
      const user_id = await make.register.pending('enterprise');
      await review(user_id, 1);
      return user_id;
    },
    run: (name: string, id: string) =>
      userCommands
        .find((one) => one.name === name)
        ?.run({ db: installation.db, pool: installation.pool, args: [id], config: readConfig({}) }),
    reviewed: (user_id: string, user_status: number, repair_type: number, reason: string | null) => ({
      data: { user_id, user_status, repair_type, reason },
      with: { object: `user/${user_id}` },
    }),
  };
}

function evidenceChanges(installation: Installation, make: Maker) {
  const { scrub, due, kept, pathOf } = scrubber(installation, make);
  const of = async (number: string, sha256: string) => {
    const { user_id } = await installation.db
      .selectFrom('evidence')
      .select('user_id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    return { user_id, baoquan: number, sha256 };
  };
  return {
    of,
    pathOf,
    async scrubbed(sha256: string) {
      await due(sha256);
      await scrub();
    },
    async lost() {
      const file = await kept();
      await rm(pathOf(file.sha256));
      await due(file.sha256);
      await scrub();
      return { ...file, damaged: { data: await of(file.number, file.sha256), with: { object: `object/${file.sha256}` } } };
    },
  };
}

export const captured = (user_id: string, baoquan_no: string, status: string, reason: string | null) => ({
  data: { user_id, baoquan_no, status, reason },
  with: { object: `capture/${baoquan_no}` },
});

export const recorded = (user_id: string, attestation_id: string, status: string, reason: string | null, kind = 'recording') => ({
  data: { user_id, attestation_id, status, reason },
  with: { object: `${kind}/${attestation_id}` },
});

export const applied = ({ userId, id, orderNo }: Applied, progress: number) => ({
  data: { user_id: userId, orderId: id, order_no: orderNo, progress },
  with: { object: `application/${id}` },
});

export const paid = (order: Applied, trade_no: string, refund_order_no: string | null = null) => ({
  data: { user_id: order.userId, order_no: order.orderNo, trade_no, money: order.money, refund_order_no },
  with: { object: `order/${order.orderNo}` },
});
