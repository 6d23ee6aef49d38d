import type { FastifyInstance, FastifyReply } from 'fastify';
import { onDraining } from '../http/drain.ts';

/** Signals that end what calls of an app wait for: once the client of a call has left, and all of them once the server stops. */
export function watchLeaving(app: FastifyInstance): (reply: FastifyReply) => AbortSignal {
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
