import { sql, type Insertable } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { addressKey } from '../../platform/http/limits/address.ts';

// Queries that record attempts to sign in: failures and the login log.
//
// Order of locks: none. Each change is one statement in its own transaction, except the log of a successful attempt.

export interface FailureLimits {
  readonly maxFailures: number;
  readonly lockSeconds: number;
}
interface Failures {
  readonly failures: number;
  /** Seconds until they are forgotten; negative if they already are. */
  readonly wait: number;
}

/** Failed attempts for a name from an address, IPv6 by its /64, or of a session; undefined if there were none. */
export function findFailures(db: Database, username: string, ip: string, limits: FailureLimits): Promise<Failures | undefined> {
  return db
    .selectFrom('login_failure')
    .select(['failures', waitSeconds(limits).as('wait')])
    .where('username', '=', username)
    .where('ip', '=', addressKey(ip))
    .executeTakeFirst();
}

/** Counts a failed attempt, up to one above the limit. */
export async function countFailure(db: Database, username: string, ip: string, limits: FailureLimits): Promise<Failures | undefined> {
  const { rows } = await sql<Failures>`
    insert into login_failure as f (username, ip, failures, last_at) values (${username}, ${addressKey(ip)}, 1, now())
    on conflict (username, ip) do update set
      failures = case when ${isForgotten(limits)} then 1 else least(f.failures + 1, ${limits.maxFailures + 1}) end,
      last_at = case when f.failures < ${limits.maxFailures} or ${isForgotten(limits)} then now() else f.last_at end
    returning failures, ${waitSeconds(limits)} as wait`.execute(db);
  return rows[0];
}

export async function deleteFailures(db: Database, username: string, ip: string): Promise<void> {
  await db.deleteFrom('login_failure').where('username', '=', username).where('ip', '=', addressKey(ip)).execute();
}

/** Deletes failures older than `seconds`. */
export async function deleteOldFailures(db: Database, seconds: number): Promise<void> {
  await db.deleteFrom('login_failure').where('last_at', '<', sql<Date>`now() - make_interval(secs => ${seconds})`).execute();
}

export async function insertLogin(db: Database | Tx, login: Insertable<Tables['admin_login']>): Promise<void> {
  await db.insertInto('admin_login').values(login).execute();
}

/** An attempt that waited for a later one's row began before that row's time, and waits no longer for it. */
function waitSeconds({ lockSeconds }: FailureLimits) {
  return sql<number>`least(${lockSeconds}::float8, extract(epoch from last_at + make_interval(secs => ${lockSeconds}) - now())::float8)`;
}

function isForgotten({ lockSeconds }: FailureLimits) {
  return sql<boolean>`f.last_at < now() - make_interval(secs => ${lockSeconds})`;
}
