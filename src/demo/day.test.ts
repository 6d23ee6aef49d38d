import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/installation/database.ts';
import { demoContradictions } from '../../test/installation/demo-contradictions.ts';
import { demoMadeAt, demoPatienceMs, demoTemplate, drawnPictures, roomForDemo } from '../../test/installation/demo.ts';
import { sha256Of } from '../../test/installation/factories/evidence.ts';
import { limits } from '../domain/business/codes/limits.ts';
import { knownHolidays, readHolidays, workingDaysLeft } from '../domain/kit/text/working-days.ts';
import { formatTime } from '../domain/kit/text/time.ts';
import { demoClock, hourMs, minuteMs } from './data/clock.ts';
import { seedDemo } from './seed.ts';

/** The day of all tests, in the afternoon and in the morning; and a night before a Sunday. */
const made = { afternoon: demoMadeAt, morning: new Date('2026-11-24T09:20:30+08:00'), night: new Date('2026-11-22T02:10:00+08:00') };
const databases = { afternoon: testDatabase(demoTemplate), morning: testDatabase(), night: testDatabase() };
const hours = ['afternoon', 'morning', 'night'] as const;

for (const hour of ['morning', 'night'] as const) {
  beforeAll(async () => {
    await roomForDemo(databases[hour].db);
    await seedDemo(databases[hour].db, hashing, () => undefined, made[hour], await drawnPictures());
  }, demoPatienceMs);
}

describe.each(hours)('the demo that is made in the %s', (hour) => {
  const clock = demoClock(made[hour]);

  it('ends an hour before, and holds nothing that is later', async () => {
    const {
      rows: [times],
    } = await sql<{ first: Date; last: Date }>`select min(t) as first, max(t) as last from (${everyTime}) as times`.execute(
      databases[hour].db,
    );
    if (!times) throw new Error('no times');
    expect(times.first.getTime()).toBeGreaterThan(clock.start.getTime());
    const agoMs = made[hour].getTime() - times.last.getTime();
    expect(agoMs).toBeGreaterThanOrEqual(hourMs);
    expect(agoMs).toBeLessThan(hourMs + 30 * minuteMs);
  });

  it('has something of every kind today, and on most of the last 30 days', async () => {
    for (const [kind, query] of Object.entries(activities)) {
      const { rows } = await sql<{
        ago: number;
      }>`select floor(extract(epoch from ${clock.today}::timestamptz - t) / 86400)::int + 1 as ago from (${query}) as s
        where t > ${clock.today}::timestamptz - interval '29 days'`.execute(databases[hour].db);
      expect(rows.filter(({ ago }) => ago === 0).length, `${kind} today`).toBeGreaterThan(0);
      expect(new Set(rows.map(({ ago }) => ago)).size, `${kind}, days`).toBeGreaterThan(11);
    }
  });

  it('has work that came in today and work that has waited for some days, and no longer', async () => {
    for (const [kind, query] of Object.entries(waits)) {
      const { rows } = await sql<{ t: Date }>`select t from (${query}) as s order by t`.execute(databases[hour].db);
      const days = rows.map(({ t }) => (made[hour].getTime() - t.getTime()) / (24 * hourMs));
      expect(Math.max(...days), kind).toBeLessThan(16);
      expect(Math.max(...days), kind).toBeGreaterThan(1);
      if (kind !== 'invoices to be issued') expect(Math.min(...days), kind).toBeLessThan(1);
    }
  });

  it('has applications that are due in a few working days, too late, and not soon', async () => {
    const rows = await databases[hour].db
      .selectFrom('notarization_order')
      .select('due_at')
      .where('status', '=', 'pending')
      .where('pay_status', '=', 'paid')
      .execute();
    const left = rows.map(({ due_at }) => workingDaysLeft(made[hour], formatTime(new Date(Number(due_at) - 1)).slice(0, 10), holidays));
    expect(left.filter((days) => days < 0).length).toBeGreaterThan(0);
    expect(left.filter((days) => days >= 0 && days <= 3).length).toBeGreaterThan(2);
    expect(left.filter((days) => days > 5).length).toBeGreaterThan(10);
    expect(Math.max(...left)).toBeLessThanOrEqual(limits.notarizationWorkingDays);
  });

  it('is consistent', async () => {
    for (const [what, query] of Object.entries(demoContradictions)) {
      const { rows } = await query.execute(databases[hour].db);
      expect(rows, what).toEqual([]);
    }
  });
});

describe('two demos of one day', () => {
  it('have the same users, evidence and orders under the same numbers, and the very same rows up to the midnight before', async () => {
    for (const [what, query] of Object.entries(sameAllDay)) {
      const [afternoon, morning] = await Promise.all([query.execute(databases.afternoon.db), query.execute(databases.morning.db)]);
      expect(afternoon.rows.length, what).toBeGreaterThan(50);
      expect(morning.rows, what).toEqual(afternoon.rows);
    }
  });

  it('have the same to the second when they are made in one quarter of an hour', () => {
    const at = (time: string) => demoClock(new Date(`2026-11-24T${time}+08:00`));
    expect(at('17:30:00').last).toEqual(at('17:44:59').last);
    expect(at('17:44:59').last).toEqual(new Date('2026-11-24T16:30:00+08:00'));
    expect(at('17:45:00').last).toEqual(new Date('2026-11-24T16:45:00+08:00'));
  });
});

