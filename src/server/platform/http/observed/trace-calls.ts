import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tracing, type Span } from '../../telemetry/tracing.ts';
import { onClosed } from '../../runtime/on-closed.ts';
import { factsOf, noteCall } from './call-facts.ts';
import { callNameOf } from './call-names.ts';

/**
 * Creates a span for each call, from its headers to the end of its answer, as a child of the caller's (`traceparent`). The span names the
 * route, never the URL, which contains search terms. Adds no hooks if tracing is off.
 */
export function traceCalls(app: FastifyInstance): void {
  const tracer = tracing();
  if (tracer === null) return;
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, reply, done) => {
    const { method, route } = targetOf(request);
    const span = tracer.begin(route === undefined ? method : `${method} ${route}`, {
      kind: 'server',
      facts: {
        'http.request.method': method === 'HTTP' ? '_OTHER' : method,
        'url.scheme': request.protocol,
        'network.protocol.version': request.raw.httpVersion,
        ...(route === undefined ? {} : { 'http.route': route }),
      },
      root: { headers: request.headers, traceId: request.id.replaceAll('-', '') },
    });
    if (span === null) return done();
    spans.set(request, span);
    noteCall(request, { trace: span.traceId, span: span.spanId });
    // Also ends the span if the client disconnects before the end of the answer.
    onClosed(reply, () => span.end('client_left'));
    span.within(done);
  });
  // Reading a body loses the async context, because the connection's events belong to no span.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.within(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { api, call } = callNameOf(request);
    const { statusCode } = reply;
    const isRefused = factsOf(request).isRefused === true && statusCode === 200;
    const span = spans.get(request);
    span?.note({ 'http.response.status_code': statusCode, 'notary.api': api, 'notary.call': call, 'notary.refused': isRefused });
    span?.end(statusCode >= 500 ? String(statusCode) : undefined);
    done();
  });
}

/** The route's template, undefined without a matching route; and the method, `HTTP` for one that is not standard, which may be any text. */
function targetOf({ method, routeOptions: { url } }: FastifyRequest): { readonly method: string; readonly route: string | undefined } {
  return { method: methods.has(method) ? method : 'HTTP', route: url };
}

/** Source: OpenTelemetry, attribute `http.request.method`. */
const methods = new Set(['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'QUERY', 'TRACE']);
