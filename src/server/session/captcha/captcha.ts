import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { refuse } from '../../http/refusal.ts';

export interface CaptchaOptions {
  readonly ttlSeconds: number;
  /** Tests only: every captcha has this answer. */
  readonly fixedCode: string | undefined;
}

/** Image captchas. Each serves one attempt, right or wrong, and lives for `ttlSeconds`. */
export function createCaptchas(db: Database, options: CaptchaOptions) {
  return {
    /** A new captcha: its token and a PNG as a `data:` URL. */
    async issue(): Promise<{ token: string; image: string }> {
      const token = randomBytes(18).toString('base64url');
      const answer = options.fixedCode ?? randomAnswer();
      const expired = new Date(Date.now() - 10 * options.ttlSeconds * 1000);
      await db
        .insertInto('captcha')
        .values({ token_hash: hash(token), answer, created_at: new Date() })
        .execute();
      await db.deleteFrom('captcha').where('created_at', '<', expired).execute();
      // The canvas is loaded by the first login page, not by the start.
      const { captchaImage } = await import('./captcha-image.ts');
      return { token, image: await captchaImage(answer) };
    },
    /** Uses a captcha up. @throws Refusal 验证码已过期 or 验证码错误. */
    async consume(token: string, code: string): Promise<void> {
      const used = await db
        .deleteFrom('captcha')
        .where('token_hash', '=', hash(token))
        .returning(['answer', 'created_at'])
        .executeTakeFirst();
      if (!used) throw refuse('验证码已过期');
      if (Date.now() - used.created_at.getTime() > options.ttlSeconds * 1000) throw refuse('验证码已过期');
      if (code.trim().toLowerCase() !== used.answer.toLowerCase()) throw refuse('验证码错误');
    },
  };
}
export type Captchas = ReturnType<typeof createCaptchas>;

// Without the letters and digits that people mistake for one another.
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

function randomAnswer(): string {
  return Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
}

function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
