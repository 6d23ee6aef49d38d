import { expect } from 'vitest';

/** The console's answer to refused input. */
export const failed = (msg: string) => ({ code: 403, message: 'failed', data: { msg } });
/** The console's answer to the second of two callers. */
export const lost = (msg: string) => ({ code: 430, message: 'failed', data: { msg } });
/** The console's answer to a caller without the node. */
export const forbidden = { code: 403, message: '权限不足！', data: null };
/** The intake's answer to a request of a wrong form. */
export const malformed = (text: string) => ({
  status: 400,
  body: { error: { code: 'malformed', message: expect.stringContaining(text) as string } },
});
