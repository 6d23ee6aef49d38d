import { expect } from 'vitest';

/** What the console answers to input that it refuses. */
export const failed = (msg: string) => ({ code: 403, message: 'failed', data: { msg } });
/** What it answers to whoever came second. */
export const lost = (msg: string) => ({ code: 430, message: 'failed', data: { msg } });
/** What it answers to a caller without the node. */
export const forbidden = { code: 403, message: '权限不足！', data: null };
/** What the intake answers to a request of a wrong form. */
export const malformed = (text: string) => ({
  status: 400,
  body: { error: { code: 'malformed', message: expect.stringContaining(text) as string } },
});
