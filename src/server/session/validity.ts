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

/** Whether the operator of a session may act: `account` and `role` are joined to it. */
export const isEnabled = `(account.status = 'enabled' and role.status = 'enabled')`;
