import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { refuse } from '../http/refusal.ts';

/** After how many failures a name is locked at an address, and for how long. */
export interface LockRules {
  readonly maxFailures: number;
  readonly lockSeconds: number;
}

/** @throws Refusal that names the minutes for which the name stays locked, after `log`; nothing when it is not. */
export async function refuseLocked(minutes: number, log: () => Promise<void>): Promise<void> {
  if (minutes === 0) return;
  await log();
  throw refuse(`登录失败次数过多，请${minutes}分钟后再试`);
}

export async function forgetFailures(db: Database, username: string, ip: string): Promise<void> {
  await db.deleteFrom('login_failure').where('username', '=', username).where('ip', '=', ip).execute();
}

/** Whole minutes for which the name stays locked at this address; 0 when it is not. */
export async function lockedMinutes(db: Database, username: string, ip: string, options: LockRules): Promise<number> {
  const row = await db
    .selectFrom('login_failure')
    .select(['failures', waitSeconds(options).as('wait')])
    .where('username', '=', username)
    .where('ip', '=', ip)
    .executeTakeFirst();
  return row && row.failures >= options.maxFailures ? minutesOf(row.wait) : 0;
}

/** Counts a wrong password. @returns whole minutes for which the name was locked already when it came; 0 when it still counted. */
export async function countFailure(db: Database, username: string, ip: string, options: LockRules): Promise<number> {
  const { rows } = await sql<{ failures: number; wait: number }>`
    insert into login_failure as f (username, ip, failures, last_at) values (${username}, ${ip}, 1, now())
    on conflict (username, ip) do update set
      failures = case when ${isForgotten(options)} then 1 else least(f.failures + 1, ${options.maxFailures + 1}) end,
      last_at = case when f.failures < ${options.maxFailures} or ${isForgotten(options)} then now() else f.last_at end
    returning failures, ${waitSeconds(options)} as wait`.execute(db);
  const row = rows[0];
  return row && row.failures > options.maxFailures ? minutesOf(row.wait) : 0;
}

function waitSeconds({ lockSeconds }: LockRules) {
  return sql<number>`extract(epoch from last_at + make_interval(secs => ${lockSeconds}) - now())::float8`;
}

function isForgotten({ lockSeconds }: LockRules) {
  return sql<boolean>`f.last_at < now() - make_interval(secs => ${lockSeconds})`;
}

function minutesOf(seconds: number): number {
  return Math.max(0, Math.ceil(seconds / 60));
}
