import type { FastifyInstance, FastifyReply } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { transportRefusal } from '../../../contract/wire.ts';
import { transportMessages } from './errors.ts';
import { refuseUnsigned } from './unsigned.ts';

/**
 * Answers unknown calls under `/open/` in the intake's error format, for every method; and requests redirected by `rerouteUnreadable`.
 */
export function answerNoCall(app: FastifyInstance): void {
  answerAll(app, '/open/*', (reply) => refuseUnsigned(reply, 404, 'unknown', noSuchCall));
  answerAll(app, unreadable, (reply) => reply.status(400).send(transportRefusal(400, transportMessages[400] ?? '')));
}

/**
 * Reroutes a request with an undecodable URL (`%zz`) to a valid one. Otherwise it would reach neither a route nor a hook, and its answer
 * would lack the security headers (spec/security, 31).
 */
export function rerouteUnreadable(app: FastifyInstance, request: IncomingMessage, reply: FastifyReply): void {
  request.url = request.url?.startsWith('/open/') ? `/open${unreadable}` : unreadable;
  app.routing(request, reply.raw);
}

export const noSuchCall = 'there is no such call; the calls are described at /open/docs';
const unreadable = '/unreadable';

/** Answers in `onRequest`, before the body is read, since the answer does not depend on it. */
function answerAll(app: FastifyInstance, url: string, answer: (reply: FastifyReply) => FastifyReply): void {
  app.all(url, { onRequest: async (_request, reply) => answer(reply) }, async (_request, reply) => answer(reply));
}
