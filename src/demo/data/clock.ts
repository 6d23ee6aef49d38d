import { dayMs, startOfDay } from '../../domain/text/time.ts';
import type { Random } from './random.ts';

/** The time of a demo. All that is made of it is made with one clock. */
export interface DemoClock {
  /** Everything happened after it. */
  readonly start: Date;
  /** Midnight in Shanghai, the beginning of the last day. What lies before it depends on the day alone. */
  readonly today: Date;
  /** Nothing happened after it. */
  readonly last: Date;
  /**
   * An instant of today when users are awake. @param part of the time until the last moment, 0 to 9999: a greater one is a later instant.
   */
  wakingAt(part: number): Date;
  /** An instant of today when the office is open, for what operators do. */
  officeAt(part: number): Date;
}

/**
 * The clock of a demo that is made at `madeAt`. Its last moment lies an hour before, at a quarter of an hour: two databases made one after
 * the other hold the same to the second. Two that were made at other hours of a day hold the same rows too, but those of today lie where
 * that day has already been (decision 0023).
 */
export function demoClock(madeAt: Date): DemoClock {
  const last = new Date(Math.floor((madeAt.getTime() - hourMs) / quarterMs) * quarterMs);
  // The very midnight belongs to the day that it ends, which would hold nothing otherwise.
  const today = startOfDay(before(last, 1));
  const passedMs = last.getTime() - today.getTime();
  const spread = (fromMs: number, untilMs: number) => (part: number) =>
    new Date(today.getTime() + Math.floor(fromMs + ((untilMs - fromMs) * part) / parts));
  // In the early morning the last two hours count: somebody is always up.
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

/** A whole second between two instants. */
export function between(random: Random, from: Date, until: Date): Date {
  return new Date(from.getTime() + 1000 * random.int(0, Math.max(1, Math.floor((until.getTime() - from.getTime()) / 1000))));
}

/**
 * Where a time begins that something is drawn from: more than half of it happened in the last month, as far as it could. An office grows.
 */
export function recently(random: Random, { today }: DemoClock, from: Date): Date {
  const month = before(today, 30 * dayMs);
  return random.chance(55) && month > from ? month : from;
}

/** A second of office hours (9 to 17 in Shanghai) on that day, or on the last working day before it. */
export function officeTime(random: Random, day: Date): Date {
  const start = startOfDay(day);
  const weekday = new Date(start.getTime() + 8 * hourMs).getUTCDay();
  const back = weekday === 6 ? 1 : weekday === 0 ? 2 : 0;
  return new Date(start.getTime() - back * dayMs + 9 * hourMs + 1000 * random.int(0, 8 * 3600));
}
