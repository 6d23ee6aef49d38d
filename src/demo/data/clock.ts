import { dayMs, startOfDay } from '../../domain/kit/text/time.ts';
import type { Random } from './random.ts';

/** The times of a demo. All of its data is made with one clock. */
export interface DemoClock {
  /** No event is before this. */
  readonly start: Date;
  /** Midnight in Shanghai, when the last day begins. Events before it depend on the day alone. */
  readonly today: Date;
  /** No event is after this. */
  readonly last: Date;
  /** A time of today when users are awake. @param part position between the first and the last moment, 0 to 9999. */
  wakingAt(part: number): Date;
  /** A time of today during office hours, for acts of operators. */
  officeAt(part: number): Date;
}

/**
 * The clock of a demo made at `madeAt`. Its last moment is the quarter of an hour that is at least an hour before, so that two databases
 * made one after the other are the same to the second. Demos made at different hours of a day have the same rows, but today's rows fall
 * into the part of the day that has passed (decision 0023).
 */
export function demoClock(seededAt: Date): DemoClock {
  const last = new Date(Math.floor((seededAt.getTime() - hourMs) / quarterMs) * quarterMs);
  // Midnight itself counts as part of the day that it ends; the new day would be empty.
  const today = startOfDay(before(last, 1));
  const passedMs = last.getTime() - today.getTime();
  const spread = (fromMs: number, untilMs: number) => (part: number) =>
    new Date(today.getTime() + Math.floor(fromMs + ((untilMs - fromMs) * part) / parts));
  // In the early morning the last two hours are used instead.
  const since = (opensMs: number) => Math.min(opensMs, Math.max(0, passedMs - 2 * hourMs));
  return {
    start: before(today, 549 * dayMs),
    today,
    last,
    wakingAt: spread(since(7 * hourMs), passedMs),
    officeAt: spread(since(8.5 * hourMs), Math.min(passedMs, 18 * hourMs)),
  };
}

export const hourMs = 3_600_000;
export const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;
const parts = 10_000;

export function before(instant: Date, ms: number): Date {
  return new Date(instant.getTime() - ms);
}

export function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

/** A random time between two instants, in whole seconds. */
export function between(random: Random, from: Date, until: Date): Date {
  return new Date(from.getTime() + 1000 * random.int(0, Math.max(1, Math.floor((until.getTime() - from.getTime()) / 1000))));
}

/** A random time that is likelier the later it is, because an office grows: months differ, and none stands out. */
export function growing(random: Random, from: Date, until: Date): Date {
  const draws = Array.from({ length: 3 }, () => between(random, from, until).getTime());
  return new Date(Math.max(...draws));
}

/** A random second of office hours (9 to 17 in Shanghai) on that day, or on the last working day before it. */
export function officeTime(random: Random, day: Date): Date {
  const start = startOfDay(day);
  const weekday = new Date(start.getTime() + 8 * hourMs).getUTCDay();
  const back = weekday === 6 ? 1 : weekday === 0 ? 2 : 0;
  return new Date(start.getTime() - back * dayMs + 9 * hourMs + 1000 * random.int(0, 8 * 3600));
}
