import type { FastifyInstance, FastifyReply } from 'fastify';
import { onClosed } from '../../runtime/on-closed.ts';
import { callerKey } from './address.ts';
import { endBody, hasBody, isReadWhole } from './body-end.ts';
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
      reply.raw.once('finish', release);
      onClosed(reply, release);
    },
  };
}

/**
 * Limits the concurrent bodies from one address, before authentication: uploads, and apart from them forms. Of forms the oldest that has
 * not come in ends, instead of the newest being refused: otherwise whoever sends halves would keep all others of the address, such as an
 * office behind one router, from signing in.
 */
export function limitBodies(app: FastifyInstance, max: number): void {
  const uploads = uploadSlots(max);
  const forms = formSlots(max);
  app.addHook('onRequest', (request, reply, done) => {
    try {
      const { raw } = request;
      if (hasBody(raw)) (isReadWhole(raw) ? forms : uploads).take(callerKey(request), reply);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

function formSlots(max: number): UploadSlots {
  const open = new Map<string, Set<FastifyReply>>();
  return {
    take(key, reply) {
      if (max === 0) return;
      const own = open.get(key) ?? new Set();
      if (own.size >= max) endOldest(own);
      open.set(key, own.add(reply));
      const release = (): void => {
        own.delete(reply);
        if (own.size === 0 && open.get(key) === own) open.delete(key);
      };
      reply.raw.once('finish', release);
      onClosed(reply, release);
    },
  };
}

/** @throws TooMany if all have come in and are being answered. */
function endOldest(forms: Set<FastifyReply>): void {
  // A set iterates in insertion order, so the oldest comes first.
  const oldest = [...forms].find(({ request: { raw } }) => !raw.complete);
  if (!oldest) throw new TooMany(retrySeconds);
  forms.delete(oldest);
  endBody(oldest.request.raw, oldest.raw, 'idle');
}

/** Uploads take seconds to hours, so the time of a free slot is unknown; a retry after this time costs little. */
const retrySeconds = 5;

/** Sets `Retry-After` if the error is TooMany, and closes the connection instead of waiting for the rest of the refused body. */
export function setRetryAfter(reply: FastifyReply, error: unknown): void {
  if (!(error instanceof TooMany)) return;
  reply.header('retry-after', String(error.retrySeconds));
  if (hasBody(reply.request.raw)) reply.header('connection', 'close');
}
