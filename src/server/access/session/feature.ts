import type { Database } from '../../platform/db/database.ts';
import type { Config } from '../../platform/runtime/config.ts';
import { createCaptchas } from './captcha/captcha.ts';
import { deleteCaptchas } from './captcha/store.ts';
import { createPasskeySignIn } from './passkey-sign-in.ts';
import { forgetChallenges } from './passkeys/challenge-store.ts';
import { sessionRoutes } from './routes.ts';
import { createSignIn } from './sign-in.ts';
import { deleteOldFailures } from './sign-in-store.ts';
import { deleteOldSessions } from './store.ts';
import type { Tokens } from './token.ts';

interface SessionDeps {
  readonly config: Pick<Config, 'captcha' | 'explorerUrl' | 'login' | 'office' | 'oidc' | 'passwordSignIn' | 'session' | 'watermark'>;
  readonly db: Database;
  readonly secrets: { readonly token: Uint8Array; readonly totp: Uint8Array };
  readonly tokens: Tokens;
  readonly verifyUrl: string;
}

/** Signing in and out, the menu, and the console's data about its operator. */
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

/** Deletes old captchas, challenges and failures, and sessions a day past their end. */
async function forgetExpired(db: Database, { captcha, login, session: { maxSeconds } }: SessionDeps['config']): Promise<void> {
  await deleteCaptchas(db, 10 * captcha.ttlSeconds);
  await forgetChallenges(db);
  await deleteOldFailures(db, 10 * login.lockSeconds);
  await deleteOldSessions(db, maxSeconds + 86_400);
}
