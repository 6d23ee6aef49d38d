import type { OrderCalls } from '../../contract/open/orders.ts';
import { payStatus } from '../../domain/codes/orders.ts';
import { formatYuan } from '../../domain/text/money.ts';
import type { Config } from '../runtime/config.ts';
import type { Database, Tx } from '../db/database.ts';
import type { ObjectStore } from '../storage/store.ts';
import { assertFilesThere, createApplication, describeApplication, withdrawApplication } from '../notarizations/intake.ts';
import { once, rehearse, wasAnswered } from '../signed/idempotence.ts';
import type { IntakeHandlers } from '../signed/mount.ts';
import { takePayment } from './payments.ts';
import { createRecharge } from './recharges.ts';
import { IntakeRefusal } from '../signed/refusal.ts';
import type { IntakeClient } from '../signed/signature.ts';
import { describePictures, storePictures } from '../signed/store-pictures.ts';

interface OrderDesk {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly put: ObjectStore['put'];
  readonly config: Pick<Config, 'prices' | 'holidays'>;
}

export function orderHandlers({ db, store, put, config: { prices, holidays } }: OrderDesk): IntakeHandlers<OrderCalls> {
  return {
    async createNotarization({ body: { unique_id, ...given }, client, actor }) {
      assertOwn(client, given.user_id);
      if (!(await wasAnswered(db, client.appId, unique_id))) await assertFilesThere(db, store, given.baoquan);
      return once(db, { appId: client.appId, uniqueId: unique_id, content: ['createNotarization', given] }, (tx) =>
        createApplication(
          tx,
          {
            userId: given.user_id,
            numbers: given.baoquan,
            sendType: given.sendType,
            applicant: given.applicant,
            recipient: given.recipient,
          },
          prices,
          actor,
        ),
      );
    },

    async getNotarization({ params, client }) {
      return describeApplication(db, orderIn(params), client.userId);
    },

    async withdrawNotarization({ params, client, actor }) {
      const id = orderIn(params);
      await db.transaction().execute((tx) => withdrawApplication(tx, id, client.userId, actor));
      return describeApplication(db, id, client.userId);
    },

    async createRecharge({ body: { unique_id, ...given }, client, actor }) {
      assertOwn(client, given.user_id);
      return once(db, { appId: client.appId, uniqueId: unique_id, content: ['createRecharge', given] }, async (tx) => {
        const { orderNo, amountFen } = await createRecharge(
          tx,
          { userId: given.user_id, points: given.points, pointFen: prices.pointFen },
          actor,
        );
        return { order_no: orderNo, money: formatYuan(amountFen) };
      });
    },

    async recordPayment({ body: { unique_id, payer, ...given }, pictures, client, actor }) {
      if (given.pay_type !== 'transfer' && pictures['transfer_img'])
        throw new IntakeRefusal(400, 'malformed', 'transfer_img: is for bank transfers, pay_type 1');
      if (given.pay_type === 'transfer' && given.result === 'success' && !pictures['transfer_img'])
        throw new IntakeRefusal(400, 'malformed', 'transfer_img: is missing');
      const { transfer_img: transferImg = null } = describePictures(pictures);
      const request = {
        appId: client.appId,
        uniqueId: unique_id,
        content: ['recordPayment', given, transferImg, ...(payer === '' ? [] : [payer])],
      };
      const pay = async (tx: Tx) => {
        const notice = {
          orderNo: given.order_no,
          tradeNo: given.trade_no,
          payType: given.pay_type,
          amountFen: given.money,
          payer,
          result: given.result,
          transferImg,
          appId: client.appId,
        };
        const { status, refundOrderNo } = await takePayment(tx, notice, holidays, actor);
        return { order_no: given.order_no, payStatus: payStatus.code(status), refundOrderNo };
      };
      if (transferImg) await rehearse(db, request, pay);
      await storePictures(put, pictures);
      return once(db, request, pay);
    },
  };
}

function assertOwn(client: IntakeClient, userId: string): void {
  if (client.userId !== null && client.userId !== userId)
    throw new IntakeRefusal(403, 'forbidden', 'an enterprise may order for itself only');
}

function orderIn(params: Readonly<Record<string, string>>): string {
  const id = params['orderId'] ?? '';
  if (!/^[1-9]\d{0,17}$/.test(id)) throw new IntakeRefusal(404, 'unknown', 'there is no such application');
  return id;
}
