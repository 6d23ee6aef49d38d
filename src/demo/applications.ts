import type { PayType } from '../domain/business/codes/orders.ts';
import type { UserType } from '../domain/business/codes/users.ts';
import { limits } from '../domain/business/codes/limits.ts';
import type { NotarizationStatus } from '../domain/business/rules/notarization.ts';
import { dayMs, formatTime, parseDay } from '../domain/kit/text/time.ts';
import { dueDay, knownHolidays, readHolidays } from '../domain/kit/text/working-days.ts';
import type { Applicant, Recipient } from '../server/platform/db/json.ts';
import { demoAccounts, type Operator } from '../server/access/session/demo-accounts.ts';
import { before, between, growing, hourMs, minuteMs, type DemoClock } from './data/clock.ts';
import { absenceOf } from './data/operator-logins.ts';
import { itemAt, seeded, type Random } from './data/random.ts';
import type { Row } from './data/row.ts';
import type { DemoUser } from './data/users.ts';

/** Evidence that an application can cover: its file is stored. */
export interface Coverable {
  readonly number: string;
  readonly userId: string;
  readonly storedAt: Date;
}
/** An application of the demo with its complete history. */
export interface DemoApplication {
  readonly orderNo: string;
  readonly userId: string;
  readonly type: UserType;
  readonly name: string;
  readonly mobile: string;
  readonly numbers: readonly string[];
  readonly applicant: Applicant;
  /** Null if the applicant collects the document in person. */
  readonly mailTo: Recipient | null;
  readonly amountFen: number;
  readonly createdAt: Date;
  readonly acceptor: Operator;
  readonly failedAt: Date | null;
  readonly payment: { readonly at: Date; readonly payType: PayType; readonly tradeNo: string; readonly dueAt: Date } | null;
  readonly status: NotarizationStatus;
  readonly decision: { readonly at: Date; readonly remark: string } | null;
}

/** Applications in every state, oldest first; ids are assigned in this order. A decision falls on a day when its acceptor had signed in. */
export function demoApplications(
  users: readonly DemoUser[],
  evidence: readonly Coverable[],
  logins: readonly Row<'admin_login'>[],
  clock: DemoClock,
): DemoApplication[] {
  const lastTerm = daysOfTerm(clock);
  // The most recent evidence is not covered by any application yet.
  const inOrder = evidence
    .filter(({ storedAt }) => storedAt < before(clock.today, 12 * hourMs))
    .toSorted((a, b) => a.storedAt.getTime() - b.storedAt.getTime() || (a.number < b.number ? -1 : 1));
  const holders = [...new Set(inOrder.map(({ userId }) => userId))]
    .toSorted((a, b) => Number(a) - Number(b))
    .map((userId) => [userId, inOrder.filter((one) => one.userId === userId)] as const);
  return Array.from({ length: count }, (_, at) => applicationOf(at, holders, { users, logins, clock, lastTerm })).toSorted(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.orderNo < b.orderNo ? -1 : 1),
  );
}

const count = 240;
// The outcomes, assigned in turn.
const paths = [
  'passed',
  'waiting',
  'passed',
  'failed',
  'unpaid',
  'passed',
  'passedOrWaiting',
  'withdrawn',
  'passed',
  'payFailed',
  'failed',
  'withdrawnUnpaid',
] as const;
type Path = Exclude<(typeof paths)[number], 'passedOrWaiting'>;

interface DemoContext {
  readonly users: readonly DemoUser[];
  readonly logins: readonly Row<'admin_login'>[];
  readonly clock: DemoClock;
  /** The least number of days since payment after which the term is over today. */
  readonly lastTerm: number;
}

/** @param holders who has evidence, each with it, oldest first. */
function applicationOf(at: number, holders: readonly (readonly [string, readonly Coverable[]])[], context: DemoContext): DemoApplication {
  const { users, clock } = context;
  const random = seeded('notarizations', at);
  // Each round starts one step further, so that owners and outcomes do not keep step.
  const round = Math.floor(at / paths.length);
  const outcome = itemAt(paths, at + round);
  const path: Path = outcome !== 'passedOrWaiting' ? outcome : round % 3 === 1 ? 'passed' : 'waiting';
  const isOpen = path === 'waiting' || path === 'unpaid' || path === 'payFailed';
  const part = isOpen && at % 27 === 4 ? random.int(0, 8500) : null;
  const place = path === 'waiting' ? round + (outcome === path ? 0 : count / paths.length) : null;
  const sinceMs = ([, own]: (typeof holders)[number]) => itemAt(own, 0).storedAt.getTime() + hourMs;
  const createdAt = part === null ? createdOf(random, place, Math.min(...holders.map(sinceMs)), context) : clock.wakingAt(part);
  const able = holders.filter((holder) => sinceMs(holder) <= createdAt.getTime());
  const [userId, own] = itemAt(able, at);
  const user = itemAt(users, Number(userId) - 1);
  const available = own.filter(({ storedAt }) => storedAt < createdAt);
  const first = random.int(0, available.length);
  const numbers = Array.from(
    { length: Math.min(available.length, random.int(1, 5)) },
    (_, place) => itemAt(available, first + place).number,
  );
  const acceptor = acceptorOf(random, createdAt, clock);
  const payment =
    path === 'unpaid' || path === 'payFailed' || path === 'withdrawnUnpaid'
      ? null
      : paymentOf(random, user.type, createdAt, part === null ? null : clock.wakingAt(part + 600));
  const decision = decisionOf(random, path, payment?.at ?? createdAt, acceptor, context);
  return {
    orderNo: orderNumber(random, createdAt),
    userId,
    type: user.type,
    name: user.name,
    mobile: user.mobile,
    numbers,
    ...personsOf(random, user),
    amountFen: 10_000 + 2000 * numbers.length,
    createdAt,
    acceptor,
    failedAt:
      path === 'payFailed' || random.chance(8)
        ? part === null
          ? new Date(createdAt.getTime() + random.int(20, 100) * 1000)
          : clock.wakingAt(part + 300)
        : null,
    payment,
    status: statusOf(path, decision),
    decision,
  };
}

