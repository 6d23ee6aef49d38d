import { asLoggedName } from '../../../domain/kit/text/storable.ts';
import type { LoginResult, LoginWay } from '../../../domain/business/codes/access.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { Refusal, refuse } from '../../platform/http/refusal.ts';
import { recordTrail } from '../../desk/trail/trail.ts';
import { insertLogin } from './sign-in-store.ts';
import { insertSession, shareAccount, shareRole } from './store.ts';
import type { Tokens } from './token.ts';

/** An attempt to sign in, for the login log. */
export interface LoggedAttempt {
  /** As typed, or as the identity provider names its user. */
  readonly username: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly way: LoginWay;
}

/** The account as it was when the attempt began. */
export interface FoundAccount {
  readonly id: string;
  /** The hash that the password was checked against; undefined if no password was asked for. */
  readonly password_hash: string | undefined;
  readonly realname: string;
}

/** Opens a session, with its login log and trail rows. @throws Refusal if the account was changed or disabled since the attempt began. */
export async function openSession(tx: Tx, account: FoundAccount, attempt: LoggedAttempt, tokens: Tokens, sessionSeconds: number) {
  const { token, hash } = tokens.issue();
  const current = await shareAccount(tx, account.id);
  if (!current || (account.password_hash !== undefined && current.password_hash !== account.password_hash)) throw refuse('帐号或密码错误');
  const role = await shareRole(tx, current.role_id);
  if (current.status === 'disabled' || role.status === 'disabled') throw new Refusal('disabled');
  const begunAt = await insertSession(tx, {
    token_hash: hash,
    account_id: account.id,
    ip: attempt.ip,
    user_agent: attempt.userAgent,
  });
  await recordLogin(tx, account, attempt, 'success');
  await recordTrail(
    tx,
    { kind: 'operator', id: account.id, name: account.realname, ip: attempt.ip },
    { action: '登录', object: `account/${account.id}`, ...(attempt.way === 'password' ? {} : { after: { way: attempt.way } }) },
  );
  return { token, hash, expiresAt: new Date(begunAt.getTime() + sessionSeconds * 1000) };
}

/**
 * Logs why no session was opened although the credentials were right: the account was changed or disabled meanwhile. For the `catch` of the
 * transaction of `openSession`, whose own rows are rolled back.
 */
export async function logUnopened(reason: unknown, log: (result: LoginResult) => Promise<void>): Promise<never> {
  if (reason instanceof Refusal) await log(reason.kind === 'disabled' ? 'disabled' : 'badPassword');
  throw reason;
}

/** Writes a row of the login log; `account` is undefined if the name is unknown. */
export async function recordLogin(
  db: Database | Tx,
  account: Pick<FoundAccount, 'id' | 'realname'> | undefined,
  { username, ip, way }: LoggedAttempt,
  result: LoginResult,
): Promise<void> {
  const name = account?.realname ?? asLoggedName(username, 100);
  await insertLogin(db, { account_id: account?.id ?? null, name, login_time: new Date(), ip, result, way });
}
