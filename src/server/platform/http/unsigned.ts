import type { FastifyInstance, FastifyReply } from 'fastify';
import type { RefusalCode } from '../../../contract/open/refusals.ts';
import { endOfBody } from './limits/body-end.ts';
import { isClientDisconnect } from './limits/client-disconnect.ts';
import { setRetryAfter } from './limits/upload-slots.ts';
import { logFault } from './observed/call-facts.ts';

/** Sets up calls that need no key, with refusals and faults in the intake's format. */
export function serveUnsigned(app: FastifyInstance): void {
  app.setErrorHandler(async (error: { statusCode?: number }, request, reply) => {
    if (endOfBody(request) !== undefined) return refuseUnsigned(reply, 408, 'timeout', 'nothing more came of the body');
    setRetryAfter(reply, error);
    if (error.statusCode === 429) return refuseUnsigned(reply, 429, 'rate', 'too many requests, try again later');
    if (error.statusCode !== undefined && error.statusCode < 500)
      return refuseUnsigned(reply, 400, 'malformed', 'the request cannot be read');
    if (!isClientDisconnect(error, request)) logFault(request, error);
    return refuseUnsigned(reply, 500, 'fault', `internal error, request ${request.id}`);
  });
}

/** Sends `{ "error": { "code", "message" } }` with an HTTP status (intake). */
export function refuseUnsigned(reply: FastifyReply, status: number, code: RefusalCode, message: string): FastifyReply {
  return reply.status(status).send({ error: { code, message } });
}
