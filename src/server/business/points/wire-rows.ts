import { businessType, giftType, orderType, type BusinessType, type OrderType } from '../../../domain/business/codes/points.ts';
import { userType } from '../../../domain/business/codes/users.ts';
import { formatTime } from '../../../domain/kit/text/time.ts';
import type { BalanceDetailRow, BalanceRow, GiftRow } from '../../../contract/console/points.ts';
import type { ListedBalance } from './balance-list.ts';
import type { ListedGift } from './gift-list.ts';
import type { GiftStanding } from './reversal.ts';

export function balanceRowOf(balance: ListedBalance, held?: number): BalanceRow {
  return {
    user_id: balance.id,
    name: balance.name === '' ? balance.mobile : balance.name,
    mobile: balance.mobile,
    type: userType.code(balance.type),
    type_name: userType.label(balance.type),
    translateGiveSum: Number(balance.contract),
    testGiveSum: Number(balance.test),
    rechargeGiveSum: Number(balance.recharge),
    give: Number(balance.other),
    points: Number(balance.points),
    ...(held !== undefined && { held }),
  };
}

/** The user whose bookings are shown. */
export type BalanceHolder = Pick<ListedBalance, 'id' | 'type' | 'name' | 'mobile' | 'points'>;

export function balanceHolderOf(holder: BalanceHolder, held?: number) {
  const none = { contract: null, recharge: null, test: null, other: null };
  const { user_id, name, mobile, type, type_name, points } = balanceRowOf({ ...holder, ...none });
  return { user_id, name, mobile, type, type_name, points, ...(held !== undefined && { held }) };
}

/** One booking from its user's point of view. */
export interface BalanceDetail {
  readonly orderNo: string;
  readonly business: BusinessType;
  readonly order: OrderType;
  readonly at: Date;
  /** Negative if they were spent. */
  readonly points: number;
}

export function balanceDetailRowOf({ orderNo, business, order, at, points }: BalanceDetail): BalanceDetailRow {
  return {
    order_no: orderNo,
    type: businessType.code(business),
    type_name: businessType.label(business),
    order_type: orderType.code(order),
    order_type_name: orderType.label(order),
    create_time: formatTime(at),
    balance: points,
  };
}

export function giftRowOf(gift: ListedGift, { reversal, refusal }: GiftStanding): GiftRow {
  return {
    id: gift.id,
    mobile: gift.mobile,
    company: gift.name || gift.mobile,
    time: formatTime(gift.at),
    type: giftType.code(gift.kind),
    type_name: giftType.label(gift.kind),
    userStatus: userType.code(gift.userType),
    userStatusName: userType.label(gift.userType),
    points: Number(gift.points),
    explain: gift.note,
    admin: gift.giver,
    revoked: reversal ? 1 : 0,
    revoke_time: reversal ? formatTime(reversal.at) : '',
    revoke_admin: reversal?.taker ?? '',
    revoke_explain: reversal?.note ?? '',
    revoke_refusal: refusal,
  };
}
