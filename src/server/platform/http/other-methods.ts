import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { transportRefusal } from '../../../contract/wire.ts';
import { transportMessages } from './errors.ts';
import { sentMethod } from './request-target.ts';
import { refuseUnsigned } from './unsigned.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route that answers 405. */
    readonly isOtherMethod?: boolean;
  }
}

/**
 * Answers 405 with `Allow` to every method that a known path does not have (RFC 9110, 15.5.6), before anything is read or verified, but
 * counted by the limits of its scope. Call it before any route is added. @returns the function that adds these answers, to be called once
 * all routes are there.
 */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const addresses = new Map<string, { readonly scope: FastifyInstance; readonly methods: Set<string> }>();
  app.addHook('onRoute', function note(this: FastifyInstance, { url, method, prefix }) {
    // Routes of one address may name its parameters differently.
    const address = url.replace(/:\w+/g, ':part');
    const known = addresses.get(address) ?? { scope: prefix === '' ? this : app, methods: new Set() };
    for (const one of [method].flat()) known.methods.add(one);
    addresses.set(address, known);
  });
  return () => {
    for (const [url, { scope, methods }] of addresses) {
      const others = app.supportedMethods.filter((method) => !methods.has(method));
      if (others.length === 0) continue;
      const allow = [...methods].toSorted().join(', ');
      const refuse = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
        methodRefused(url, reply.status(405).header('allow', allow));
      scope.route({ method: others, url, config: { isOtherMethod: true }, onRequest: refuse, handler: refuse });
    }
  };
}

function methodRefused(url: string, reply: FastifyReply): FastifyReply {
  const isOpen = url.startsWith('/open/');
  return isOpen
    ? refuseUnsigned(reply, 405, 'method', `${sentMethod(reply.request.raw)} is not a method of this address; see Allow`)
    : reply.send(transportRefusal(405, transportMessages[405] ?? ''));
}
