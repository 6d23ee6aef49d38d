import { createHash } from 'node:crypto';
import { startOfDay } from '../domain/kit/text/time.ts';
import type { Pictures } from '../server/platform/db/json.ts';
import { demoAccounts, type Operator } from '../server/access/session/demo-accounts.ts';
import type { DemoClock } from './data/clock.ts';
import { absenceOf, officeIp, operatorLogins, type OperatorLogin } from './data/operator-logins.ts';
import { feedbackRows } from './feedback.ts';
import { operatorMobile, staffingTrail } from './office/staffing.ts';
import { accountRows, transferRows, withBalances } from './points-rows.ts';
import { demoBookings, type DemoBooking } from './points.ts';
import { itemAt, seeded } from './data/random.ts';
import { demoReleases, type ReleaseAct } from './releases.ts';
import type { Row, TrailRow } from './data/row.ts';
import type { DemoReview, DemoSubmission, DemoUser } from './data/users.ts';

/** The rows of the demo with their ids, to be inserted in the order of the fields. */
export interface DemoRows {
  role: Row<'role'>[];
  account: Row<'account'>[];
  users: Row<'users'>[];
  user_submission: Row<'user_submission'>[];
  check_record: Row<'check_record'>[];
  credential: Row<'credential'>[];
  points_account: Row<'points_account'>[];
  /** Booked in this order; triggers keep the balances and the list of gifts. */
  points_transfer: Row<'points_transfer'>[];
  user_login: Row<'user_login'>[];
  admin_login: Row<'admin_login'>[];
  app_version: Row<'app_version'>[];
  feedback: Row<'feedback'>[];
  trail: TrailRow[];
}

/** @param pictures those of each submission, in the order of `submissionsOf(users)`. */
export function demoRows(
  users: readonly DemoUser[],
  pictures: readonly Pictures[],
  passwordHashes: readonly string[],
  clock: DemoClock,
): DemoRows {
  const submissions = submissionsOf(users);
  const reviews = submissions
    .flatMap(({ submission, userId }, at) =>
      submission.review ? [{ ...submission.review, submission, userId, submissionId: String(at + 1), operator: reviewerOf(userId) }] : [],
    )
    .toSorted((a, b) => a.verifiedAt.getTime() - b.verifiedAt.getTime());
  const reviewDays = reviews.map(({ operator, verifiedAt }) => ({ operator, day: startOfDay(verifiedAt) }));
  const releases = demoReleases(clock);
  const attempts = operatorLogins([...reviewDays, ...releases.days], clock);
  // Gifts are given on days with reviews, regardless of other work.
  const bookings = demoBookings(users, operatorLogins(reviewDays, clock), clock);
  return {
    role: demoAccounts.roles.map((role) => ({ ...role, nodes: [...role.nodes], created_at: clock.start })),
    account: demoAccounts.operators.map(({ id, username, realname, roleId, accepts }, at) => ({
      id,
      username,
      realname,
      accepts,
      role_id: roleId,
      mobile: operatorMobile(at),
      password_hash: itemAt(passwordHashes, at),
      created_at: clock.start,
    })),
    users: users.map(userRow),
    user_submission: submissions.map(({ submission, userId }, at) => submissionRow(submission, userId, String(at + 1), pictures[at] ?? {})),
    check_record: reviews.map((review, at) => ({
      id: String(at + 1),
      user_id: review.userId,
      submission_id: review.submissionId,
      verifier_id: review.operator.id,
      verifier: review.operator.realname,
      verified_at: review.verifiedAt,
      result: resultOf(review),
      reason: review.reason,
    })),
    credential: users.flatMap((user, at) =>
      user.type === 'enterprise' && user.state.status === 'approved' ? [credentialRow(user, String(at + 1), clock)] : [],
    ),
    points_account: accountRows(bookings),
    points_transfer: transferRows(bookings),
    user_login: users
      .flatMap(({ logins }, at) => logins.map(({ time, ip }) => ({ user_id: String(at + 1), login_time: time, ip })))
      .toSorted((a, b) => a.login_time.getTime() - b.login_time.getTime() || Number(a.user_id) - Number(b.user_id))
      .map((row, at) => ({ id: String(at + 1), ...row })),
    admin_login: attempts.map(({ operator, name, time, ip, result }, at) => ({
      id: String(at + 1),
      account_id: operator?.id ?? null,
      name,
      login_time: time,
      ip,
      result,
    })),
    app_version: releases.rows,
    feedback: feedbackRows(users, clock),
    trail: [...trailRows(reviews, attempts, bookings, releases.acts, absenceOf(clock)), ...staffingTrail(releases.acts, clock)],
  };
}

/** All submissions in order of time; ids are assigned in this order. */
export function submissionsOf(users: readonly DemoUser[]): { submission: DemoSubmission; userId: string }[] {
  return users
    .flatMap(({ submissions }, at) => submissions.map((submission) => ({ submission, userId: String(at + 1) })))
    .toSorted((a, b) => a.submission.submittedAt.getTime() - b.submission.submittedAt.getTime() || Number(a.userId) - Number(b.userId));
}

