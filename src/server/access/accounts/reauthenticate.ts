import { verify } from '@node-rs/argon2';
import type { LoginResult } from '../../../domain/business/codes/access.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Operator } from '../../platform/http/operator.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { lockedMinutes, refusedMinutes, refuseLocked } from '../session/login-failures.ts';
import { recordLogin } from '../session/open-session.ts';
import { deleteFailures, type FailureLimits } from '../session/sign-in-store.ts';
import { endSessions } from '../session/store.ts';
import { tellHolder } from '../../desk/messages/store.ts';
import { operatorActor, recordTrail } from '../../desk/trail/trail.ts';

/** The address that a password comes from, and the limits of the lock that wrong ones count towards. */
export interface Asking {
  readonly address: string;
  readonly limits: FailureLimits;
}

/**
 * Asks for the operator's own password before they change how their account signs in, because a session may be stolen or unattended. A
 * wrong one is in the login log and counts towards the lock of sign-ins at its address, and towards one of the session, which a thief may
 * use from many addresses. Either lock ends the session and refuses the right password too.
 * @returns the hash that the password was checked against. @throws Refusal
 */
export async function reauthenticate(db: Database, operator: Operator, password: string, { address, limits }: Asking): Promise<string> {
  const { accountId, realname } = operator;
  const account = await db
    .selectFrom('account')
    .select(['username', 'password_hash'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const username = account.username.toLowerCase();
  const log = (result: LoginResult) =>
    recordLogin(db, { id: accountId, realname }, { username, ip: address, userAgent: '', way: 'password' }, result);
  const places = [address, `session ${operator.sessionHash.toString('hex')}`];
  const most = async (minutesAt: typeof lockedMinutes): Promise<number> => {
    const minutes = [];
    for (const place of places) minutes.push(await minutesAt(db, username, place, limits));
    return Math.max(...minutes);
  };
  const locked = (minutes: number) =>
    refuseLocked(minutes, async () => {
      await log('locked');
      await endLocked(db, operator, address);
    });

  await locked(await most(lockedMinutes));
  if (!(await verify(account.password_hash, password))) {
    await locked(await most(refusedMinutes));
    await log('badPassword');
    // The failure that reaches the limit ends the session at once.
    if ((await most(lockedMinutes)) > 0) await endLocked(db, operator, address);
    throw refuse('当前密码错误', { oldPassword: '当前密码错误' });
  }
  // Concurrent guesses are all verified. A right one counts only if the wrong ones have not locked the name by now.
  await locked(await most(lockedMinutes));
  for (const place of places) await deleteFailures(db, username, place);
  return account.password_hash;
}

async function endLocked(db: Database, operator: Operator, address: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await endSessions(tx, { hash: operator.sessionHash }, 'revoked');
    await recordTrail(tx, operatorActor(operator, address), {
      action: '结束会话',
      object: `account/${operator.accountId}`,
      after: { reason: '当前密码多次错误' },
    });
    await tellHolder(tx, operator.accountId, 'guessed');
  });
}
