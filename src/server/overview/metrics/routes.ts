import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../platform/runtime/config.ts';
import { metricsPage, type PageDeps } from './page.ts';
import { logFault } from '../../platform/http/observed/call-facts.ts';

interface MetricsDeps extends PageDeps {
  readonly token: string | undefined;
  /** Whether a connection from this machine needs no token. */
  readonly trustsLoopback: boolean;
}

/** Behind a proxy every connection may come from this machine, and not every proxy adds headers; then only the token counts. */
export function metricsTrustLoopback({ trustProxy, publicUrl }: Pick<Config, 'trustProxy' | 'publicUrl'>): boolean {
  return !trustProxy && publicUrl === undefined;
}

/** `GET /metrics` for callers with METRICS_TOKEN, or, without a proxy, for a Prometheus server on this machine. Everybody else gets 404. */
export async function metricsRoutes(app: FastifyInstance, { token, trustsLoopback, ...page }: MetricsDeps): Promise<void> {
  app.get('/metrics', async (request, reply) => {
    if (!(trustsLoopback && isLocal(request)) && !presents(request, token)) return plain(reply, 404, 'not found\n');
    return plain(reply, 200, await metricsPage(page));
  });
  app.setErrorHandler(async (error, request, reply) => {
    logFault(request, error);
    return plain(reply, 503, 'not available\n');
  });
}

/**
 * Uses the socket's address, because headers can be forged. Forwarding headers, a Host that is not this machine's, or HTTP/1.0, which nginx
 * speaks unless told otherwise and Prometheus does not, show a proxy on this machine, which speaks for others.
 */
function isLocal({ socket, headers, raw }: FastifyRequest): boolean {
  const isForwarded = raw.httpVersion === '1.0' || Object.keys(headers).some((name) => /^(?:x-)?forwarded|^via$|-ip$/.test(name));
  return !isForwarded && /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') && ownHost.test(headers.host ?? '');
}

const ownHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

function presents({ headers }: FastifyRequest, token: string | undefined): boolean {
  const presented = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
  // Digests have equal length, so the comparison takes constant time.
  return token !== undefined && presented !== undefined && timingSafeEqual(digest(presented), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function plain(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.status(status).type('text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store').send(text);
}