function userRow(user: DemoUser, at: number): Row<'users'> {
  // The first submission is shown until a first approval, then the verified data, as the intake and the review leave them.
  const shown = (user.submissions.findLast(({ review }) => review?.choice === 'approve') ?? user.submissions.at(-1))?.subject;
  const checkedAt =
    user.submissions.findLast(({ kind, review }) => review && (kind === 'first' || review.choice === 'approve'))?.review?.verifiedAt ??
    null;
  const lastLogin = Math.max(...user.logins.map(({ time }) => time.getTime()));
  const { type, name, mobile, state, registeredAt } = user;
  return {
    id: String(at + 1),
    type,
    name,
    mobile,
    ...state,
    tax_number: shown?.taxNumber ?? '',
    id_card: shown?.idCard ?? '',
    registered_at: registeredAt,
    checked_at: checkedAt,
    last_login_at: Number.isFinite(lastLogin) ? new Date(lastLogin) : null,
  };
}

function submissionRow(
  { kind, subject, submittedAt, review }: DemoSubmission,
  userId: string,
  id: string,
  pictures: Pictures,
): Row<'user_submission'> {
  const { name, idCard, contactName, address, taxNumber, legalPerson } = subject;
  return {
    id,
    user_id: userId,
    kind,
    name,
    id_card: idCard,
    contact_name: contactName,
    address,
    tax_number: taxNumber,
    legal_person: legalPerson,
    pictures,
    submitted_at: submittedAt,
    decision: review?.choice ?? null,
  };
}

/** Public to readers of this file, like the demo's password. Production has neither. */
function credentialRow({ name, submissions }: DemoUser, userId: string, clock: DemoClock): Row<'credential'> {
  const digest = (use: string) => createHash('sha256').update(`demo ${use} ${userId}`).digest();
  const granted = submissions.find(({ review }) => review?.choice === 'approve')?.review?.verifiedAt ?? clock.start;
  return {
    app_id: digest('app_id').toString('hex').slice(0, 16),
    security_key: digest('security_key').toString('base64url'),
    kind: 'enterprise',
    user_id: userId,
    name,
    status: 'enabled',
    created_at: granted,
  };
}

function reviewerOf(userId: string): Operator {
  return itemAt(demoAccounts.operators, seeded('reviewer', userId).chance(88) ? 1 : 0);
}

interface Reviewed extends DemoReview {
  readonly submission: DemoSubmission;
  readonly userId: string;
  readonly submissionId: string;
  readonly operator: Operator;
}

/** The trail rows that the server writes when operators sign in, review, give points, or disable an account. */
function trailRows(
  reviews: readonly Reviewed[],
  attempts: readonly OperatorLogin[],
  bookings: readonly DemoBooking[],
  releaseActs: readonly ReleaseAct[],
  absence: ReturnType<typeof absenceOf>,
): TrailRow[] {
  const admin = itemAt(demoAccounts.operators, 0);
  const act = (at: Date, { id, realname }: Operator, ip: string, row: Pick<TrailRow, 'action' | 'object' | 'before' | 'after'>) => ({
    at,
    actor_kind: 'operator' as const,
    actor_id: id,
    actor_name: realname,
    ip,
    ...row,
  });
  const away = (at: Date, from: string, to: string) =>
    act(at, admin, officeIp, {
      action: to === 'disabled' ? '禁用账号' : '启用账号',
      object: `account/${absence.operator.id}`,
      before: { status: from },
      after: { status: to },
    });
  return [
    ...attempts.flatMap(({ operator, result, time, ip }) =>
      operator && result === 'success' ? [act(time, operator, ip, { action: '登录', object: `account/${operator.id}` })] : [],
    ),
    ...reviews.map((review) =>
      act(review.verifiedAt, review.operator, officeIp, {
        action: review.submission.kind === 'first' ? '实名审核' : '补充审核',
        object: `user/${review.userId}`,
        before: { ...review.from },
        after: { ...review.to, result: resultOf(review), reason: review.reason, submission: review.submissionId },
      }),
    ),
    ...withBalances(bookings).flatMap(({ userId, kind, at, points, note, giver, balance }) =>
      giver
        ? [
            act(at, giver, officeIp, {
              action: '赠送积分',
              object: `user/${userId}`,
              before: { points: balance - points },
              after: { points: balance, gift: points, source: kind, explain: note },
            }),
          ]
        : [],
    ),
    ...releaseActs.map(({ at, operator, ...done }) => act(at, operator, officeIp, done)),
    away(absence.from, 'enabled', 'disabled'),
    away(absence.until, 'disabled', 'enabled'),
  ]
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || Number(a.actor_id) - Number(b.actor_id))
    .map((row, at) => ({ id: String(at + 1), before: null, after: null, ...row }));
}

function resultOf({ choice }: DemoReview): 'passed' | 'failed' {
  return choice === 'approve' ? 'passed' : 'failed';
}
