import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { openCalls } from '../../contract/verify.ts';
import { proofOf } from '../custody/proof.ts';
import { readFacts } from '../custody/package/facts.ts';
import type { Database } from '../db/database.ts';
import { verifyHash, verifyNumber } from './verification.ts';

/** What anybody may ask: whether an evidence is known, and the proof of it. Limited by address; 0 switches the limit off. */
export async function verificationRoutes(app: FastifyInstance, { db, hasChain, perMinute }: { db: Database; hasChain: boolean; perMinute: number }): Promise<void> {
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
    if (error.statusCode === 429) return refuse(reply, 429, 'rate', 'too many requests, try again later');
    if (error.statusCode !== undefined && error.statusCode < 500) return refuse(reply, 400, 'malformed', 'the request cannot be read');
    request.log.error({ err: error }, 'fault');
    return refuse(reply, 500, 'fault', `internal error, request ${request.id}`);
  });

  app.get(openCalls.verify.path, async (request, reply) => {
    const query = openCalls.verify.query.safeParse(request.query);
    if (!query.success) {
      const issue = query.error.issues[0];
      return refuse(reply, 400, 'malformed', `${issue?.path.join('.') || 'query'}: ${issue?.message ?? 'malformed'}`);
    }
    const { number, sha256 = '' } = query.data;
    return number === undefined ? verifyHash(db, hasChain, sha256) : verifyNumber(db, hasChain, number);
  });

  app.get<{ Params: { number: string } }>(`${openCalls.verify.path}/:number/proof`, async (request, reply) => {
    const facts = await readFacts(db, request.params.number);
    if (!facts) return refuse(reply, 404, 'unknown', 'there is no such evidence');
    const proof = facts.logEntry === null ? null : await proofOf(db, { entryId: facts.logEntry });
    if (!proof) return reply.status(202).send({ state: 'pending' });
    return reply.type('text/plain; charset=utf-8').send(proof.text);
  });
}

function refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return reply.status(status).send({ error: { code, message } });
}
