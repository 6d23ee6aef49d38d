import { createHmac } from 'node:crypto';
import type { Database, Tx } from '../../platform/db/database.ts';
import { Refusal, refuse } from '../../platform/http/refusal.ts';
import { recordTrail } from '../../desk/trail/trail.ts';
import { ProviderUnreachable, type IdentityProvider, type ProviderTokens } from './provider/identity-provider.ts';
import { changeIdentity, insertIdentity, lockIdentity, lockSessionOf, noteCheck, readIdentity } from './provider-store.ts';
import { sharedQuestion } from './provider/shared-question.ts';
import { seal, unseal } from '../../platform/runtime/seal.ts';
import { endSessions } from './store.ts';

/** The identity behind a session that began at the provider. */
export interface SessionIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly tokens: ProviderTokens;
}

/** Stores the identity and its sealed tokens. The session's row must exist. */
export async function keepIdentity(tx: Tx, secret: Uint8Array, sessionHash: Buffer, { issuer, subject, tokens }: SessionIdentity) {
  await insertIdentity(tx, { token_hash: sessionHash, issuer, subject, ...sealed(secret, sessionHash, tokens), checked_at: new Date() });
}

/** Resolves while the provider vouches for the session of this hash. @throws Refusal with the reason otherwise. */
export type ProviderCheck = (sessionHash: Buffer) => Promise<void>;

interface ProviderCheckDeps {
  readonly db: Database;
  /** Null if the office no longer uses a provider; such sessions end. */
  readonly provider: IdentityProvider | null;
  readonly secret: Uint8Array;
  /** How long a provider's answer is valid; 0 asks again for each call. */
  readonly checkSeconds: number;
}

/** Asks the provider about sessions that began there. Concurrent calls of one session share a request. */
export function createProviderCheck({ db, provider, secret, checkSeconds }: ProviderCheckDeps): ProviderCheck {
  const ask = sharedQuestion(async (key: string): Promise<'stands' | 'disabled' | 'over'> => {
    const hash = Buffer.from(key, 'base64');
    const row = await readIdentity(db, hash, checkSeconds);
    if (!row) return 'over';
    if (provider?.issuer !== row.issuer) return end(db, hash, 'over');
    if (row.is_fresh) return 'stands';
    const tokens = row.has_expired ? await renew(db, provider, secret, hash) : opened(secret, hash, row.tokens);
    if (tokens === null) return end(db, hash, 'over');
    if (tokens === 'refused' || !(await provider.isUserActive(tokens.access, row.subject))) return end(db, hash, 'disabled');
    if (checkSeconds > 0) await noteCheck(db, hash);
    return 'stands';
  });
  return async (sessionHash) => {
    const answer = await ask(sessionHash.toString('base64')).catch((error: unknown) => {
      throw error instanceof ProviderUnreachable ? refuse('统一身份认证服务暂时无法访问，请稍后再试') : error;
    });
    if (answer === 'disabled') throw new Refusal('disabled');
    if (answer === 'over') throw new Refusal('signedOut');
  };
}

/**
 * Refreshes the tokens under the row's lock: a refresh token works once, and two servers that use it at once would look like theft.
 * @returns null if the provider gave no refresh token; 'refused' if it issues no more tokens.
 */
async function renew(
  db: Database,
  provider: IdentityProvider,
  secret: Uint8Array,
  hash: Buffer,
): Promise<ProviderTokens | 'refused' | null> {
  return db.transaction().execute(async (tx) => {
    await lockIdentity(tx, hash);
    const row = await readIdentity(tx, hash, 0);
    if (!row) return null;
    const tokens = opened(secret, hash, row.tokens);
    if (!row.has_expired) return tokens; // another server has refreshed them
    if (tokens.refresh === undefined) return null;
    const renewed = await provider.refresh(tokens.refresh);
    if (renewed === null) return 'refused';
    await changeIdentity(tx, hash, sealed(secret, hash, renewed));
    return renewed;
  });
}

/** Ends the session. The trail row says that the provider ended it. */
async function end<Why extends 'disabled' | 'over'>(db: Database, hash: Buffer, why: Why): Promise<Why> {
  await db.transaction().execute(async (tx) => {
    const session = await lockSessionOf(tx, hash);
    if (!session) return;
    await endSessions(tx, { hash }, 'provider');
    const reason = why === 'disabled' ? '统一身份认证不再认可该账号' : '统一身份认证的授权已到期';
    await recordTrail(
      tx,
      { kind: 'system', id: '', name: '统一身份认证', ip: '' },
      { action: '结束会话', object: `account/${session.account_id}`, before: { session: session.id }, after: { reason } },
    );
  });
  return why;
}

function sealed(secret: Uint8Array, hash: Buffer, { access, refresh, expiresAt }: ProviderTokens) {
  const text = Buffer.from(JSON.stringify({ access, refresh }));
  return { tokens: seal(keyOf(secret), text, hash.toString('base64')), expires_at: expiresAt ?? null };
}

/** Unseals the tokens. Their expiry is a column of the row, not part of the sealed bytes. */
function opened(secret: Uint8Array, hash: Buffer, bytes: Buffer): ProviderTokens {
  const { access, refresh } = JSON.parse(unseal(keyOf(secret), bytes, hash.toString('base64')).toString()) as StoredTokens;
  return { access, refresh, expiresAt: undefined };
}

interface StoredTokens {
  readonly access: string;
  readonly refresh?: string;
}

/** A key for tokens only, derived from the server's secret. */
function keyOf(secret: Uint8Array): Buffer {
  return createHmac('sha256', secret).update('tokens of the identity provider').digest();
}
