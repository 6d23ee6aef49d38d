import type { FastifyInstance } from 'fastify';

/** A connection that was busy when closing began ends with its answer; else it would stay open and delay the close. */
export function closeConnectionsWhenClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}
