import { traced, tracing, type Span, type SpanStart } from './tracing.ts';

/** The role of the service that is called; its address may contain keys and is not used as a name. */
export type Peer = 'timestamp authority' | 'witness' | 'SM2 signer' | 'chain node' | 'webhook';

/** `fetch` with a span that ends with the response's headers. Sends no `traceparent`: the traces are not shared with other services. */
export async function tracedFetch(peer: Peer, url: string, init: RequestInit = {}): Promise<Response> {
  if (tracing() === null) return fetch(url, init);
  const { method = 'GET' } = init;
  return traced(`${method} ${peer}`, outgoingStart(peer, method, url), async (span) => {
    const response = await fetch(url, init);
    noteStatus(span, response.status);
    return response;
  });
}

/** Facts of the span, without the URL's path and query: they may contain keys of ours, or belong to a client. */
export function outgoingStart(peer: Peer, method: string, url: string): SpanStart {
  const { protocol, hostname, port } = new URL(url);
  const facts = {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': Number(port === '' ? (protocol === 'https:' ? 443 : 80) : port),
    'url.scheme': protocol.slice(0, -1),
    'notary.peer': peer,
  };
  return { kind: 'client', facts };
}

/** Records the response's status. From 400 on it ends the span as failed. */
export function noteStatus(span: Span | null, status: number): void {
  span?.note({ 'http.response.status_code': status });
  if (status >= 400) span?.end(String(status));
}
