import type { FastifyInstance, FastifyReply } from 'fastify';

/** Signals that end what calls of an app wait for: once the client of a call has left, and all of them once the server stops. */
export function watchLeaving(app: FastifyInstance): (reply: FastifyReply) => AbortSignal {
  const waiting = new Set<AbortController>();
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
    for (const leaving of waiting) leaving.abort();
  });

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
