import type { ReviewChoice, UserType } from '../../domain/business/codes/users.ts';
import { dayMs } from '../../domain/kit/text/time.ts';
import { afterReview, afterSubmission, type ReviewState } from '../../domain/business/rules/user-review.ts';
import { before, between, earlier, growing, minuteMs, officeTime, type DemoClock } from './clock.ts';
import { ipAddress, mobileNumber } from './numbers.ts';
import { seeded, type Random } from './random.ts';
import { subjectOf, type Subject } from './subjects.ts';

/** A user with all their acts and all decisions about them, in order of time. */
export interface DemoUser {
  readonly type: UserType;
  readonly name: string;
  readonly mobile: string;
  readonly state: ReviewState;
  readonly registeredAt: Date;
  readonly submissions: readonly DemoSubmission[];
  readonly logins: readonly { time: Date; ip: string }[];
}
export interface DemoSubmission {
  readonly kind: 'first' | 'repair';
  readonly subject: Subject;
  readonly submittedAt: Date;
  readonly review: DemoReview | null;
}
export interface DemoReview {
  readonly choice: ReviewChoice;
  readonly verifiedAt: Date;
  readonly reason: string;
  readonly from: ReviewState;
  readonly to: ReviewState;
}

/** All users, oldest registration first; ids are assigned in this order. */
export function demoUsers(clock: DemoClock): DemoUser[] {
  const drafts = (['personal', 'enterprise'] as const).flatMap((type) =>
    paths.flatMap((path) => Array.from({ length: path[type] }, () => path.steps)).map((steps, index) => ({ type, index, steps })),
  );
  return drafts
    .map(({ type, index, steps }) => userOf(clock, type, index, steps))
    .toSorted((a, b) => a.registeredAt.getTime() - b.registeredAt.getTime());
}

// The users of each type, by the decisions about their submissions in turn; null waits for a reviewer.
const paths: readonly (Record<UserType, number> & { steps: readonly (ReviewChoice | null)[] })[] = [
  { personal: 84, enterprise: 69, steps: [] },
  { personal: 30, enterprise: 27, steps: [null] },
  { personal: 4, enterprise: 5, steps: ['reject', null] },
  { personal: 17, enterprise: 14, steps: ['reject'] },
  { personal: 29, enterprise: 24, steps: ['approve'] },
  { personal: 4, enterprise: 4, steps: ['reject', 'approve'] },
  { personal: 30, enterprise: 35, steps: ['approve', null] },
  { personal: 12, enterprise: 11, steps: ['approve', 'approve'] },
  { personal: 11, enterprise: 12, steps: ['approve', 'reject'] },
];

const reasons: Record<UserType, readonly string[]> = {
  personal: ['身份证照片模糊，请重新上传', '手持照片未露出面部', '姓名与身份证不一致', '身份证已超过有效期'],
  enterprise: ['授权委托书未加盖公章', '营业执照照片不完整', '企业名称与营业执照不一致', '受托人身份证照片模糊'],
};

