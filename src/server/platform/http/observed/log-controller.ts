import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';
import { lineOf } from './call-facts.ts';

/** Restricts Fastify's own log lines to faults, without URLs, which contain search terms. */
export class QuietLogController extends LogController {
  override incomingRequest(): void {}
  override routeNotFound(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest): void {
    if (error) request.log.error({ ...lineOf(request), err: error }, 'the answer broke off');
  }

  override defaultErrorLog(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    if (reply.statusCode >= 500) request.log.error({ ...lineOf(request), err: error }, 'fault');
  }
}
