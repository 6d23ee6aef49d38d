import type { Configuration } from 'openid-client';
import type { OidcConfig } from '../../../platform/runtime/config.ts';

/** The office's identity provider (OpenID Connect). */
export interface IdentityProvider {
  readonly issuer: string;
  /** Begins a sign-in. @returns the URL for the browser, and the values that the response is checked against. */
  begin(redirectUri: string): Promise<{ url: URL } & Pending & { state: string }>;
  /**
   * Completes a sign-in with the response sent to the URL `answered`. @throws on a response that does not match, and ProviderUnreachable.
   */
  finish(answered: URL, pending: Pending & { state: string }): Promise<Identity>;
  /** Whether the user may still sign in there. @throws ProviderUnreachable if the provider gives no answer. */
  isUserActive(accessToken: string, subject: string): Promise<boolean>;
  /** New tokens; null if the provider issues no more. @throws ProviderUnreachable */
  refresh(refreshToken: string): Promise<ProviderTokens | null>;
}

/** State of a sign-in while the browser is at the provider. */
export interface Pending {
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface ProviderTokens {
  readonly access: string;
  readonly refresh: string | undefined;
  readonly expiresAt: Date | undefined;
}

/** The user whom the provider signed in, and their claims, by answer: first the ID token's, then userinfo's. */
export interface Identity {
  readonly subject: string;
  readonly claims: readonly Readonly<Record<string, unknown>>[];
  readonly tokens: ProviderTokens;
}

/** The provider did not answer, or answered with a server error, so the user's state is unknown. */
export class ProviderUnreachable extends Error {
  override name = 'ProviderUnreachable';
}

type Client = typeof import('openid-client');

/** Loads the library and reads the provider's configuration on first use. A failure is retried at the next use. */
export function createIdentityProvider(settings: OidcConfig): IdentityProvider {
  let opened: Promise<{ client: Client; config: Configuration }> | undefined;
  const open = () => {
    opened ??= openClient(settings).catch((error: unknown) => {
      opened = undefined;
      throw unreachable(error);
    });
    return opened;
  };
  return {
    issuer: settings.issuer,
    async begin(redirectUri) {
      const { client, config } = await open();
      const codeVerifier = client.randomPKCECodeVerifier();
      const [state, nonce] = [client.randomState(), client.randomNonce()];
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: settings.scope,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        // Required to get tokens that outlive the sign-in (OpenID Connect Core, 11).
        ...(settings.scope.split(' ').includes('offline_access') && { prompt: 'consent' }),
      });
      return { url, state, nonce, codeVerifier };
    },
    async finish(answered, { state, nonce, codeVerifier }) {
      const { client, config } = await open();
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier, idTokenExpected: true };
      const tokens = await client.authorizationCodeGrant(config, answered, checks).catch((error: unknown) => {
        throw isOutage(error) ? unreachable(error) : error;
      });
      const said = tokens.claims();
      if (!said) throw new Error('the identity provider gave no ID token');
      const more = await client.fetchUserInfo(config, tokens.access_token, said.sub);
      return { subject: said.sub, claims: [said, more], tokens: tokensOf(tokens) };
    },
    async isUserActive(accessToken, subject) {
      const { client, config } = await open();
      const address = config.serverMetadata().userinfo_endpoint;
      if (address === undefined) throw new ProviderUnreachable('the identity provider names no userinfo_endpoint');
      try {
        const reply = await client.fetchProtectedResource(config, accessToken, new URL(address), 'GET');
        if (reply.status === 200) return isOf(subject, await reply.text());
        await reply.body?.cancel();
        if (isRefusal(reply.status)) return false;
        throw new Error(`the identity provider answers ${reply.status}`);
      } catch (error) {
        if (error instanceof client.WWWAuthenticateChallengeError && isRefusal(error.status)) return false;
        throw unreachable(error);
      }
    },
    async refresh(refreshToken) {
      const { client, config } = await open();
      try {
        const tokens = await client.refreshTokenGrant(config, refreshToken);
        return { ...tokensOf(tokens), refresh: tokens.refresh_token ?? refreshToken };
      } catch (error) {
        if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant') return null;
        throw unreachable(error);
      }
    },
  };
}

async function openClient({ issuer, clientId, clientSecret }: OidcConfig) {
  const client = await import('openid-client');
  const address = new URL(issuer);
  // readConfig allows http for this machine only.
  const execute = address.protocol === 'http:' ? [client.allowInsecureRequests] : [];
  const found = await client.discovery(address, clientId, clientSecret, undefined, { execute, timeout: timeoutSeconds });
  const metadata = found.serverMetadata();
  // Basic is the default if the provider does not declare a method (OpenID Connect Discovery, 3).
  const takesPost = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true;
  const authentication = takesPost ? client.ClientSecretPost(clientSecret) : client.ClientSecretBasic(clientSecret);
  const config = new client.Configuration(metadata, clientId, clientSecret, authentication);
  config.timeout = timeoutSeconds;
  if (address.protocol === 'http:') client.allowInsecureRequests(config);
  client.enableNonRepudiationChecks(config); // verifies the ID token's signature too, not only the connection
  return { client, config };
}

function tokensOf(tokens: Awaited<ReturnType<Client['refreshTokenGrant']>>): ProviderTokens {
  const seconds = tokens.expiresIn();
  return {
    access: tokens.access_token,
    refresh: tokens.refresh_token,
    expiresAt: seconds === undefined ? undefined : new Date(Date.now() + seconds * 1000),
  };
}

/** Whether a userinfo body names the subject. A signed body is not JSON; then the status alone decides. */
function isOf(subject: string, body: string): boolean {
  try {
    const said: unknown = JSON.parse(body);
    return typeof said === 'object' && said !== null && 'sub' in said && said.sub === subject;
  } catch {
    return true;
  }
}

const isRefusal = (status: number) => status === 401 || status === 403;

/** No response, or none of OpenID Connect. The library's other errors are about the content of a response. */
function isOutage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return error instanceof TypeError || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT';
}

function unreachable(error: unknown): ProviderUnreachable {
  return error instanceof ProviderUnreachable ? error : new ProviderUnreachable('the identity provider does not answer', { cause: error });
}

const timeoutSeconds = 5;
