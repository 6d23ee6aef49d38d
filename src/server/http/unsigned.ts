import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { hasLeft } from './client-left.ts';

/** For calls that anybody may make without a key: limited by address (0 switches the limit off), refusals and faults in the intake's form. */
export async function serveUnsigned(app: FastifyInstance, perMinute: number): Promise<void> {
  if (perMinute > 0) {
    await app.register(rateLimit, {
      timeWindow: 60_000,
      max: perMinute,
      keyGenerator: (request) => request.ip,
      errorResponseBuilder: () => Object.assign(new Error('rate'), { statusCode: 429 }),
      addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false, 'retry-after': true },
      addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    });
  }
  app.setErrorHandler(async (error: { statusCode?: number }, request, reply) => {
    if (error.statusCode === 429) return refuseUnsigned(reply, 429, 'rate', 'too many requests, try again later');
    if (error.statusCode !== undefined && error.statusCode < 500) return refuseUnsigned(reply, 400, 'malformed', 'the request cannot be read');
    if (!hasLeft(error, request)) request.log.error({ err: error }, 'fault');
    return refuseUnsigned(reply, 500, 'fault', `internal error, request ${request.id}`);
  });
}

/** `{ "error": { "code", "message" } }` under an HTTP status (intake). */
export function refuseUnsigned(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return reply.status(status).send({ error: { code, message } });
}
