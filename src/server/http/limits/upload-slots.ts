import type { FastifyInstance, FastifyReply } from 'fastify';
import { addressKey } from './address.ts';
import { hasBody } from './body-end.ts';
import { TooMany } from './call-counter.ts';

/** Limits the concurrent calls with a body per key. */
export interface UploadSlots {
  /** Takes a slot until the call is answered or its connection closes. @throws TooMany */
  take(key: string, reply: FastifyReply): void;
}

/** @param max slots per key; 0 means no limit. */
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
      // Either may come alone: `close` for a broken connection, `finish` for a reused one.
      reply.raw.once('finish', release).once('close', release);
    },
  };
}

/** Limits the concurrent bodies from one address, before authentication. */
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

/** Uploads take seconds to hours, so the time of a free slot is unknown; a retry after this time costs little. */
const retrySeconds = 5;

/** Sets `Retry-After` if the error is TooMany, and closes the connection instead of waiting for the rest of the refused body. */
export function setRetryAfter(reply: FastifyReply, error: unknown): void {
  if (!(error instanceof TooMany)) return;
  reply.header('retry-after', String(error.retrySeconds));
  if (hasBody(reply.request.raw)) reply.header('connection', 'close');
}
