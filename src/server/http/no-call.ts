import type { FastifyInstance, FastifyReply } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { transportRefusal } from '../../contract/wire.ts';
import { transportMessages } from './errors.ts';
import { refuseUnsigned } from './unsigned.ts';

/**
 * Answers where no call is: under `/open/` in the intake's form, whatever the method; and at the address that unreadable ones are sent to.
 */
export function answerNoCall(app: FastifyInstance): void {
  answerAll(app, '/open/*', (reply) => refuseUnsigned(reply, 404, 'unknown', 'there is no such call'));
  answerAll(app, unreadable, (reply) => reply.status(400).send(transportRefusal(400, transportMessages[400] ?? '')));
}

/**
 * Sends a request whose address cannot be read (`%zz`) to one that can: on its own it reaches neither a route nor a hook, and its answer
 * would lack the headers of every answer (security, 31).
 */
export function rerouteUnreadable(app: FastifyInstance, request: IncomingMessage, reply: FastifyReply): void {
  request.url = request.url?.startsWith('/open/') ? `/open${unreadable}` : unreadable;
  app.routing(request, reply.raw);
}

const unreadable = '/unreadable';

/** Before a body is read: that a call is not there does not hang on what it was sent. */
function answerAll(app: FastifyInstance, url: string, answer: (reply: FastifyReply) => FastifyReply): void {
  app.all(url, { onRequest: async (_request, reply) => answer(reply) }, async (_request, reply) => answer(reply));
}
