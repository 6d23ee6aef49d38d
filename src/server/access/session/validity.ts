import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';

/** How long a session may be idle, and how long it may last in all. */
export interface SessionLimits {
  readonly idleSeconds: number;
  readonly maxSeconds: number;
}

/**
 * The single SQL rule for whether a row of `session` is live, by the clock of the database, which also wrote its times. Calls, links and
 * the list of sessions all use it. The limits are numbers, or parameters of a prepared statement.
 */
export function isLive({ idleSeconds, maxSeconds }: SessionLimits | Record<keyof SessionLimits, `$${number}`>): string {
  return `(session.ended_at is null
    and session.last_seen_at > clock_timestamp() - make_interval(secs => ${idleSeconds})
    and session.created_at > clock_timestamp() - make_interval(secs => ${maxSeconds}))`;
}

/** Whole seconds left of a session, by the same rule and clock. */
export async function secondsLeft(db: Database, tokenHash: Buffer, { idleSeconds, maxSeconds }: SessionLimits) {
  const leftOf = (start: 'last_seen_at' | 'created_at', seconds: number) =>
    sql<number>`floor(extract(epoch from ${sql.ref(start)} - clock_timestamp()) + ${seconds}::int)::int`;
  const { idle, max } = await db
    .selectFrom('session')
    .select([leftOf('last_seen_at', idleSeconds).as('idle'), leftOf('created_at', maxSeconds).as('max')])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow();
  return { idle: Math.max(0, idle), max: Math.max(0, max), warn: Math.min(warnSeconds, Math.floor(idleSeconds / 4)) };
}

/** Operators are warned three minutes before their session ends, or for a quarter of the limit if that is shorter. */
const warnSeconds = 180;

/** SQL: whether the session's operator may act. Needs `account` and `role` joined. */
export const isEnabled = `(account.status = 'enabled' and role.status = 'enabled')`;