/**
 * Waiting applications came in recently, on different days, and one of them too long ago. All others came in at any time after the first
 * evidence. @param place index among the waiting ones; null for any other. @param sinceMs when there was evidence to cover.
 */
function createdOf(random: Random, place: number | null, sinceMs: number, { clock, lastTerm }: DemoContext): Date {
  if (place === null) return growing(random, new Date(sinceMs), before(clock.today, 9 * dayMs));
  const day = before(clock.today, daysWaited(place, lastTerm) * dayMs);
  return between(random, day, new Date(day.getTime() + 18 * hourMs));
}

/** One is overdue, so that this can be seen; a third is nearly due, and the others arrived day by day. */
function daysWaited(place: number, lastTerm: number): number {
  if (place === 7) return lastTerm + 1;
  return place % 3 === 0 ? lastTerm - 1 - ((place / 3) % 5) : 1 + (place % 11);
}

/** Holidays extend terms, so the term is computed: on every day of the year one waiting application is overdue. */
function daysOfTerm({ today }: DemoClock): number {
  const first = formatTime(today).slice(0, 10);
  let days = 1;
  while (dueDay(before(today, days * dayMs), limits.notarizationWorkingDays, holidays) >= first) days += 1;
  return days;
}

/** While one of the two acceptors was absent, the other got all applications. */
function acceptorOf(random: Random, createdAt: Date, clock: DemoClock): Operator {
  const absence = absenceOf(clock);
  const able = demoAccounts.operators.filter(
    (operator) =>
      operator.accepts && !(operator === absence.operator && createdAt > before(absence.from, 20 * dayMs) && createdAt < absence.until),
  );
  return random.pick(able);
}

/** @param today the time of payment if that was today. Such a payment is immediate, so it is not a transfer. */
function paymentOf(random: Random, type: UserType, createdAt: Date, today: Date | null): NonNullable<DemoApplication['payment']> {
  const payType = random.pick<PayType>(
    type === 'enterprise' && today === null
      ? ['transfer', 'wechat', 'alipay', 'cloud', 'transfer']
      : ['wechat', 'alipay', 'wechat', 'cloud'],
  );
  const at =
    today ?? new Date(createdAt.getTime() + (payType === 'transfer' ? random.int(30, 240) * minuteMs : random.int(110, 900) * 1000));
  const last = parseDay(dueDay(at, limits.notarizationWorkingDays, holidays));
  if (!last) throw new RangeError('a term ends on a day');
  return {
    at,
    payType,
    tradeNo: `${formatTime(at).replaceAll(/\D/g, '')}${String(random.int(0, 10 ** 9)).padStart(9, '0')}`,
    dueAt: new Date(last.getTime() + dayMs),
  };
}

function decisionOf(
  random: Random,
  path: Path,
  after: Date,
  acceptor: Operator,
  { logins, clock }: DemoContext,
): DemoApplication['decision'] {
  if (path === 'withdrawn' || path === 'withdrawnUnpaid')
    return {
      at: new Date(Math.min(after.getTime() + random.int(10, 2000) * minuteMs, clock.today.getTime() - random.int(5, 50) * minuteMs)),
      remark: '',
    };
  if (path !== 'passed' && path !== 'failed') return null;
  const mornings = logins
    .flatMap(({ account_id, result, login_time: time }) =>
      account_id === acceptor.id &&
      result === 'success' &&
      time &&
      time > after &&
      (time.getTime() + 9 * hourMs < clock.today.getTime() || time >= clock.today)
        ? [time]
        : [],
    )
    .slice(0, 5);
  if (mornings.length === 0) return null;
  const morning = random.pick(mornings);
  const at =
    morning >= clock.today
      ? clock.officeAt(random.int(1000, 9900))
      : new Date(morning.getTime() + random.int(10, 8 * 60) * minuteMs + 1000 * random.int(0, 60));
  return {
    at,
    remark: random.pick(
      path === 'passed'
        ? ['材料齐全，同意出证', '证据完整，同意出证', '身份核对无误，同意出证']
        : ['证据与公证事项无关', '申请人证件已过期', '公证事项不明确', '证据内容无法辨认'],
    ),
  };
}

function statusOf(path: Path, decision: DemoApplication['decision']): NotarizationStatus {
  if (!decision) return 'pending';
  return path === 'passed' || path === 'failed' ? path : 'withdrawn';
}

/** A person applies on their own behalf, an enterprise through its agent. */
function personsOf(random: Random, { mobile, submissions }: DemoUser): { applicant: Applicant; mailTo: Recipient | null } {
  const subject = itemAt(submissions, submissions.length - 1).subject;
  const { name, idCard: idcard } = subject.holder;
  const applicant = { name, mobile, idcard, address: subject.address, email: `${mobile}@example.com` };
  return {
    applicant,
    mailTo: random.chance(45)
      ? { name, mobile, address: subject.address, postcode: `99${String(random.int(0, 10_000)).padStart(4, '0')}` }
      : null,
  };
}

/** 24 characters in the server's format. */
function orderNumber(random: Random, at: Date): string {
  return (
    formatTime(at).slice(0, 10).replaceAll('-', '') +
    Array.from({ length: 4 }, () => random.int(0, 65_536).toString(16).padStart(4, '0'))
      .join('')
      .toUpperCase()
  );
}

const holidays = readHolidays(knownHolidays) ?? { free: new Set<string>(), worked: new Set<string>() };
