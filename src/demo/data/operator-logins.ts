import type { LoginResult } from '../../domain/business/codes/access.ts';
import { dayMs, startOfDay } from '../../domain/kit/text/time.ts';
import { demoAccounts, type Operator } from '../../server/access/session/demo-accounts.ts';
import { before, hourMs, minuteMs, type DemoClock } from './clock.ts';
import { itemAt, seeded } from './random.ts';

/** A sign-in attempt of an operator, or of a stranger under a name that no account has. */
export interface OperatorLogin {
  readonly operator: Operator | null;
  readonly name: string;
  readonly time: Date;
  readonly ip: string;
  readonly result: LoginResult;
}

/** Address of all machines of the office (RFC 5737, for documentation). */
export const officeIp = '203.0.113.10';
/** The absence of the second notary for two weeks, during which their account was disabled. */
export function absenceOf({ today }: DemoClock): { operator: Operator; from: Date; until: Date } {
  const monday = new Date(before(today, 49 * dayMs).getTime() - ((weekdayOf(today) + 6) % 7) * dayMs);
  return {
    operator: itemAt(demoAccounts.operators, 3),
    from: new Date(monday.getTime() + 33_128_000),
    until: new Date(monday.getTime() + 14 * dayMs + 32_730_000),
  };
}

/** All sign-in attempts in order of time. Every operator signs in before a day's work; `reviewDays` tells who reviewed on which day. */
export function operatorLogins(reviewDays: readonly { operator: Operator; day: Date }[], clock: DemoClock): OperatorLogin[] {
  const absence = absenceOf(clock);
  const usual = demoAccounts.operators.flatMap((operator) =>
    Array.from({ length: 120 }, (_, ago) => ({ operator, day: before(clock.today, ago * dayMs) })).filter((entry) => works(entry, clock)),
  );
  // The administrator disables the account and enables it again.
  const switching = [absence.from, absence.until].map((time) => ({ operator: itemAt(demoAccounts.operators, 0), day: startOfDay(time) }));
  const days = new Map([...reviewDays, ...usual, ...switching].map((entry) => [`${entry.operator.id} ${entry.day.getTime()}`, entry]));
  return [...[...days.values()].flatMap((entry) => morningOf(entry, clock)), ...incidents(clock)].toSorted(
    (a, b) => a.time.getTime() - b.time.getTime() || Number(a.operator?.id) - Number(b.operator?.id),
  );
}

/** Today everybody works; at the weekend, only those on duty. */
function works({ operator, day }: { operator: Operator; day: Date }, clock: DemoClock): boolean {
  const weekday = weekdayOf(day);
  const isWeekend = weekday === 0 || weekday === 6;
  if (day.getTime() === clock.today.getTime()) return !isWeekend || ['1', '2', '3'].includes(operator.id);
  const absence = absenceOf(clock);
  const away = operator === absence.operator && day >= startOfDay(absence.from) && day <= absence.until;
  return !isWeekend && !away && seeded('works', operator.id, day.getTime()).chance(35);
}

function weekdayOf(day: Date): number {
  return new Date(day.getTime() + 8 * hourMs).getUTCDay();
}

/** A sign-in between 8:15 and 8:55, sometimes after a mistyped password. Today's sign-in is the first event in the office. */
function morningOf({ operator, day }: { operator: Operator; day: Date }, clock: DemoClock): OperatorLogin[] {
  const random = seeded('morning', operator.id, day.getTime());
  if (day.getTime() === clock.today.getTime()) return [attempt(operator, clock.officeAt(random.int(0, 400)), 'success')];
  const time = new Date(day.getTime() + 8.25 * 60 * minuteMs + 1000 * random.int(0, 40 * 60));
  const success = attempt(operator, time, 'success');
  if (!random.chance(12)) return [success];
  return [attempt(operator, before(time, 1000 * random.int(9, 40)), random.pick(['badPassword', 'badCaptcha'])), success];
}

/** A locked account, a disabled account, and attempts of strangers. */
function incidents(clock: DemoClock): OperatorLogin[] {
  const at = (daysAgo: number, ms: number) => new Date(before(clock.today, daysAgo * dayMs).getTime() + ms);
  const absence = absenceOf(clock);
  const finance = itemAt(demoAccounts.operators, 4);
  const start = at(19, 46_931_000);
  const guesses = Array.from({ length: 7 }, (_, place) =>
    attempt(finance, new Date(start.getTime() + place * 17_000), place < 5 ? 'badPassword' : 'locked'),
  );
  const away = [41_000, 77_000].map((ms) => ({
    ...attempt(absence.operator, new Date(absence.from.getTime() + 3 * dayMs + 11 * hourMs + ms), 'disabled'),
    ip: '198.51.100.77',
  }));
  const strangers = ['root', 'test@example.com', 'administrator'].map((name, place): OperatorLogin => {
    const time = at(7, 11_825_000 + place * 41_000);
    return { operator: null, name, time, ip: '192.0.2.200', result: place === 1 ? 'badCaptcha' : 'badPassword' };
  });
  return [...guesses, ...away, ...strangers];
}

function attempt(operator: Operator, time: Date, result: LoginResult): OperatorLogin {
  return { operator, name: operator.realname, time, ip: officeIp, result };
}
