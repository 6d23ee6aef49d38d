import type { ReviewChoice, UserType } from '../../domain/codes/users.ts';
import { dayMs } from '../../domain/time.ts';
import { afterReview, afterSubmission, type ReviewState } from '../../domain/user-review.ts';
import { before, between, demoNow, hourMs, minuteMs, officeTime } from './clock.ts';
import { ipAddress, mobileNumber } from './numbers.ts';
import { seeded, type Random } from './random.ts';
import { subjectOf, type Subject } from './subjects.ts';

/** A user with everything that he did and that was decided about him, in the order of time. */
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

/** All users, oldest registration first: their ids follow. */
export function demoUsers(): DemoUser[] {
  const drafts = (['personal', 'enterprise'] as const).flatMap((type) => paths.flatMap(({ count, steps }) => Array.from({ length: count }, () => ({ type, steps }))));
  const perType = drafts.length / 2;
  return drafts.map(({ type, steps }, at) => userOf(type, at % perType, steps)).toSorted((a, b) => a.registeredAt.getTime() - b.registeredAt.getTime());
}

// Of each type: what was decided about each submission in turn; null waits for a reviewer.
const paths: readonly { count: number; steps: readonly (ReviewChoice | null)[] }[] = [
  { count: 78, steps: [] },
  { count: 27, steps: [null] },
  { count: 4, steps: ['reject', null] },
  { count: 16, steps: ['reject'] },
  { count: 30, steps: ['approve'] },
  { count: 4, steps: ['reject', 'approve'] },
  { count: 31, steps: ['approve', null] },
  { count: 12, steps: ['approve', 'approve'] },
  { count: 11, steps: ['approve', 'reject'] },
];

const reasons: Record<UserType, readonly string[]> = {
  personal: ['身份证照片模糊，请重新上传', '手持照片未露出面部', '姓名与身份证不一致', '身份证已超过有效期'],
  enterprise: ['授权委托书未加盖公章', '营业执照照片不完整', '企业名称与营业执照不一致', '受托人身份证照片模糊'],
};

function userOf(type: UserType, index: number, steps: readonly (ReviewChoice | null)[]): DemoUser {
  const random = seeded('user', type, index);
  const times = timesOf(random, steps);
  const submissions: DemoSubmission[] = [];
  let state: ReviewState = { status: 'unverified', repair: 'none' };
  for (const [at, { submittedAt, verifiedAt }] of times.entries()) {
    // The states come from the same rules as an operator's decisions, so the demo cannot hold one that the product does not know.
    const submitted = afterSubmission(state);
    if (!submitted) throw new Error('a submission waits already');
    const subject = subjectOf(type, index, submitted.kind);
    const choice = steps[at] ?? null;
    const to = choice && afterReview(submitted.next, submitted.kind, choice);
    const reason = choice === 'reject' ? random.pick(reasons[type]) : random.chance(15) ? '资料齐全' : '';
    submissions.push({ kind: submitted.kind, subject, submittedAt, review: choice && to && verifiedAt && { choice, verifiedAt, reason, from: submitted.next, to } });
    state = to ?? submitted.next;
  }
  const registeredAt = times[0] ? before(times[0].submittedAt, random.int(12, 5 * 24 * 60) * minuteMs) : between(random, before(demoNow, 545 * dayMs), before(demoNow, hourMs));
  const verified = submissions.findLast(({ review }) => review?.choice === 'approve');
  // Someone who gave no name is called by his mobile until he is verified.
  const registeredName = steps.length === 0 && random.chance(20) ? '' : subjectOf(type, index, 'first').name;
  return {
    type,
    name: verified?.subject.name ?? registeredName,
    mobile: mobileNumber(type === 'personal' ? index : 4000 + index),
    state,
    registeredAt,
    submissions,
    logins: loginsOf(random, type === 'personal' ? index : 4000 + index, registeredAt, submissions),
  };
}

/** When each submission was made and decided, found backwards from the last one: what waits has come in the last twelve days. */
function timesOf(random: Random, steps: readonly (ReviewChoice | null)[]): { submittedAt: Date; verifiedAt: Date | null }[] {
  const times: { submittedAt: Date; verifiedAt: Date | null }[] = [];
  let latest = before(demoNow, random.int(2, 420) * dayMs);
  for (const choice of steps.toReversed()) {
    const verifiedAt = choice && officeTime(random, latest);
    const submittedAt = verifiedAt ? before(verifiedAt, random.int(60, 70 * 60) * minuteMs) : before(demoNow, random.int(60, 12 * 24 * 60) * minuteMs);
    times.unshift({ submittedAt, verifiedAt });
    latest = before(submittedAt, random.int(2, 100) * dayMs);
  }
  return times;
}

/** Everyone who handed something in had signed in for it; some who did not never came back. */
function loginsOf(random: Random, index: number, registeredAt: Date, submissions: readonly DemoSubmission[]): { time: Date; ip: string }[] {
  const forSubmissions = submissions.map(({ submittedAt }) => before(submittedAt, random.int(3, 12) * minuteMs));
  const visits = submissions.length === 0 && random.chance(40) ? 0 : random.int(1, 5);
  const others = Array.from({ length: visits }, () => between(random, registeredAt, demoNow));
  return [...forSubmissions, ...others].map((time) => ({ time, ip: ipAddress(index * 2 + random.int(0, 2)) }));
}
