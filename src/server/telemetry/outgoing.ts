import { traced, tracing, type Span, type SpanStart } from './tracing.ts';

/** Whom a call goes out to, by what it is to us: their addresses may hold keys. */
export type Peer = 'timestamp authority' | 'witness' | 'SM2 signer' | 'chain node' | 'webhook';

/** `fetch`, with a span to the head of the answer. What is traced here is nobody else's: no `traceparent` goes out. */
export async function tracedFetch(peer: Peer, url: string, init: RequestInit = {}): Promise<Response> {
  if (tracing() === null) return fetch(url, init);
  const { method = 'GET' } = init;
  return traced(`${method} ${peer}`, outgoingStart(peer, method, url), async (span) => {
    const response = await fetch(url, init);
    noteStatus(span, response.status);
    return response;
  });
}

/** Neither path nor query: they may hold keys of ours, or be a client's own. */
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

/** What was answered; from 400 on it is a failure of the call. */
export function noteStatus(span: Span | null, status: number): void {
  span?.note({ 'http.response.status_code': status });
  if (status >= 400) span?.end(String(status));
}