function userOf(clock: DemoClock, type: UserType, index: number, steps: readonly (ReviewChoice | null)[]): DemoUser {
  const random = seeded('user', type, index);
  const address = type === 'personal' ? index : 4000 + index;
  const times = timesOf(clock, random, index, steps);
  const submissions: DemoSubmission[] = [];
  let state: ReviewState = { status: 'unverified', repair: 'none' };
  for (const [at, { submittedAt, verifiedAt }] of times.entries()) {
    // The states follow the product's own review rules, so the demo cannot hold an impossible one.
    const submitted = afterSubmission(state);
    if (!submitted) throw new Error('a submission waits already');
    const subject = subjectOf(type, index, submitted.kind);
    const choice = steps[at] ?? null;
    const to = choice && afterReview(submitted.next, submitted.kind, choice);
    const reason = choice === 'reject' ? random.pick(reasons[type]) : random.chance(15) ? '资料齐全' : '';
    submissions.push({
      kind: submitted.kind,
      subject,
      submittedAt,
      review: choice && to && verifiedAt && { choice, verifiedAt, reason, from: submitted.next, to },
    });
    state = to ?? submitted.next;
  }
  const [first] = times;
  // Users who submit something today registered earlier, so that the order of users does not depend on the hour.
  const isNew = !first && index % 26 === 5;
  const firstPart = random.int(0, 8000);
  const registeredAt = first
    ? before(earlier(first.submittedAt, clock.today), soon(random, 45) * minuteMs)
    : isNew
      ? clock.wakingAt(firstPart)
      : growing(random, before(clock.today, 545 * dayMs), clock.today);
  const verified = submissions.findLast(({ review }) => review?.choice === 'approve');
  // Users without a name are called by their mobile number until they are verified.
  const registeredName = steps.length === 0 && random.chance(20) ? '' : subjectOf(type, index, 'first').name;
  return {
    type,
    name: verified?.subject.name ?? registeredName,
    mobile: mobileNumber(address),
    state,
    registeredAt,
    submissions,
    logins: isNew
      ? [{ time: clock.wakingAt(firstPart + random.int(1, 1500)), ip: ipAddress(address * 2) }]
      : loginsOf(clock, random, address, registeredAt, times),
  };
}

interface Times {
  readonly signedInAt: Date;
  readonly submittedAt: Date;
  readonly verifiedAt: Date | null;
}

/**
 * When each submission was made and decided, computed backwards from the last one. Waiting submissions came in within the last twelve
 * days, some of them today, and some decisions were made today.
 */
function timesOf(clock: DemoClock, random: Random, index: number, steps: readonly (ReviewChoice | null)[]): Times[] {
  const times: Times[] = [];
  let latest = before(clock.today, Math.min(random.int(2, 420), random.int(2, 420)) * dayMs);
  for (const [back, choice] of steps.toReversed().entries()) {
    const found =
      back === 0 && index % (choice ? 45 : 12) === 0 ? timesToday(clock, random, choice) : timesBefore(clock, random, choice, latest);
    times.unshift(found);
    latest = before(found.submittedAt, random.int(2, 100) * dayMs);
  }
  return times;
}

function timesBefore(clock: DemoClock, random: Random, choice: ReviewChoice | null, latest: Date): Times {
  const verifiedAt = choice && officeTime(random, latest);
  const submittedAt = verifiedAt
    ? before(verifiedAt, random.int(60, 70 * 60) * minuteMs)
    : before(clock.today, soon(random, 12) * minuteMs);
  return { signedInAt: before(submittedAt, random.int(3, 12) * minuteMs), submittedAt, verifiedAt };
}

/** Minutes below a number of days, rather few than many. */
function soon(random: Random, days: number): number {
  return Math.min(random.int(12, days * 24 * 60), random.int(12, days * 24 * 60));
}

/** What is decided today was submitted before today. */
function timesToday(clock: DemoClock, random: Random, choice: ReviewChoice | null): Times {
  if (choice) return { ...timesBefore(clock, random, null, clock.today), verifiedAt: clock.officeAt(random.int(600, 9800)) };
  const part = random.int(300, 9900);
  return { signedInAt: clock.wakingAt(part - random.int(100, 300)), submittedAt: clock.wakingAt(part), verifiedAt: null };
}

/** Users signed in before each submission. Of the users without one, some never came back and some signed in today. */
function loginsOf(
  clock: DemoClock,
  random: Random,
  index: number,
  registeredAt: Date,
  times: readonly Times[],
): { time: Date; ip: string }[] {
  const visits = times.length === 0 && random.chance(40) ? 0 : random.int(1, 5);
  const others = Array.from({ length: visits }, () => between(random, registeredAt, clock.today));
  const today = visits > 0 && index % 9 === 2 ? [clock.wakingAt(random.int(0, 9900))] : [];
  return [...times.map(({ signedInAt }) => signedInAt), ...others, ...today].map((time) => ({
    time,
    ip: ipAddress(index * 2 + random.int(0, 2)),
  }));
}
