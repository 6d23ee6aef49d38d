import rateLimit from '@fastify/rate-limit';
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tokenOf, transportRefusal } from '../../contract/wire.ts';
import { transportMessages } from './errors.ts';

/** Limits the calls per minute of an address and token together (wire, section 6); 0 switches it off. */
export async function limitRate(app: FastifyInstance, perMinute: number, tighter: { paths: readonly string[]; perMinute: number }): Promise<void> {
  if (perMinute === 0 && tighter.perMinute === 0) return;
  const limited = (request: FastifyRequest) => tighter.paths.includes(request.routeOptions.url ?? '');
  await app.register(rateLimit, {
    global: true,
    timeWindow: 60_000,
    max: (request) => (limited(request) ? tighter.perMinute : perMinute) || Number.MAX_SAFE_INTEGER,
    keyGenerator: (request) => (limited(request) ? `login ${request.ip}` : `${request.ip} ${digest(tokenOf(request.headers.authorization))}`),
    errorResponseBuilder: () => Object.assign(new Error('rate'), { statusCode: 429, ...transportRefusal(429, transportMessages[429] ?? '') }),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false, 'retry-after': true },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  });
}

// The limiter's memory must not become a list of live tokens.
function digest(token: string): string {
  return token === '' ? '' : createHash('sha256').update(token).digest('base64url').slice(0, 16);
}
