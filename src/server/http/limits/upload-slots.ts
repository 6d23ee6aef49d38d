import type { FastifyInstance, FastifyReply } from 'fastify';
import { addressKey } from './address.ts';
import { hasBody } from './body-end.ts';
import { TooMany } from './call-counter.ts';

/** How many calls with a body may be under way at a time, of one who is counted. */
export interface UploadSlots {
  /** Takes a place until the call is answered or its connection is gone. @throws TooMany */
  take(key: string, reply: FastifyReply): void;
}

/** @param max of a key; 0: no bound. */
export function uploadSlots(max: number): UploadSlots {
  const taken = new Map<string, number>();
  return {
    take(key, reply) {
      if (max === 0) return;
      const before = taken.get(key) ?? 0;
      if (before >= max) throw new TooMany(retrySeconds);
      taken.set(key, before + 1);
      let isTaken = true;
      const release = (): void => {
        if (!isTaken) return;
        isTaken = false;
        const left = (taken.get(key) ?? 1) - 1;
        if (left > 0) taken.set(key, left);
        else taken.delete(key);
      };
      // The one without the other: a connection that breaks off, and one that is used again.
      reply.raw.once('finish', release).once('close', release);
    },
  };
}

/** Bounds the bodies under way from one address, before anybody asks whose they are. */
export function limitBodies(app: FastifyInstance, max: number): void {
  const slots = uploadSlots(max);
  app.addHook('onRequest', (request, reply, done) => {
    try {
      if (hasBody(request.raw)) slots.take(addressKey(request.ip), reply);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

/** Uploads last for seconds or hours; a client that comes again so soon costs nothing. */
const retrySeconds = 5;

/** Sets `Retry-After` where the refusal is TooMany. The rest of the refused body is not waited for. */
export function setRetryAfter(reply: FastifyReply, error: unknown): void {
  if (!(error instanceof TooMany)) return;
  reply.header('retry-after', String(error.retrySeconds));
  if (hasBody(reply.request.raw)) reply.header('connection', 'close');
}
