import { createHash } from 'node:crypto';
import { formatTime } from '../domain/kit/text/time.ts';
import type { DemoBooking } from './points.ts';
import { rechargeNumber } from './recharges.ts';
import type { Row } from './data/row.ts';

/** An empty account for everybody who has a booking; the bookings fill it. */
export function accountRows(bookings: readonly DemoBooking[]): Row<'points_account'>[] {
  const nothing = { balance: '0', given_contract: '0', given_recharge: '0', given_test: '0', given_other: '0' };
  return [...new Set(bookings.map(({ userId }) => userId))].map((userId) => ({
    id: accountOf(userId),
    kind: 'user',
    user_id: userId,
    ...nothing,
  }));
}

export function transferRows(bookings: readonly DemoBooking[]): Row<'points_transfer'>[] {
  return bookings.map(({ userId, kind, at, points, note, giver }, index) => {
    return {
      id: String(index + 1),
      at,
      order_no: orderNo(at, index),
      from_account: houseAccounts[kind],
      to_account: accountOf(userId),
      points: String(points),
      reference: kind === 'recharge' ? rechargeNumber(at, `points ${index + 1}`) : `demo-${index + 1}`,
      note,
      giver: giver?.realname ?? '',
    };
  });
}

/** Each booking with the user's balance after it. */
export function withBalances(bookings: readonly DemoBooking[]): (DemoBooking & { readonly balance: number })[] {
  const balances = new Map<string, number>();
  return bookings.map((booking) => {
    const balance = (balances.get(booking.userId) ?? 0) + booking.points;
    balances.set(booking.userId, balance);
    return { ...booking, balance };
  });
}

// The accounts that migrations/baseline/0007_points.sql creates in a new database. Ids of users' accounts begin far above.
const houseAccounts: Record<DemoBooking['kind'], string> = {
  giftContract: '1',
  giftRecharge: '2',
  giftTest: '3',
  giftOther: '4',
  recharge: '5',
};

function accountOf(userId: string): string {
  return String(1000 + Number(userId));
}

/** 24 characters in the ledger's format: the day, then 64 bits that look random. */
function orderNo(at: Date, index: number): string {
  return (
    formatTime(at).slice(0, 10).replaceAll('-', '') +
    createHash('sha256').update(`demo order ${index}`).digest('hex').slice(0, 16).toUpperCase()
  );
}
