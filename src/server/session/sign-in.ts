import { asLoggedName } from '../../domain/text/storable.ts';
import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import type { LoginResult } from '../../domain/codes/access.ts';
import type { Database, Tx } from '../db/database.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { recordTrail } from '../trail/trail.ts';
import type { Captchas } from './captcha.ts';
import { hasTotp, takeCode } from './second-factor.ts';
import type { Tokens } from './token.ts';

export interface SignInOptions {
  readonly maxFailures: number;
  readonly lockSeconds: number;
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
      await refuseLocked(await countFailure(db, username, attempt.ip, options));
      await log('badPassword');
      throw refuse('帐号或密码错误');
    }
    // Guesses sent at once were all looked at; a right one among them counts only if the wrong ones had not closed the door by now.
    await refuseLocked(await lockedMinutes(db, username, attempt.ip, options));
    if (account.status === 'disabled' || account.role_status === 'disabled') {
      await forgetFailures(db, username, attempt.ip);
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
        await refuseLocked(await countFailure(db, username, attempt.ip, options));
        await log('badTotp');
        throw new Refusal('rule', '动态口令错误', undefined, { needTotp: true });
      }
    }
    await forgetFailures(db, username, attempt.ip);
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

async function forgetFailures(db: Database, username: string, ip: string): Promise<void> {
  await db.deleteFrom('login_failure').where('username', '=', username).where('ip', '=', ip).execute();
}

/** Whole minutes for which the name stays locked at this address; 0 when it is not. */
async function lockedMinutes(db: Database, username: string, ip: string, options: SignInOptions): Promise<number> {
  const row = await db
    .selectFrom('login_failure')
    .select(['failures', waitSeconds(options).as('wait')])
    .where('username', '=', username)
    .where('ip', '=', ip)
    .executeTakeFirst();
  return row && row.failures >= options.maxFailures ? minutesOf(row.wait) : 0;
}

/** Counts a wrong password. @returns whole minutes for which the name was locked already when it came; 0 when it still counted. */
async function countFailure(db: Database, username: string, ip: string, options: SignInOptions): Promise<number> {
  const { rows } = await sql<{ failures: number; wait: number }>`
    insert into login_failure as f (username, ip, failures, last_at) values (${username}, ${ip}, 1, now())
    on conflict (username, ip) do update set
      failures = case when ${isForgotten(options)} then 1 else least(f.failures + 1, ${options.maxFailures + 1}) end,
      last_at = case when f.failures < ${options.maxFailures} or ${isForgotten(options)} then now() else f.last_at end
    returning failures, ${waitSeconds(options)} as wait`.execute(db);
  const row = rows[0];
  return row && row.failures > options.maxFailures ? minutesOf(row.wait) : 0;
}

function waitSeconds({ lockSeconds }: SignInOptions) {
  return sql<number>`extract(epoch from last_at + make_interval(secs => ${lockSeconds}) - now())::float8`;
}

function isForgotten({ lockSeconds }: SignInOptions) {
  return sql<boolean>`f.last_at < now() - make_interval(secs => ${lockSeconds})`;
}

function minutesOf(seconds: number): number {
  return Math.max(0, Math.ceil(seconds / 60));
}

async function openSession(tx: Tx, account: AccountRow, attempt: Attempt, tokens: Tokens, options: SignInOptions) {
  const { token, hash } = tokens.issue();
  // Whoever changes the password or disables the account or its role takes the row first and then ends the sessions: one that begins
  // meanwhile must not slip by.
  const current = await tx
    .selectFrom('account')
    .select(['password_hash', 'status', 'role_id'])
    .where('id', '=', account.id)
    .forShare()
    .executeTakeFirst();
  if (current?.password_hash !== account.password_hash) throw refuse('帐号或密码错误');
  const role = await tx.selectFrom('role').select('status').where('id', '=', current.role_id).forShare().executeTakeFirstOrThrow();
  if (current.status === 'disabled' || role.status === 'disabled') throw new Refusal('disabled');
  const now = new Date();
  await tx
    .insertInto('session')
    .values({
      token_hash: hash,
      account_id: account.id,
      created_at: now,
      last_seen_at: now,
      ip: attempt.ip,
      user_agent: attempt.userAgent,
    })
    .execute();
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
  await db
    .insertInto('admin_login')
    .values({ account_id: account?.id ?? null, name, login_time: new Date(), ip: attempt.ip, result })
    .execute();
}
