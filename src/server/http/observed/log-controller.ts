import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';
import { lineOf } from './call-facts.ts';

/** The lines that Fastify writes by itself: faults alone, and never an address, which holds what was searched for. */
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
