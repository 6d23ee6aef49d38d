import type { FastifyInstance, FastifyReply } from 'fastify';
import { onDraining } from '../http/drain.ts';

/** Creates abort signals for waiting calls: each is aborted when its client disconnects, and all when the server stops. */
export function watchDisconnect(app: FastifyInstance): (reply: FastifyReply) => AbortSignal {
  const waiting = new Set<AbortController>();
  let isStopping = false;
  const stop = (): void => {
    isStopping = true;
    for (const leaving of waiting) leaving.abort();
  };
  onDraining(app, stop);
  app.addHook('preClose', async () => stop());

  return ({ raw }) => {
    const leaving = new AbortController();
    if (isStopping || raw.destroyed) leaving.abort();
    else {
      waiting.add(leaving);
      raw.once('close', () => {
        waiting.delete(leaving);
        leaving.abort();
      });
    }
    return leaving.signal;
  };
}
