import { businessType, giftType, orderType, type BusinessType, type GiftType, type OrderType } from '../../domain/codes/points.ts';
import { userType, type UserType } from '../../domain/codes/users.ts';
import { formatTime } from '../../domain/text/time.ts';
import type { BalanceDetailRow, BalanceRow, GiftRow } from '../../contract/console/points.ts';

/** A user's points as the server keeps them. bigint columns are decimal texts; null where nothing was ever booked for him. */
export interface ListedBalance {
  readonly id: string;
  readonly type: UserType;
  readonly name: string;
  readonly mobile: string;
  readonly contract: string | null;
  readonly recharge: string | null;
  readonly test: string | null;
  readonly other: string | null;
  readonly points: string | null;
}

export function balanceRowOf({ id, type, name, mobile, contract, recharge, test, other, points }: ListedBalance): BalanceRow {
  return {
    user_id: id,
    name: name === '' ? mobile : name,
    mobile,
    type: userType.code(type),
    type_name: userType.label(type),
    translateGiveSum: Number(contract),
    testGiveSum: Number(test),
    rechargeGiveSum: Number(recharge),
    give: Number(other),
    points: Number(points),
  };
}

/** The user whose details are looked at. */
export type BalanceHolder = Pick<ListedBalance, 'id' | 'type' | 'name' | 'mobile' | 'points'>;

export function balanceHolderOf(holder: BalanceHolder) {
  const { user_id, name, mobile, type, type_name, points } = balanceRowOf({
    ...holder,
    contract: null,
    recharge: null,
    test: null,
    other: null,
  });
  return { user_id, name, mobile, type, type_name, points };
}

/** One booking as its user sees it. */
export interface BalanceDetail {
  readonly orderNo: string;
  readonly business: BusinessType;
  readonly order: OrderType;
  readonly at: Date;
  /** Negative where they went. */
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

export interface ListedGift {
  readonly id: string;
  readonly at: Date;
  readonly userType: UserType;
  readonly mobile: string;
  readonly name: string | null;
  readonly kind: GiftType;
  readonly points: string;
  readonly note: string;
  readonly giver: string;
}

export function giftRowOf(gift: ListedGift): GiftRow {
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
  };
}
