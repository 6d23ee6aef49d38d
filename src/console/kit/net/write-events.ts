import type { Envelope } from '../../../contract/wire.ts';
import { createEmitter } from './emitter.ts';
import type { Method } from './request.ts';

/** Emitted after a write of this console, or one that collided with another: counts on the page may have changed. */
export const writeEvents = createEmitter();

/** Writes reply with a Chinese message, reads with `success` (spec/wire, 6); 430 means that somebody else has written first. */
export function isWrite(method: Method, { code, message }: Envelope): boolean {
  return method === 'POST' && ((Number(code) === 200 && message !== 'success') || Number(code) === 430);
}
