import type { FastifyInstance } from 'fastify';

/** A connection that was busy when closing began is told to end with its answer; else it would idle on and hold the close. */
export function closeConnectionsWhenClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}