describe('the clock of a demo', () => {
  it('keeps the order of what happens today, within today and before the last moment, whatever the hour', () => {
    for (let minute = 0; minute < 24 * 60; minute += 7) {
      const clock = demoClock(new Date(made.night.getTime() + minute * minuteMs));
      for (const at of [clock.wakingAt, clock.officeAt]) {
        const times = [0, 1, 5000, 9998, 9999].map((part) => at(part).getTime());
        expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
        expect(times[0]).toBeGreaterThanOrEqual(clock.today.getTime());
        expect(times[4]).toBeLessThan(clock.last.getTime());
      }
    }
  });
});

const holidays = readHolidays(knownHolidays) ?? { free: new Set<string>(), worked: new Set<string>() };

const everyTime = sql`select registered_at as t from users union all select submitted_at from user_submission
  union all select verified_at from check_record
  union all select begin_at from recording union all select at from download_history
  union all select created_at from capture union all select ended_at from capture where ended_at is not null union all select saved_at
    from evidence union all select at from points_transfer union all select at from note union all select requested_at from erasure
  union all select created_at from invoice union all select review_at from invoice union all select created_at from app_version
    union all select at from feedback
  union all select created_at from notarization_order union all select decided_at from notarization_order union all select passed_at
    from notarial_document
  union all select created_at from recharge_order union all select at from payment union all select at from refund
  union all select login_time from user_login union all select login_time from admin_login union all select at from trail`;

/** The plots of the workbench. */
const activities: Record<string, ReturnType<typeof sql>> = {
  enterprises: sql`select registered_at as t from users where type = 'enterprise'`,
  persons: sql`select registered_at as t from users where type = 'personal'`,
  gifts: sql`select at as t from points_gift`,
  'evidence of enterprises': sql`select saved_at as t from evidence where type = 'enterprise' and shown_in <> 'online'`,
  'evidence of persons': sql`select saved_at as t from evidence where type = 'personal' and shown_in <> 'online'`,
  applications: sql`select created_at as t from notarization_order`,
  captures: sql`select created_at as t from capture`,
  processes: sql`select begin_at as t from recording where type = 'process'`,
  mobiles: sql`select begin_at as t from recording where type = 'move'`,
  invoices: sql`select created_at as t from invoice`,
  reviews: sql`select verified_at as t from check_record`,
};

const waits: Record<string, ReturnType<typeof sql>> = {
  'first reviews': sql`select submitted_at as t from user_submission where decision is null and kind = 'first'`,
  'supplementary reviews': sql`select submitted_at as t from user_submission where decision is null and kind = 'repair'`,
  'invoices to be reviewed': sql`select created_at as t from invoice where status = 'pending'`,
  'invoices to be issued': sql`select first_at as t from invoice where status = 'submitted'`,
};

/** The data that two demos of one day share, whatever the hour. */
const midnight = demoClock(demoMadeAt).today;
const sameAllDay: Record<string, ReturnType<typeof sql>> = {
  users: sql`select id, type, name, mobile, status, repair, id_card, tax_number,
    case when registered_at < ${midnight} then registered_at end from users order by id`,
  submissions: sql`select id, user_id, kind, name, pictures, decision, case when submitted_at < ${midnight} then submitted_at end
    from user_submission order by id`,
  reviews: sql`select id, submission_id, verifier, result, reason, case when verified_at < ${midnight} then verified_at end
    from check_record order by id`,
  evidence: sql`select id, number, user_id, kind, title, file_status, case when saved_at < ${midnight} then saved_at end from evidence
    order by id`,
  files: sql`select e.number, f.name, f.sha256, f.size_bytes from evidence_file f join evidence e on e.id = f.evidence_id
    where e.saved_at < ${midnight} order by 1, 2`,
  recordings: sql`select id, number, type, status, case when begin_at < ${midnight} then begin_at end from recording order by id`,
  captures: sql`select id, number, url, status, case when created_at < ${midnight} then created_at end from capture order by id`,
  applications: sql`select id, order_no, user_id, amount_fen, pay_status, pay_type, status, acceptor_id,
    case when created_at < ${midnight} then created_at end from notarization_order order by id`,
  recharges: sql`select order_no, user_id, points, pay_status, pay_type from recharge_order order by 1`,
  invoices: sql`select id, head, type, amount_fen, status, case when created_at < ${midnight} then created_at end from invoice order by id`,
  bookings: sql`select order_no, points, reference, note, giver, case when at < ${midnight} then at end from points_transfer order by 1`,
  versions: sql`select id, platform, version, sha256, created_at from app_version order by id`,
  feedback: sql`select id, user_id, kind, content, version, case when at < ${midnight} then at end from feedback order by id`,
  'sign-ins': sql`select id, user_id, ip, case when login_time < ${midnight} then login_time end from user_login order by id`,
  trail: sql`select at, actor_id, action, object, before, after from trail where at < ${midnight} order by at, object, action`,
};

const hashing: Parameters<typeof seedDemo>[1] = {
  async put(source) {
    const content = await buffer(source);
    return { sha256: sha256Of(content), sizeBytes: content.length };
  },
};
