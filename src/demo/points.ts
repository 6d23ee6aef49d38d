import type { GiftType } from '../domain/business/codes/points.ts';
import { dayMs } from '../domain/kit/text/time.ts';
import type { Operator } from '../server/access/session/demo-accounts.ts';
import { before, between, hourMs, minuteMs, type DemoClock } from './data/clock.ts';
import type { OperatorLogin } from './data/operator-logins.ts';
import { seeded, type Random } from './data/random.ts';
import type { DemoUser } from './data/users.ts';

/** A booking of points; a gift names the operator who gave it. */
export type DemoBooking = { readonly userId: string; readonly at: Date; readonly points: number; readonly note: string } & (
  | { readonly kind: GiftType; readonly giver: Operator }
  | { readonly kind: 'recharge'; readonly giver: null }
);

/** Gifts to approved users and their recharges, in order of time. Evidence and captures bring the bookings of what they cost. */
export function demoBookings(users: readonly DemoUser[], logins: readonly OperatorLogin[], clock: DemoClock): DemoBooking[] {
  const shifts = logins.flatMap(({ operator, time, result }) =>
    operator && result === 'success' && ['1', '2'].includes(operator.roleId) ? [{ operator, time }] : [],
  );
  return users
    .flatMap((user, at) => bookingsOf(user, String(at + 1), shifts, clock))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || Number(a.userId) - Number(b.userId));
}

function bookingsOf(user: DemoUser, userId: string, shifts: readonly Shift[], clock: DemoClock): DemoBooking[] {
  const approvedAt = user.submissions.find(({ review }) => review?.choice === 'approve')?.review?.verifiedAt;
  if (!approvedAt || user.state.status !== 'approved' || approvedAt > before(clock.today, dayMs)) return [];
  const random = seeded('points', userId);
  const isEnterprise = user.type === 'enterprise';
  const booked: DemoBooking[] = [];
  const give = (kind: GiftType, points: number, note: string, after: Date): void => {
    const shift = shiftAfter(random, shifts, after, clock);
    if (shift) booked.push({ userId, kind, points, note, at: shift.at, giver: shift.operator });
  };

  if (random.chance(72)) give('giftTest', random.pick([20, 50, 100]), '实名认证通过，赠送试用额度', approvedAt);
  if (isEnterprise && random.chance(60))
    give(
      'giftContract',
      random.pick([1000, 2000, 3000, 5000, 10_000]),
      `${random.pick(['年度', '季度', '项目'])}存证服务合同约定额度`,
      new Date(approvedAt.getTime() + random.int(1, 20) * dayMs),
    );
  // The longer a user has been here, the more often they have recharged, so that income grows with the users.
  const months = (clock.today.getTime() - approvedAt.getTime()) / (30 * dayMs);
  for (let left = Math.round((months * random.int(0, 60)) / 100); left > 0; left -= 1) {
    const points = random.pick(isEnterprise ? [500, 1000, 2000, 5000] : [50, 100, 200, 500]);
    const at = random.chance(1) ? clock.officeAt(random.int(0, 9900)) : between(random, approvedAt, clock.today);
    booked.push({ userId, kind: 'recharge', points, note: '', at, giver: null });
    if (points >= 500 && random.chance(50)) give('giftRecharge', points / 10, `充值${points}积分，赠送一成`, at);
  }
  if (random.chance(24))
    give(
      'giftOther',
      random.pick([10, 20, 30, 50]),
      random.pick(['推荐新用户', '系统维护补偿', '取证失败补偿', '公证宣传周活动']),
      between(random, approvedAt, clock.today),
    );
  return booked;
}

interface Shift {
  readonly operator: Operator;
  readonly time: Date;
}

/** Operator and time of a gift: after one of the next few sign-ins of an operator who may give points; null if none has happened yet. */
function shiftAfter(random: Random, shifts: readonly Shift[], after: Date, clock: DemoClock): { operator: Operator; at: Date } | null {
  const next = shifts
    .filter(({ time }) => time > after && (time.getTime() + 9 * hourMs < clock.today.getTime() || time >= clock.today))
    .slice(0, 4);
  if (next.length === 0) return null;
  const { operator, time } = random.pick(next);
  // Everything that waited for a sign-in would otherwise be given today.
  if (time >= clock.today && !random.chance(20)) return null;
  return {
    operator,
    at:
      time >= clock.today
        ? clock.officeAt(random.int(1000, 9900))
        : new Date(time.getTime() + random.int(10, 8 * 60) * minuteMs + 1000 * random.int(0, 60)),
  };
}
