import type { FastifyInstance } from 'fastify';
import { transportRefusal } from '../../../contract/wire.ts';
import { transportMessages } from './errors.ts';
import { callerKey } from './limits/address.ts';
import { hasBody } from './limits/body-end.ts';
import { callCounter } from './limits/call-counter.ts';
import { tokensOfAddress } from './limits/rate.ts';
import { refuseUnsigned } from './unsigned.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Called by windows by themselves, or many times for one page or mirror: an address may do so ten times as often. */
    readonly isFrequent?: boolean;
  }
}

/**
 * Limits the calls per minute of an address over all routes of a scope; 0 disables the limit. It answers by itself, because the routes of
 * one scope may have several formats of errors.
 */
export function limitScope(app: FastifyInstance, perMinute: number): void {
  const rare = callCounter({ perMinute });
  const frequent = callCounter({ perMinute: perMinute * tokensOfAddress });
  app.addHook('onRequest', (request, reply, done) => {
    const { url = '', config } = request.routeOptions;
    const wait = (config.isFrequent === true ? frequent : rare).count(callerKey(request));
    if (wait === null) return done();
    void reply.status(429).header('retry-after', String(wait));
    if (hasBody(request.raw)) void reply.header('connection', 'close');
    if (url.startsWith('/open/')) refuseUnsigned(reply, 429, 'rate', 'too many requests, try again later');
    else reply.send(transportRefusal(429, transportMessages[429] ?? ''));
  });
}
