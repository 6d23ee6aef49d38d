import type { TrailState } from '../server/platform/db/json.ts';
import type { StoredApplication } from './application-rows.ts';
import { officeIp } from './data/operator-logins.ts';
import type { TrailRow } from './data/row.ts';

/** The trail rows that the server writes when an application is submitted, paid, decided and refunded. */
export function applicationTrail({ application, id, picture, refundNo, document }: StoredApplication): TrailRow[] {
  const { orderNo, userId, numbers, amountFen, acceptor, createdAt, failedAt, payment, status, decision } = application;
  const [own, order] = [`application/${id}`, `order/${orderNo}`] as const;
  const notary: Party = { actor_kind: 'operator', actor_id: acceptor.id, actor_name: acceptor.realname, ip: officeIp };
  const acts = [
    act(app, createdAt, '提交出证申请', own, null, {
      order: orderNo,
      user: userId,
      evidence: numbers,
      amountFen,
      acceptor: acceptor.id,
      name: acceptor.realname,
    }),
  ];
  if (failedAt) {
    const after = { payStatus: 'failed', result: 'fail', tradeNo: `F${orderNo}`, payType: 'wechat', amountFen };
    acts.push(act(gateway, failedAt, '登记支付', order, { payStatus: 'unpaid' }, after));
  }
  if (payment) {
    const { tradeNo, payType } = payment;
    const shot = picture ? { transferImg: picture.sha256 } : {};
    const after = { payStatus: 'paid', result: 'success', tradeNo, payType, amountFen, ...shot };
    acts.push(act(gateway, payment.at, '登记支付', order, { payStatus: failedAt ? 'failed' : 'unpaid' }, after));
  }
  if (!decision) return acts;
  const isWithdrawn = status === 'withdrawn';
  if (isWithdrawn) acts.push(act(app, decision.at, '撤回出证申请', own, { status: 'pending' }, { status }));
  else {
    const after = {
      status,
      result: status,
      remark: decision.remark,
      ...(refundNo === null ? {} : { refundOrderNo: refundNo }),
      ...(document ? { document: document.number } : {}),
    };
    acts.push(act(notary, decision.at, '出证审核', own, { status: 'pending' }, after));
  }
  if (refundNo !== null) {
    const after = { payStatus: 'refunded', refundOrderNo: refundNo, amountFen, reason: isWithdrawn ? '申请人撤回' : decision.remark };
    acts.push(act(isWithdrawn ? app : notary, decision.at, '退款', order, { payStatus: 'paid' }, after));
  }
  return acts;
}

type Party = Pick<TrailRow, 'actor_kind' | 'actor_id' | 'actor_name' | 'ip'>;

const app: Party = { actor_kind: 'client', actor_id: 'demo-app', actor_name: '存证 App', ip: '198.51.100.20' };
const gateway: Party = { actor_kind: 'client', actor_id: 'demo-pay', actor_name: '支付网关', ip: '198.51.100.20' };

function act(
  who: Party,
  at: Date,
  action: TrailRow['action'],
  object: TrailRow['object'],
  before: TrailState | null,
  after: TrailState,
): TrailRow {
  return { at, ...who, action, object, before, after };
}
