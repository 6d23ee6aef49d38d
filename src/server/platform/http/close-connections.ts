import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/**
 * Closes connections that would delay the close: busy ones after their answer, and those on which nothing was ever sent, which browsers
 * open ahead of need. Node itself closes only those that are idle after an answer.
 */
export function closeConnectionsWhenClosing(app: FastifyInstance): void {
  const open = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}
