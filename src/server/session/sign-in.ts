import { asLoggedName } from '../../domain/text/storable.ts';
import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import type { LoginResult } from '../../domain/codes/access.ts';
import type { Database, Tx } from '../db/database.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { recordTrail } from '../trail/trail.ts';
import type { Captchas } from './captcha.ts';
import { hasTotp, takeCode } from './second-factor.ts';
import { countFailure, deleteFailures, findFailures, insertLogin, type FailureLimits } from './sign-in-store.ts';
import { insertSession, shareAccount, shareRole } from './store.ts';
import type { Tokens } from './token.ts';

export interface SignInOptions extends FailureLimits {
  readonly sessionSeconds: number;
  /** Opens the accounts' sealed secrets. */
  readonly totpKey: Uint8Array;
}
export interface Attempt {
  readonly username: string;
  readonly password: string;
  readonly imgCode: string;
  readonly imgCodeToken: string;
  readonly ip: string;
  readonly userAgent: string;
  /** Empty when none was sent. */
  readonly totp: string;
}

/**
 * Signs an operator in. Every attempt uses its captcha up and leaves a row in the login log; only a right captcha counts towards the lock
 * of this account name at this address.
 */
export function createSignIn(db: Database, captchas: Captchas, tokens: Tokens, options: SignInOptions) {
  return async (attempt: Attempt): Promise<{ token: string; expiresAt: Date }> => {
    const username = attempt.username.trim().toLowerCase();
    const account = await findAccount(db, username);
    const log = (result: LoginResult) => recordLogin(db, account, attempt, result);

    await captchas.consume(attempt.imgCodeToken, attempt.imgCode).catch(async (refusal: unknown) => {
      await log('badCaptcha');
      throw refusal;
    });
    const refuseLocked = async (minutes: number): Promise<void> => {
      if (minutes === 0) return;
      await log('locked');
      throw refuse(`登录失败次数过多，请${minutes}分钟后再试`);
    };
    await refuseLocked(await lockedMinutes(db, username, attempt.ip, options));
    // An unknown account costs the same time as a wrong password.
    const right = await argon2Verify(account?.password_hash ?? (await decoyHash), attempt.password);
    if (!account || !right) {
      await refuseLocked(await refusedMinutes(db, username, attempt.ip, options));
      await log('badPassword');
      throw refuse('帐号或密码错误');
    }
    // Guesses sent at once were all looked at; a right one among them counts only if the wrong ones had not closed the door by now.
    await refuseLocked(await lockedMinutes(db, username, attempt.ip, options));
    if (account.status === 'disabled' || account.role_status === 'disabled') {
      await deleteFailures(db, username, attempt.ip);
      await log('disabled');
      throw new Refusal('disabled');
    }
    if (await hasTotp(db, account.id)) {
      if (attempt.totp === '') {
        await log('badTotp');
        throw new Refusal('rule', '请输入动态口令', undefined, { needTotp: true });
      }
      // Failures are forgotten after the code alone: who knows the password must not get new guesses at the code by it.
      if (!(await takeCode(db, options.totpKey, account.id, attempt.totp))) {
        await refuseLocked(await refusedMinutes(db, username, attempt.ip, options));
        await log('badTotp');
        throw new Refusal('rule', '动态口令错误', undefined, { needTotp: true });
      }
    }
    await deleteFailures(db, username, attempt.ip);
    return db.transaction().execute((tx) => openSession(tx, account, attempt, tokens, options));
  };
}

export function hashPassword(password: string): Promise<string> {
  return argon2Hash(password);
}

interface AccountRow {
  id: string;
  password_hash: string;
  realname: string;
  status: string;
  role_status: string;
}

const decoyHash = argon2Hash('no account has this password');

function findAccount(db: Database, username: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .select(['account.id', 'account.password_hash', 'account.realname', 'account.status', 'role.status as role_status'])
    .where(sql`lower(account.username)`, '=', username)
    .executeTakeFirst();
}

/** Whole minutes for which the name stays locked at this address; 0 when it is not. */
async function lockedMinutes(db: Database, username: string, ip: string, options: SignInOptions): Promise<number> {
  const row = await findFailures(db, username, ip, options);
  return row && row.failures >= options.maxFailures ? minutesOf(row.wait) : 0;
}

/** Counts a wrong password. @returns whole minutes for which the name was locked already when it came; 0 when it still counted. */
async function refusedMinutes(db: Database, username: string, ip: string, options: SignInOptions): Promise<number> {
  const row = await countFailure(db, username, ip, options);
  return row && row.failures > options.maxFailures ? minutesOf(row.wait) : 0;
}

function minutesOf(seconds: number): number {
  return Math.max(0, Math.ceil(seconds / 60));
}

async function openSession(tx: Tx, account: AccountRow, attempt: Attempt, tokens: Tokens, options: SignInOptions) {
  const { token, hash } = tokens.issue();
  const current = await shareAccount(tx, account.id);
  if (current?.password_hash !== account.password_hash) throw refuse('帐号或密码错误');
  const role = await shareRole(tx, current.role_id);
  if (current.status === 'disabled' || role.status === 'disabled') throw new Refusal('disabled');
  const now = new Date();
  await insertSession(tx, {
    token_hash: hash,
    account_id: account.id,
    created_at: now,
    last_seen_at: now,
    ip: attempt.ip,
    user_agent: attempt.userAgent,
  });
  await recordLogin(tx, account, attempt, 'success');
  await recordTrail(
    tx,
    { kind: 'operator', id: account.id, name: account.realname, ip: attempt.ip },
    { action: '登录', object: `account/${account.id}` },
  );
  return { token, expiresAt: new Date(now.getTime() + options.sessionSeconds * 1000) };
}

async function recordLogin(db: Database | Tx, account: AccountRow | undefined, attempt: Attempt, result: LoginResult): Promise<void> {
  const name = account?.realname ?? asLoggedName(attempt.username, 100);
  await insertLogin(db, { account_id: account?.id ?? null, name, login_time: new Date(), ip: attempt.ip, result });
}
