import { demoAccounts, type Operator } from '../../server/access/session/demo-accounts.ts';
import { dayMs } from '../../domain/kit/text/time.ts';
import { before, hourMs, minuteMs, type DemoClock } from '../data/clock.ts';
import { officeIp } from '../data/operator-logins.ts';
import { itemAt, seeded } from '../data/random.ts';
import type { Row, TrailRow } from '../data/row.ts';
import type { DemoUser } from '../data/users.ts';
import type { StoredApplication } from '../application-rows.ts';
import type { DemoEvidence } from '../evidence.ts';

/** What operators write to one another, and requests to erase a user's data. */
export interface DeskWork {
  readonly note: readonly Row<'note'>[];
  readonly note_mention: readonly Row<'note_mention'>[];
  readonly message: readonly Row<'message'>[];
  readonly erasure: readonly Row<'erasure'>[];
  readonly trail: readonly TrailRow[];
}

interface Parts {
  readonly users: readonly DemoUser[];
  readonly applications: readonly StoredApplication[];
  readonly evidence: readonly DemoEvidence[];
  readonly admin_login: readonly Row<'admin_login'>[];
}

export function deskWork(parts: Parts, clock: DemoClock): DeskWork {
  const notes = plannedNotes(parts, clock)
    .map((planned, place) => ({ ...planned, at: workingTime(planned.author, parts.admin_login, clock, planned.ago, place) }))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map((planned, place) => ({ ...planned, id: String(place + 1) }));
  const mentions = notes.flatMap((note) => (note.to && note.to.id !== note.author.id ? [{ ...note, to: note.to }] : []));
  const erasures = plannedErasures(parts, clock);
  return {
    note: notes.map(({ id, object, author, body, at }) => ({ id, object, author_id: author.id, author: author.realname, body, at })),
    note_mention: mentions.map(({ id, to }) => ({ note_id: id, account_id: to.id, operator: to.realname })),
    message: mentions.map(({ id, object, to, at }, place) => ({
      id: String(place + 1),
      account_id: to.id,
      kind: 'mention',
      object,
      note_id: id,
      event: `note/${id}`,
      at,
      // What was written today is still to be read.
      read_at: at < clock.today ? new Date(at.getTime() + 20 * minuteMs) : null,
    })),
    erasure: erasures.map(({ row }) => row),
    trail: [
      ...notes.map(({ id, object, author, to, at }) =>
        actOf(author, at, { action: '添加备注', object, before: null, after: { note: id, ...(to && { mentioned: [to.realname] }) } }),
      ),
      ...erasures.flatMap(({ trail }) => trail),
    ],
  };
}

interface PlannedNote {
  readonly object: `${'application' | 'user' | 'evidence'}/${string}`;
  readonly author: Operator;
  readonly body: string;
  /** The colleague whom the text names. */
  readonly to?: Operator;
  /** Working days of its author since it was written; 0 is today. */
  readonly ago: number;
}

const [administrator, reviewer, notary] = demoAccounts.operators;

/** Notes about work that an operator sees first: what is late or nearly due, what waits, and what is missing. */
function plannedNotes({ users, applications, evidence }: Parts, clock: DemoClock): PlannedNote[] {
  const isOld = (at: Date) => at < before(clock.today, 10 * dayMs);
  const open = applications
    .filter(({ application: { status, payment, createdAt } }) => status === 'pending' && payment && isOld(createdAt))
    .toSorted((a, b) => dueTime(a) - dueTime(b));
  const passed = applications.findLast(({ application: { status, decision } }) => status === 'passed' && decision && isOld(decision.at));
  const moved = users.findIndex(({ type, state }) => type === 'enterprise' && state.repair === 'pending');
  const shaky = users.findIndex(({ type, state }) => type === 'personal' && state.status === 'rejected');
  const lost = evidence.filter(({ status }) => status === 'missing');
  const about: PlannedNote[] = open
    .slice(0, 3)
    .map(({ id, application }, place) => ({ object: `application/${id}`, ...itemAt(aboutOpen(application.acceptor), place) }));
  if (passed)
    about.push({ object: `application/${passed.id}`, author: passed.application.acceptor, body: '公证书已寄出，回执待归档。', ago: 3 });
  const restore = `${at(administrator)} 巡检发现这份文件缺失，请从备份恢复。`;
  return [
    ...about,
    { object: `user/${moved + 1}`, author: reviewer, to: administrator, body: `${at(administrator)} 新住所与执照一致，可以通过。`, ago: 2 },
    { object: `user/${shaky + 1}`, author: reviewer, body: '已电话说明拍摄要求，用户称本周重新提交。', ago: 1 },
    ...lost.map(({ number }): PlannedNote => ({ object: `evidence/${number}`, author: notary, to: administrator, body: restore, ago: 0 })),
  ];
}

