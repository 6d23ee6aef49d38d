import type { Database } from '../../platform/db/database.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { countFailure, findFailures, type FailureLimits } from './sign-in-store.ts';

/** @throws Refusal with the minutes for which the name stays locked, after calling `log`; does nothing for 0 minutes. */
export async function refuseLocked(minutes: number, log: () => Promise<void>): Promise<void> {
  if (minutes === 0) return;
  await log();
  throw refuse(`登录失败次数过多，请${minutes}分钟后再试`);
}

/** Whole minutes for which the name stays locked at this address; 0 if it is not locked. */
export async function lockedMinutes(db: Database, username: string, ip: string, limits: FailureLimits): Promise<number> {
  const row = await findFailures(db, username, ip, limits);
  return row && row.failures >= limits.maxFailures ? minutesOf(row.wait) : 0;
}

/** Counts a wrong password. @returns whole minutes of a lock that already existed; 0 if the attempt still counted. */
export async function refusedMinutes(db: Database, username: string, ip: string, limits: FailureLimits): Promise<number> {
  const row = await countFailure(db, username, ip, limits);
  return row && row.failures > limits.maxFailures ? minutesOf(row.wait) : 0;
}

function minutesOf(seconds: number): number {
  return Math.max(0, Math.ceil(seconds / 60));
}
