import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Database } from '../../../platform/db/database.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import { deleteCaptchas, insertCaptcha, takeCaptcha } from './store.ts';

export interface CaptchaOptions {
  readonly ttlSeconds: number;
  /** Tests only: every captcha has this answer. */
  readonly fixedCode: string | undefined;
}

/** Image captchas. Each allows one attempt, right or wrong, and expires after `ttlSeconds`. */
export function createCaptchas(db: Database, options: CaptchaOptions) {
  return {
    /** A new captcha: its token and a PNG as a `data:` URL. */
    async issue(): Promise<{ token: string; image: string }> {
      const token = randomBytes(18).toString('base64url');
      const answer = options.fixedCode ?? randomAnswer();
      await insertCaptcha(db, { token_hash: hash(token), answer });
      await deleteCaptchas(db, 10 * options.ttlSeconds);
      // Loads the canvas with the first captcha, not at start-up.
      const { captchaImage } = await import('./captcha-image.ts');
      return { token, image: await captchaImage(answer) };
    },
    /** Consumes a captcha. @throws Refusal 验证码已过期 or 验证码错误. */
    async consume(token: string, code: string): Promise<void> {
      const used = await takeCaptcha(db, hash(token));
      if (!used) throw refuse('验证码已过期');
      if (used.ageSeconds > options.ttlSeconds) throw refuse('验证码已过期');
      if (code.trim().toLowerCase() !== used.answer.toLowerCase()) throw refuse('验证码错误');
    },
  };
}
export type Captchas = ReturnType<typeof createCaptchas>;

// Without letters and digits that are easily confused.
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

function randomAnswer(): string {
  return Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
}

function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
