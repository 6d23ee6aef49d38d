import type { FastifyInstance } from 'fastify';
import { readiness } from './limits/readiness.ts';

/** `/healthz`: the process answers. `/readyz`: what it stands on answers too. */
export function healthRoutes(app: FastifyInstance, check: () => Promise<unknown>): void {
  const isReady = readiness(check);
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await isReady();
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
}
