import type { FastifyInstance, FastifyReply } from 'fastify';
import { onDraining } from '../http/drain.ts';
import { onClosed } from '../runtime/on-closed.ts';

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

  return (reply) => {
    const leaving = new AbortController();
    if (isStopping) leaving.abort();
    waiting.add(leaving);
    onClosed(reply, () => {
      waiting.delete(leaving);
      leaving.abort();
    });
    return leaving.signal;
  };
}
