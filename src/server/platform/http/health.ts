import type { FastifyInstance } from 'fastify';
import { build } from '../runtime/build.ts';
import { faultReason } from '../runtime/faults.ts';
import type { Drain } from './drain.ts';
import { readiness } from './limits/readiness.ts';

/** `/healthz`: the process is up, and its release. `/readyz`: database and storage answer too, and the server is not draining. */
export function healthRoutes(app: FastifyInstance, check: () => Promise<unknown>, drain: Drain): void {
  const isReady = readiness(loggedCheck(check, app.log));
  const { version, commit } = build;
  app.get('/healthz', { exposeHeadRoute: true }, async () => ({ status: 'ok', version, ...(commit === null ? {} : { commit }) }));
  app.get('/readyz', { exposeHeadRoute: true }, async (request, reply) => {
    drain.probed(request.socket.remoteAddress ?? '');
    if (drain.signal.aborted) return reply.status(503).send({ status: 'draining' });
    const ready = await isReady();
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
}

/** Logs why the server is not ready, once for each change of the reason, and when it is ready again. */
function loggedCheck(check: () => Promise<unknown>, log: FastifyInstance['log']): () => Promise<unknown> {
  let lastReason: string | null = null;
  return async () => {
    try {
      const result = await check();
      if (lastReason !== null) log.warn('ready again');
      lastReason = null;
      return result;
    } catch (error) {
      const reason = faultReason(error);
      if (reason !== lastReason) log.error({ err: error }, 'not ready');
      lastReason = reason;
      throw error;
    }
  };
}
