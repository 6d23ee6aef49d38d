import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** How long a session lives without its operator, and at all. */
export interface SessionLimits {
  readonly idleSeconds: number;
  readonly maxSeconds: number;
}

/**
 * The one rule, in SQL, of when a row of `session` still counts, by the clock of the database that wrote its times. A call, a link and
 * the list of sessions all ask it. The limits are numbers, or the parameters of a prepared statement.
 */
export function isLive({ idleSeconds, maxSeconds }: SessionLimits | Record<keyof SessionLimits, `$${number}`>): string {
  return `(session.ended_at is null
    and session.last_seen_at > clock_timestamp() - make_interval(secs => ${idleSeconds})
    and session.created_at > clock_timestamp() - make_interval(secs => ${maxSeconds}))`;
}

/** Whole seconds that are left of a session, by the same rule and clock. */
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

/** Before its session ends, an operator is told for three minutes; of a shorter rest for a quarter of it. */
const warnSeconds = 180;

/** Whether the operator of a session may act: `account` and `role` are joined to it. */
export const isEnabled = `(account.status = 'enabled' and role.status = 'enabled')`;
