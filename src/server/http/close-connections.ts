import type { FastifyInstance } from 'fastify';

/** Closes connections that are busy when closing begins after their answer; kept alive, they would delay the close. */
export function closeConnectionsWhenClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}
