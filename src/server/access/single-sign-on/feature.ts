import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { forgetPending } from './pending-store.ts';
import { createProviderSignIn } from './provider-sign-in.ts';
import { singleSignOnRoutes } from './routes.ts';

/** Sign-in at the office's identity provider, if there is one. */
export function singleSignOn({ config, db, provider, secrets, tokens }: Pick<Deps, 'config' | 'db' | 'provider' | 'secrets' | 'tokens'>) {
  if (provider === null || config.oidc === null) return {};
  const { claim, emailVerified } = config.oidc;
  const assumesVerified = emailVerified === 'assume';
  const signIn = createProviderSignIn({ db, config, tokens, provider, claim, assumesVerified, secret: secrets.totp });
  const routes = { signIn, publicUrl: config.publicUrl, perMinute: config.ratePerMinute.login };
  return {
    register: (app: FastifyInstance) => singleSignOnRoutes(app, routes),
    jobs: [{ name: 'forgetting sign-ins that nobody finished', everyMs: 60_000, run: () => forgetPending(db) }],
  };
}
