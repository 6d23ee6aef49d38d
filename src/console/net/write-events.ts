import type { Envelope } from '../../contract/wire.ts';
import { createEmitter } from './emitter.ts';
import type { Method } from './request.ts';

/** Emitted after a write of this console, or one that it collided with: counts on the page may have changed. */
export const writeEvents = createEmitter();

/** Writes answer a Chinese message, reads `success` (wire, section 6); 430 says that somebody else has written first. */
export function isWrite(method: Method, { code, message }: Envelope): boolean {
  return method === 'POST' && ((Number(code) === 200 && message !== 'success') || Number(code) === 430);
}
