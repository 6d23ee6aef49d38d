import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { superRoleId } from '../../../domain/business/access/access.ts';
import type { LoginResult, LoginWay } from '../../../domain/business/codes/access.ts';
import type { Database } from '../../platform/db/database.ts';
import { Refusal, refuse } from '../../platform/http/refusal.ts';
import type { Captchas } from './captcha/captcha.ts';
import { lockedMinutes, refusedMinutes, refuseLocked } from './login-failures.ts';
import { logUnopened, openSession, recordLogin } from './open-session.ts';
import { askForPasskey } from './passkey-sign-in.ts';
import { listPasskeys } from './passkeys/store.ts';
import { hasTotp, takeCode } from './second-factor.ts';
import { deleteFailures, type FailureLimits } from './sign-in-store.ts';
import type { Tokens } from './token.ts';

export interface SignInOptions extends FailureLimits {
  readonly sessionSeconds: number;
  /** Decrypts the accounts' TOTP secrets. */
  readonly totpKey: Uint8Array;
  /** If false, only role 1 may use passwords; everyone else signs in at the identity provider. */
  readonly passwordSignIn: boolean;
}
export interface Attempt {
  readonly username: string;
  readonly password: string;
  readonly imgCode: string;
  readonly imgCodeToken: string;
  readonly ip: string;
  readonly userAgent: string;
  /** The one-time password; empty if none was sent. */
  readonly totp: string;
  /** The browser's origin, to which passkeys are bound. */
  readonly origin: string;
}

/**
 * Signs an operator in. Every attempt consumes its captcha and leaves a row in the login log. Attempts count towards the lock of this
 * account name at this address only if the captcha was right. For an account with passkeys the password is the first step: its refusal
 * carries the challenge to sign.
 */
export function createSignIn(db: Database, captchas: Captchas, tokens: Tokens, options: SignInOptions) {
  return async (attempt: Attempt): Promise<{ token: string; expiresAt: Date }> => {
    const username = attempt.username.trim().toLowerCase();
    const account = await findAccount(db, username);
    const log = (result: LoginResult, way: LoginWay = 'password') => recordLogin(db, account, { ...attempt, way }, result);
    const locked = (minutes: number) => refuseLocked(minutes, () => log('locked'));

    await captchas.consume(attempt.imgCodeToken, attempt.imgCode).catch(async (refusal: unknown) => {
      await log('badCaptcha');
      throw refusal;
    });
    await locked(await lockedMinutes(db, username, attempt.ip, options));
    // An unknown account must take the same time as a wrong password.
    const right = await argon2Verify(account?.password_hash ?? (await decoyHash), attempt.password);
    if (!account || !right) {
      await locked(await refusedMinutes(db, username, attempt.ip, options));
      await log('badPassword');
      throw refuse('帐号或密码错误');
    }
    // Concurrent guesses are all verified. A right one counts only if the wrong ones have not locked the name by now.
    await locked(await lockedMinutes(db, username, attempt.ip, options));
    if (account.status === 'disabled' || account.role_status === 'disabled') {
      await deleteFailures(db, username, attempt.ip);
      await log('disabled');
      throw new Refusal('disabled');
    }
    if (!options.passwordSignIn && account.role_id !== String(superRoleId)) {
      await log('passwordOff');
      throw refuse('密码登录已停用，请使用统一身份认证登录');
    }
    const asksCode = await hasTotp(db, account.id);
    const passkeys = await listPasskeys(db, account.id);
    if (attempt.totp === '' || !asksCode) {
      if (passkeys.length > 0) {
        await log('passkeyAsked', 'passkey');
        throw await askForPasskey(db, account, passkeys, attempt.origin, asksCode);
      }
      if (asksCode) {
        await log('badTotp', 'totp');
        throw new Refusal('rule', '请输入动态口令', undefined, { needTotp: true });
      }
    } else if (!(await takeCode(db, options.totpKey, account.id, attempt.totp))) {
      // Failures are reset only after the code: knowing the password must not give new guesses at the code.
      await locked(await refusedMinutes(db, username, attempt.ip, options));
      await log('badTotp', 'totp');
      throw new Refusal('rule', '动态口令错误', undefined, { needTotp: true });
    }
    await deleteFailures(db, username, attempt.ip);
    const way = asksCode ? 'totp' : 'password';
    return db
      .transaction()
      .execute((tx) => openSession(tx, account, { ...attempt, way }, tokens, options.sessionSeconds))
      .catch((reason: unknown) => logUnopened(reason, (result) => log(result, way)));
  };
}

export function hashPassword(password: string): Promise<string> {
  return argon2Hash(password);
}

interface AccountRow {
  id: string;
  password_hash: string;
  realname: string;
  role_id: string;
  status: string;
  role_status: string;
}

const decoyHash = argon2Hash('no account has this password');

function findAccount(db: Database, username: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .select(['account.id', 'account.password_hash', 'account.realname', 'account.role_id', 'account.status', 'role.status as role_status'])
    .where(sql`lower(account.username)`, '=', username)
    .executeTakeFirst();
}
