import { sql } from 'kysely';
import type { IdentityRefusal, LoginResult } from '../../../domain/business/codes/access.ts';
import { unstorableIn } from '../../../domain/kit/text/storable.ts';
import type { Database } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Config } from '../../platform/runtime/config.ts';
import { openSession, recordLogin } from '../session/open-session.ts';
import { ProviderUnreachable, type Identity, type IdentityProvider } from '../session/provider/identity-provider.ts';
import { keepIdentity } from '../session/provider-check.ts';
import { bindIdentity } from '../session/provider-store.ts';
import type { Tokens } from '../session/token.ts';
import { keepPending, takePending } from './pending-store.ts';

export interface ProviderSignInDeps {
  readonly db: Database;
  readonly config: Pick<Config, 'session'>;
  readonly tokens: Tokens;
  readonly provider: IdentityProvider;
  /** The claim that holds an account's username. */
  readonly claim: string;
  /** Whether an e-mail address counts where the provider does not say that it is verified. */
  readonly assumesVerified: boolean;
  /** Encrypts the provider's tokens. */
  readonly secret: Uint8Array;
}

/** The provider's redirect, and the browser that it arrived in. */
export interface Answered {
  readonly url: URL;
  /** The state in the cookie of the browser that began; empty if there is none. */
  readonly cookieState: string;
  readonly ip: string;
  readonly userAgent: string;
}

/** The account is bound to another identity, or the identity to another account. */
class OtherIdentity extends Error {
  override name = 'OtherIdentity';
}

type Outcome = { readonly token: string } | { readonly refused: IdentityRefusal };

/** Signs in operators through the identity provider. */
export function createProviderSignIn({ db, config, tokens, provider, claim, assumesVerified, secret }: ProviderSignInDeps) {
  return {
    /** The URL for the browser, and the state for its cookie. */
    async begin(redirectUri: string): Promise<{ url: string; state: string }> {
      const { url, state, ...pending } = await provider.begin(redirectUri);
      await keepPending(db, state, pending);
      return { url: url.href, state };
    },
    /** The token of a new session, or why there is none. The provider's answer gets a row in the login log. */
    async finish({ url, cookieState, ip, userAgent }: Answered, note: (error: unknown) => void): Promise<Outcome> {
      const logged = { username: '', ip, userAgent, way: 'provider' } as const;
      const state = url.searchParams.get('state') ?? '';
      // A response to another browser's sign-in would sign this one in as somebody else.
      const pending = state !== '' && state === cookieState ? await takePending(db, state) : null;
      if (!pending) return { refused: 'stale' };
      if (url.searchParams.has('error')) return { refused: 'denied' };
      const identity = await provider.finish(url, { ...pending, state }).catch((error: unknown) => {
        note(error);
        return error instanceof ProviderUnreachable ? ('unreachable' as const) : ('invalid' as const);
      });
      if (typeof identity === 'string') {
        if (identity === 'invalid') await recordLogin(db, undefined, logged, 'badIdentity');
        return { refused: identity };
      }
      const username = usernameOf(identity, claim, assumesVerified);
      if (unstorableIn([username, identity.subject])) {
        await recordLogin(db, undefined, logged, 'badIdentity');
        return { refused: 'invalid' };
      }
      const account = username === '' ? undefined : await findAccount(db, username);
      const log = (result: LoginResult) => recordLogin(db, account, { ...logged, username }, result);
      if (!account) {
        await log('unknownIdentity');
        return { refused: 'unknown' };
      }
      try {
        return await db.transaction().execute(async (tx) => {
          const bound = { account_id: account.id, issuer: provider.issuer, subject: identity.subject };
          if (!(await bindIdentity(tx, bound))) throw new OtherIdentity();
          const opened = await openSession(tx, account, { ...logged, username }, tokens, config.session.maxSeconds);
          await keepIdentity(tx, secret, opened.hash, { issuer: provider.issuer, subject: identity.subject, tokens: identity.tokens });
          return { token: opened.token };
        });
      } catch (error) {
        if (error instanceof OtherIdentity) {
          await log('otherIdentity');
          return { refused: 'bound' };
        }
        if (!(error instanceof Refusal && error.kind === 'disabled')) throw error;
        await log('disabled');
        return { refused: 'disabled' };
      }
    },
  };
}

/**
 * The claim in the last of the answers that has it; empty if it is no text, or an e-mail address that the same answer does not call
 * verified. Only `true` is verified. `assumesVerified` takes an address without the flag too, if no answer has another flag or address.
 * Letters of ASCII alone are folded: others, such as the Kelvin sign, would become letters of another name.
 */
function usernameOf({ claims }: Identity, claim: string, assumesVerified: boolean): string {
  const said = claims.findLast((answer) => Object.hasOwn(answer, claim));
  const value = said?.[claim];
  if (said === undefined || typeof value !== 'string') return '';
  const isVerified = said[verifiedFlag] === true || (assumesVerified && claims.every((answer) => agrees(answer, claim, value)));
  return claim === 'email' && !isVerified ? '' : value.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function agrees(answer: Readonly<Record<string, unknown>>, claim: string, value: string): boolean {
  const isFlagged = Object.hasOwn(answer, verifiedFlag) && answer[verifiedFlag] !== true;
  return !isFlagged && (!Object.hasOwn(answer, claim) || answer[claim] === value);
}

const verifiedFlag = 'email_verified';

async function findAccount(db: Database, username: string) {
  const account = await db.selectFrom('account').select(['id', 'realname']).where(sql`lower(username)`, '=', username).executeTakeFirst();
  return account && { ...account, password_hash: undefined };
}
