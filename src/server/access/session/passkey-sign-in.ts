import type { LoginResult } from '../../../domain/business/codes/access.ts';
import type { Database } from '../../platform/db/database.ts';
import { Refusal, refuse } from '../../platform/http/refusal.ts';
import { recordTrail } from '../../desk/trail/trail.ts';
import { lockedMinutes, refusedMinutes, refuseLocked } from './login-failures.ts';
import { logUnopened, openSession, recordLogin } from './open-session.ts';
import { signCountOf, type PasskeyAnswer } from './passkeys/answer.ts';
import { issueChallenge, takeChallenge, type Asked } from './passkeys/challenge-store.ts';
import { readClientData } from './passkeys/client-data.ts';
import { relyingPartyOf } from './passkeys/relying-party.ts';
import { blockPasskey, findPasskey, noteUse, type Passkey } from './passkeys/store.ts';
import { deleteFailures, type FailureLimits } from './sign-in-store.ts';
import type { Tokens } from './token.ts';

/** The refusal after a correct password: it carries the challenge to sign, and whether a one-time password is accepted instead. */
export async function askForPasskey(
  db: Database,
  account: Asked,
  passkeys: readonly Passkey[],
  origin: string,
  asksCode: boolean,
): Promise<Refusal> {
  const site = relyingPartyOf(origin);
  const offered = passkeys.filter(({ rp_id, blocked_at }) => rp_id === site?.id && blocked_at === null);
  const more: Record<string, true> = asksCode ? { needTotp: true } : {};
  if (!site || offered.length === 0) {
    const message = asksCode ? '请输入动态口令' : '没有可在此网址使用的通行密钥，请联系管理员重置';
    return new Refusal('rule', message, undefined, more);
  }
  const passkey = {
    challenge: await issueChallenge(db, account, 'signIn'),
    rp_id: site.id,
    known: offered.map(({ credential_id, transports }) => ({ id: credential_id.toString('base64url'), transports })),
  };
  return new Refusal('rule', asksCode ? '请使用通行密钥，或输入动态口令' : '请使用通行密钥完成登录', undefined, { ...more, passkey });
}

/** A signature and its origin. */
export interface PasskeyAttempt extends PasskeyAnswer {
  readonly ip: string;
  readonly userAgent: string;
  readonly origin: string;
}

/**
 * The second step of a sign-in: the challenge issued after a correct password, signed. A challenge works once. A failed signature counts
 * towards the lock of the name, like a wrong one-time password.
 */
export function createPasskeySignIn(db: Database, tokens: Tokens, options: FailureLimits & { readonly sessionSeconds: number }) {
  return async (attempt: PasskeyAttempt): Promise<{ token: string; expiresAt: Date }> => {
    const said = readClientData(attempt.clientData);
    const asked = said && (await takeChallenge(db, said.challenge, 'signIn'));
    if (!said || !asked) throw refuse('验证已超时，请重新登录');
    const account = await db
      .selectFrom('account')
      .select(['id', 'username', 'realname'])
      .where('id', '=', asked.id)
      .executeTakeFirstOrThrow();
    const username = account.username.toLowerCase();
    const logged = { username, ip: attempt.ip, userAgent: attempt.userAgent, way: 'passkey' } as const;
    const log = (result: LoginResult) => recordLogin(db, account, logged, result);
    const locked = (minutes: number) => refuseLocked(minutes, () => log('locked'));
    const fail = async (result: LoginResult, message: string): Promise<never> => {
      await locked(await refusedMinutes(db, username, attempt.ip, options));
      await log(result);
      throw refuse(message);
    };

    await locked(await lockedMinutes(db, username, attempt.ip, options));
    const site = relyingPartyOf(attempt.origin);
    if (!site || said.origin !== site.origin) return fail('badPasskey', '该通行密钥属于其他网站，不能使用');
    const passkey = await findPasskey(db, account.id, Buffer.from(attempt.id, 'base64url'));
    if (!passkey || passkey.blocked_at !== null) return fail('badPasskey', '该通行密钥未登记或已停用');
    const signCount = await signCountOf(attempt, said.challenge, passkey, site);
    if (signCount === null) return fail('badPasskey', '通行密钥验证未通过');
    const opened = await db
      .transaction()
      .execute(async (tx) => {
        if (!(await noteUse(tx, passkey.id, signCount))) return null;
        return openSession(tx, { ...account, password_hash: asked.password_hash }, logged, tokens, options.sessionSeconds);
      })
      .catch((reason: unknown) => logUnopened(reason, log));
    if (!opened) {
      await blockCopied(db, account, passkey, attempt.ip);
      return fail('copiedPasskey', '该通行密钥疑似被复制，已停用，请联系管理员重置');
    }
    await deleteFailures(db, username, attempt.ip);
    return opened;
  };
}

/** Blocks a passkey whose key was copied: neither the copy nor the original signs in again. */
async function blockCopied(
  db: Database,
  account: { readonly id: string; readonly realname: string },
  passkey: { readonly id: string; readonly name: string },
  ip: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await blockPasskey(tx, passkey.id);
    await recordTrail(
      tx,
      { kind: 'operator', id: account.id, name: account.realname, ip },
      { action: '停用通行密钥', object: `account/${account.id}`, after: { name: passkey.name, reason: '签名计数没有增加，疑似被复制' } },
    );
  });
}
