import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import type { LoginResult } from '../../domain/codes.ts';
import type { Database, Tx } from '../db/database.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { recordTrail } from '../trail/trail.ts';
import type { Captchas } from './captcha.ts';
import type { Tokens } from './token.ts';

export interface SignInOptions {
  readonly maxFailures: number;
  readonly lockSeconds: number;
  readonly sessionSeconds: number;
}
export interface Attempt {
  readonly username: string;
  readonly password: string;
  readonly imgCode: string;
  readonly imgCodeToken: string;
  readonly ip: string;
}

/**
 * Signs an operator in. Every attempt uses its captcha up and leaves a row in the login log; only a right captcha
 * counts towards the lock of this account name at this address.
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
    const lockedMinutes = await takeAttempt(db, username, attempt.ip, options);
    if (lockedMinutes > 0) {
      await log('locked');
      throw refuse(`登录失败次数过多，请${lockedMinutes}分钟后再试`);
    }
    // An unknown account costs the same time as a wrong password.
    const right = await argon2Verify(account?.password_hash ?? (await decoyHash), attempt.password);
    if (!account || !right) {
      await log('badPassword');
      throw refuse('帐号或密码错误');
    }
    await db.deleteFrom('login_failure').where('username', '=', username).where('ip', '=', attempt.ip).execute();
    if (account.status === 'disabled' || account.role_status === 'disabled') {
      await log('disabled');
      throw new Refusal('disabled');
    }
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

/**
 * Counts the attempt before the password is looked at, so that parallel guesses cannot slip past the limit; a success forgets the count.
 * @returns whole minutes for which the name stays locked at this address; 0 when the attempt may go on.
 */
async function takeAttempt(db: Database, username: string, ip: string, options: SignInOptions): Promise<number> {
  const lock = sql`make_interval(secs => ${options.lockSeconds})`;
  const { rows } = await sql<{ allowed: boolean; wait_seconds: number }>`
    insert into login_failure as f (username, ip, failures, last_at) values (${username}, ${ip}, 1, now())
    on conflict (username, ip) do update set
      failures = case when f.last_at < now() - ${lock} then 1 else least(f.failures + 1, ${options.maxFailures + 1}) end,
      locked_until = case when f.last_at < now() - ${lock} then null
                          when f.failures + 1 > ${options.maxFailures} then coalesce(f.locked_until, f.last_at + ${lock})
                          else null end,
      last_at = case when f.last_at < now() - ${lock} or f.failures + 1 <= ${options.maxFailures} then now() else f.last_at end
    returning locked_until is null as allowed, coalesce(extract(epoch from locked_until - now()), 0)::float8 as wait_seconds`.execute(db);
  const row = rows[0];
  return row?.allowed === false ? Math.max(1, Math.ceil(row.wait_seconds / 60)) : 0;
}

async function openSession(tx: Tx, account: AccountRow, attempt: Attempt, tokens: Tokens, options: SignInOptions) {
  const token = tokens.issue();
  const tokenHash = tokens.hash(token);
  if (!tokenHash) throw new Error('a token of our own must have a hash');
  const now = new Date();
  await tx.insertInto('session').values({ token_hash: tokenHash, account_id: account.id, created_at: now, last_seen_at: now, ip: attempt.ip }).execute();
  await recordLogin(tx, account, attempt, 'success');
  await recordTrail(tx, { kind: 'operator', id: account.id, name: account.realname, ip: attempt.ip }, { action: '登录', object: `account/${account.id}` });
  return { token, expiresAt: new Date(now.getTime() + options.sessionSeconds * 1000) };
}

async function recordLogin(db: Database | Tx, account: AccountRow | undefined, attempt: Attempt, result: LoginResult): Promise<void> {
  const name = account?.realname ?? printable(attempt.username);
  await db.insertInto('admin_login').values({ account_id: account?.id ?? null, name, login_time: new Date(), ip: attempt.ip, result }).execute();
}

/** A typed account name for the log: one line, at most 100 characters, nothing that could pass for another row. */
function printable(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  return [...name.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')].slice(0, 100).join('');
}
