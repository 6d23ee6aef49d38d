import type { FastifyReply } from 'fastify';

/**
 * Calls `end` once, when the answer was sent or its connection has closed: at once, if that happened already. A `close` event is emitted
 * once, so a listener that is attached after an `await` would miss it; whoever holds something for a call gives it back through here.
 */
export function onClosed({ raw }: Pick<FastifyReply, 'raw'>, end: () => void): void {
  if (raw.destroyed) end();
  else raw.once('close', end);
}
