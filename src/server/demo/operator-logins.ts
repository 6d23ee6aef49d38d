import type { LoginResult } from '../../domain/codes/access.ts';
import { dayMs } from '../../domain/time.ts';
import { demoAccounts, type Operator } from './accounts.ts';
import { before, demoNow, minuteMs, startOfDay } from './clock.ts';
import { itemAt, seeded } from './random.ts';

/** One attempt of an operator, or of a stranger under a name that no account has. */
export interface OperatorLogin {
  readonly operator: Operator | null;
  readonly name: string;
  readonly time: Date;
  readonly ip: string;
  readonly result: LoginResult;
}

/** Every office machine goes out through one address (RFC 5737, for examples). */
export const officeIp = '203.0.113.10';
/** The second notary was away for two weeks, and his account was disabled meanwhile. */
export const absence = { operator: itemAt(demoAccounts.operators, 3), from: new Date('2026-09-07T09:12:08+08:00'), until: new Date('2026-09-21T09:05:30+08:00') };

/** The operators' attempts in the order of time: each signs in before his day's work, and `reviewDays` says who reviewed on which day. */
export function operatorLogins(reviewDays: readonly { operator: Operator; day: Date }[]): OperatorLogin[] {
  const usual = demoAccounts.operators.flatMap((operator) => Array.from({ length: 120 }, (_, ago) => ({ operator, day: startOfDay(before(demoNow, ago * dayMs)) })).filter(works));
  // Disabling an account and enabling it again is the administrator's work.
  const switching = [absence.from, absence.until].map((time) => ({ operator: itemAt(demoAccounts.operators, 0), day: startOfDay(time) }));
  const days = new Map([...reviewDays, ...usual, ...switching].map((entry) => [`${entry.operator.id} ${entry.day.getTime()}`, entry]));
  return [...[...days.values()].flatMap(morningOf), ...incidents()].toSorted((a, b) => a.time.getTime() - b.time.getTime() || Number(a.operator?.id) - Number(b.operator?.id));
}

function works({ operator, day }: { operator: Operator; day: Date }): boolean {
  const weekday = new Date(day.getTime() + dayMs / 3).getUTCDay();
  const away = operator === absence.operator && day >= startOfDay(absence.from) && day <= absence.until;
  return weekday !== 0 && weekday !== 6 && !away && seeded('works', operator.id, day.getTime()).chance(35);
}

/** A sign-in between 8:15 and 8:55; now and then after a slip of the fingers. */
function morningOf({ operator, day }: { operator: Operator; day: Date }): OperatorLogin[] {
  const random = seeded('morning', operator.id, day.getTime());
  const time = new Date(day.getTime() + 8.25 * 60 * minuteMs + 1000 * random.int(0, 40 * 60));
  const success = attempt(operator, time, 'success');
  if (!random.chance(12)) return [success];
  return [attempt(operator, before(time, 1000 * random.int(9, 40)), random.pick(['badPassword', 'badCaptcha'])), success];
}

/** A locked door, a disabled account, and strangers who tried. */
function incidents(): OperatorLogin[] {
  const finance = itemAt(demoAccounts.operators, 4);
  const start = new Date('2026-10-13T13:02:11+08:00');
  const guesses = Array.from({ length: 7 }, (_, at) => attempt(finance, new Date(start.getTime() + at * 17_000), at < 5 ? 'badPassword' : 'locked'));
  const away = ['2026-09-10T20:31:44+08:00', '2026-09-10T20:32:20+08:00'].map((time) => ({ ...attempt(absence.operator, new Date(time), 'disabled'), ip: '198.51.100.77' }));
  const strangers = ['root', 'test@example.com', 'administrator'].map((name, at): OperatorLogin => {
    const time = new Date(new Date('2026-10-25T03:17:05+08:00').getTime() + at * 41_000);
    return { operator: null, name, time, ip: '192.0.2.200', result: at === 1 ? 'badCaptcha' : 'badPassword' };
  });
  return [...guesses, ...away, ...strangers];
}

function attempt(operator: Operator, time: Date, result: LoginResult): OperatorLogin {
  return { operator, name: operator.realname, time, ip: officeIp, result };
}
