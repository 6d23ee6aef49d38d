import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { serveOnLoopback } from './loopback.ts';

/** A received span. */
export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a root span. */
  readonly parentSpanId: string;
  readonly facts: Readonly<Record<string, string | number | boolean>>;
  /** 2 means failed. */
  readonly status: number;
  readonly events: readonly string[];
  readonly links: readonly string[];
}

/** A receiver of OTLP over HTTP, as JSON. Stop it also after a failure. */
export async function startTraceReceiver() {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const asked = { count: 0 };
  let answer: (response: ServerResponse) => void = take;
  const server = await serveOnLoopback(async (request, response) => {
    asked.count += 1;
    const body = await text(request);
    if (answer === take) {
      if (request.method !== 'POST' || request.url !== '/v1/traces') throw new Error(`${request.method} ${request.url}`);
      bodies.push(body);
      spans.push(...spansOf(JSON.parse(body) as Export));
    }
    answer(response);
  });
  return {
    ...server,
    /** All received spans, in order. */
    spans,
    /** The received bodies, for searching. */
    bodies,
    asked,
    answer: (how: typeof answer) => (answer = how),
    /** Spans of one trace. */
    trace: (id: string) => spans.filter(({ traceId }) => traceId === id),
  };
}

export const take = (response: ServerResponse): void => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
export const refuse = (response: ServerResponse): void => void response.writeHead(400).end('no');
export const hang = (): void => undefined;

/** Source: opentelemetry-proto, trace.proto in its JSON form. */
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}
interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string; readonly boolValue?: boolean };
}
interface WireSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes?: readonly Attribute[];
  readonly status?: { readonly code?: number };
  readonly events?: readonly { readonly name: string }[];
  readonly links?: readonly { readonly spanId: string }[];
}

function spansOf({ resourceSpans }: Export): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(factsOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, kind, traceId, spanId, parentSpanId = '', attributes = [], status, events = [], links = [] }) => ({
        service,
        name,
        kind,
        traceId,
        spanId,
        parentSpanId,
        facts: factsOf(attributes),
        status: status?.code ?? 0,
        events: events.map((event) => event.name),
        links: links.map((link) => link.spanId),
      })),
    );
  });
}

function factsOf(attributes: readonly Attribute[]): Record<string, string | number | boolean> {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, boolValue } }) => [
      key,
      stringValue ?? boolValue ?? (intValue === undefined ? '' : Number(intValue)),
    ]),
  );
}
