// A real OpenID Connect provider (oidc-provider) as a process of its own. The test sets its users by POST /control.
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

const state = { user: '', verified: true, said: {}, disabled: [], seconds: 3600, isAway: false };
const server = createServer((request, response) => handle(request, response));
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const issuer = `http://127.0.0.1:${server.address().port}`;

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'console',
      client_secret: 'secret-of-the-console',
      redirect_uris: ['http://localhost/oidc/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
    },
  ],
  cookies: { keys: ['of the test'] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  features: { devInteractions: { enabled: false } },
  conformIdTokenClaims: false,
  pkce: { required: () => true },
  issueRefreshToken: async (_context, _client, code) => code.scopes.has('offline_access'),
  ttl: { AccessToken: () => state.seconds, Session: 3600, Grant: 3600, IdToken: 3600, RefreshToken: 3600, Interaction: 600 },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  async findAccount(_context, id) {
    if (state.disabled.includes(id)) return undefined;
    return { accountId: id, claims: async (use) => claimsOf(id, use) };
  },
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
    grant.addOIDCScope('openid email profile offline_access');
    await grant.save();
    return grant;
  },
});
// A claim of the value 'absent' is left out.
function claimsOf(id, use) {
  const claims = { sub: id, email: id, email_verified: state.verified, name: id, ...state.said[use] };
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== 'absent'));
}
// A test's server runs on any free port.
provider.Client.prototype.redirectUriAllowed = (uri) => uri.endsWith('/oidc/callback');
const answer = provider.callback();
const asked = { userinfo: 0, token: 0 };

async function handle(request, response) {
  if (request.url === '/control') {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    Object.assign(state, JSON.parse(Buffer.concat(chunks).toString() || '{}'));
    response.setHeader('content-type', 'application/json').end(JSON.stringify(asked));
    return;
  }
  if (state.isAway) {
    response.writeHead(503).end();
    return;
  }
  if (request.url.startsWith('/me')) asked.userinfo += 1;
  if (request.url.startsWith('/token')) asked.token += 1;
  if (request.url.startsWith('/interaction/')) {
    const result = state.user === '' ? { error: 'access_denied' } : { login: { accountId: state.user }, consent: {} };
    await provider.interactionFinished(request, response, result);
    return;
  }
  answer(request, response);
}

process.stdout.write(`${JSON.stringify({ issuer })}\n`);
process.on('SIGTERM', () => process.exit(0));