function aboutOpen(acceptor: Operator): Omit<PlannedNote, 'object'>[] {
  return [
    { author: acceptor, body: '委托书缺原件，申请人约定本周到窗口补交，已超期限。', ago: 1 },
    { author: administrator, to: acceptor, body: `${at(acceptor)} 快到期了，请先办这件。`, ago: 0 },
    { author: acceptor, body: '领取人已电话核对，证书寄到单位收发室。', ago: 2 },
  ];
}

/** One request was withdrawn; one waits for the second person. Neither user has anything open. */
function plannedErasures({ users, admin_login: logins }: Parts, clock: DemoClock) {
  const quiet = users.flatMap(({ type, state, registeredAt }, place) =>
    type === 'personal' && state.status === 'rejected' && registeredAt < before(clock.today, 90 * dayMs) ? [String(place + 1)] : [],
  );
  return plannedReasons.map(({ reason, ago, outcome }, place) => {
    const [userId, id] = [itemAt(quiet, place), String(place + 1)];
    const requested_at = workingTime(administrator, logins, clock, ago, 20 + place);
    const decidedAt = outcome === '' ? null : new Date(requested_at.getTime() + 25 * minuteMs);
    const decided = decidedAt && { decided_by: administrator.id, decided_name: administrator.realname, decided_at: decidedAt };
    const row: Row<'erasure'> = {
      id,
      user_id: userId,
      state: decidedAt ? 'refused' : 'requested',
      reason,
      requested_by: administrator.id,
      requested_name: administrator.realname,
      requested_at,
      decided_by: null,
      decided_name: '',
      decided_at: null,
      outcome,
      evidence: 0,
      trail_rows: 0,
      ...decided,
    };
    const object = `user/${userId}` as const;
    const asked = actOf(administrator, requested_at, { action: '申请删除个人信息', object, before: null, after: { erasure: id, reason } });
    const after = { erasure: id, reason: outcome };
    const refused = decidedAt && actOf(administrator, decidedAt, { action: '驳回删除个人信息', object, before: null, after });
    return { row, trail: refused ? [asked, refused] : [asked] };
  });
}

const plannedReasons = [
  { reason: '本人来函要求注销并删除资料', ago: 6, outcome: '本人来电撤回要求' },
  { reason: '本人到窗口要求删除个人信息', ago: 1, outcome: '' },
] as const;

/** A moment after a sign-in of the operator. @param ago how many days on which they signed in lie between; 0 is today. */
function workingTime(who: Operator, logins: readonly Row<'admin_login'>[], clock: DemoClock, ago: number, place: number): Date {
  const random = seeded('desk', who.id, place);
  const mornings = logins.flatMap(({ account_id, result, login_time: time }) =>
    account_id === who.id && result === 'success' && time && time < clock.today ? [time] : [],
  );
  const morning = ago === 0 ? undefined : mornings.at(-ago);
  return morning ? new Date(morning.getTime() + random.int(hourMs / 4, 7 * hourMs)) : clock.officeAt(random.int(3000, 9000));
}

function actOf(who: Operator, at: Date, row: Pick<TrailRow, 'action' | 'object' | 'before' | 'after'>): TrailRow {
  return { at, actor_kind: 'operator', actor_id: who.id, actor_name: who.realname, ip: officeIp, ...row };
}

function at({ realname }: Operator): string {
  return `@${realname}`;
}

function dueTime({ application: { payment } }: StoredApplication): number {
  return payment?.dueAt.getTime() ?? 0;
}
