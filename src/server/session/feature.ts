import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Config } from '../runtime/config.ts';
import { createCaptchas } from './captcha/captcha.ts';
import { createPasskeySignIn } from './passkey-sign-in.ts';
import { forgetChallenges } from './passkeys/challenges.ts';
import { sessionRoutes } from './routes.ts';
import { createSignIn } from './sign-in.ts';
import type { Tokens } from './token.ts';

interface SessionDeps {
  readonly config: Pick<Config, 'captcha' | 'explorerUrl' | 'login' | 'office' | 'oidc' | 'passwordSignIn' | 'session' | 'watermark'>;
  readonly db: Database;
  readonly secrets: { readonly token: Uint8Array; readonly totp: Uint8Array };
  readonly tokens: Tokens;
  readonly verifyUrl: string;
}

/** Signing in and out, the menu, and what the console knows of its operator. */
export function session({ config, db, secrets, tokens, verifyUrl }: SessionDeps) {
  const captchas = createCaptchas(db, config.captcha);
  const options = {
    ...config.login,
    sessionSeconds: config.session.maxSeconds,
    totpKey: secrets.totp,
    passwordSignIn: config.passwordSignIn,
  };
  return {
    routes: sessionRoutes({
      db,
      captchas,
      signIn: createSignIn(db, captchas, tokens, options),
      passkeySignIn: createPasskeySignIn(db, tokens, options),
      ways: { provider: config.oidc?.label ?? '', password: config.passwordSignIn ? 1 : 0 },
      shown: {
        explorerUrl: config.explorerUrl,
        officeName: config.office.name,
        verifyUrl,
        draftSecret: secrets.token,
        hasWatermark: config.watermark,
      },
      limits: config.session,
    }),
    jobs: [{ name: 'forgetting what is over of sign-ins', everyMs: 60_000, run: () => forgetExpired(db, config) }],
  };
}

/** Old captchas and failures, and sessions a day past their end. */
async function forgetExpired(db: Database, { captcha, login, session: { maxSeconds } }: SessionDeps['config']): Promise<void> {
  const ago = (seconds: number) => sql<Date>`now() - make_interval(secs => ${seconds})`;
  await db
    .deleteFrom('captcha')
    .where('created_at', '<', ago(10 * captcha.ttlSeconds))
    .execute();
  await forgetChallenges(db);
  await db
    .deleteFrom('login_failure')
    .where('last_at', '<', ago(10 * login.lockSeconds))
    .execute();
  await db
    .deleteFrom('session')
    .where('created_at', '<', ago(maxSeconds + 86_400))
    .execute();
}
