import type { orderIntakeCalls } from '../../../contract/open/orders.ts';
import { payStatus } from '../../../domain/business/codes/orders.ts';
import { formatYuan } from '../../../domain/kit/text/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../custody/deps.ts';
import { once, dryRun } from '../../open/signed/idempotence.ts';
import type { IntakeHandlers } from '../../open/signed/mount.ts';
import { assertOwnUser } from '../../open/signed/own-user.ts';
import { IntakeRefusal } from '../../open/signed/refusal.ts';
import { describePictures, storePictures } from '../../open/signed/store-pictures.ts';
import { takePayment } from './payments.ts';
import { createRecharge } from './recharges.ts';

export function orderOpenRoutes({
  db,
  put,
  config: { prices, holidays },
}: Pick<Deps, 'db' | 'put' | 'config'>): IntakeHandlers<typeof orderIntakeCalls> {
  return {
    async createRecharge({ body: { unique_id, ...given }, client, actor }) {
      assertOwnUser(client, given.user_id, 'order for itself');
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
      if (transferImg) await dryRun(db, request, pay);
      await storePictures(put, pictures);
      return once(db, request, pay);
    },
  };
}
