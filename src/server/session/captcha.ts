import { createCanvas } from '@napi-rs/canvas';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { refuse } from '../http/refusal.ts';
import { chineseFont } from '../media/fonts.ts';

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
      return { token, image: await draw(answer) };
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
const width = 120;
const height = 40;

function randomAnswer(): string {
  return Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
}

function hash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The letters, turned and shifted, under noise, in the program's own font: the machine may have none. */
async function draw(answer: string): Promise<string> {
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  const ink = () => `hsl(${randomInt(200, 250)} 60% ${randomInt(25, 45)}%)`;
  pen.fillStyle = '#f5f6f8';
  pen.fillRect(0, 0, width, height);
  for (let line = 0; line < 4; line += 1) {
    pen.strokeStyle = ink();
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(0, randomInt(height));
    pen.bezierCurveTo(randomInt(width), randomInt(height), randomInt(width), randomInt(height), width, randomInt(height));
    pen.stroke();
  }
  pen.textBaseline = 'middle';
  pen.textAlign = 'center';
  for (const [index, letter] of [...answer].entries()) {
    pen.save();
    pen.translate(((index + 0.5) * (width - 12)) / answer.length + 6, height / 2 + randomInt(-3, 4));
    pen.rotate(randomInt(-35, 36) / 100);
    pen.font = chineseFont(randomInt(24, 29), 'bold');
    pen.fillStyle = ink();
    pen.fillText(letter, 0, 1);
    pen.restore();
  }
  for (let dot = 0; dot < 40; dot += 1) {
    pen.fillStyle = ink();
    pen.fillRect(randomInt(width), randomInt(height), 1, 1);
  }
  return `data:image/png;base64,${(await canvas.encode('png')).toString('base64')}`;
}
