import { dayMs } from '../../domain/time.ts';
import type { Random } from './random.ts';

/**
 * The demo's last moment. It stands still, because two new databases hold the same rows whenever they are made; the day is that of the
 * first release, so that no row of a demo lies in the future. Everything happened in the 18 months before it.
 */
export const demoNow = new Date('2026-11-01T18:00:00+08:00');
export const demoStart = new Date(demoNow.getTime() - 549 * dayMs);

export const hourMs = 3_600_000;
export const minuteMs = 60_000;

export function before(instant: Date, ms: number): Date {
  return new Date(instant.getTime() - ms);
}

/** A whole second between two instants. */
export function between(random: Random, from: Date, until: Date): Date {
  return new Date(from.getTime() + 1000 * random.int(0, Math.max(1, Math.floor((until.getTime() - from.getTime()) / 1000))));
}

/** A second of office hours (9 to 17 in Shanghai) on that day, or on the last working day before it. */
export function officeTime(random: Random, day: Date): Date {
  const start = startOfDay(day);
  const weekday = new Date(start.getTime() + 8 * hourMs).getUTCDay();
  const back = weekday === 6 ? 1 : weekday === 0 ? 2 : 0;
  return new Date(start.getTime() - back * dayMs + 9 * hourMs + 1000 * random.int(0, 8 * 3600));
}

/** Midnight in Shanghai, the start of the instant's day. */
export function startOfDay(instant: Date): Date {
  return new Date(Math.floor((instant.getTime() + 8 * hourMs) / dayMs) * dayMs - 8 * hourMs);
}
