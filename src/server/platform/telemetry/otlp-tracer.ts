import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
} from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, RandomIdGenerator, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import { build } from '../runtime/build.ts';
import { faultReason } from '../runtime/faults.ts';
import type { Resume, Span, SpanFacts, SpanStart, Tracer } from './tracing.ts';

interface OtlpSettings {
  /** The full address: `https://collector:4318/v1/traces`. */
  readonly url: string;
  readonly service: string;
  readonly tell: (line: string) => void;
}

/** The limit of spans under one call or job: an event stream or a long export queries the database for as long as it is open. */
const mostSpans = 500;

/**
 * Sends traces by OTLP over HTTP, as JSON. Sampling, batches, limits, headers and the resource follow the standard variables, which the
 * library reads (`OTEL_TRACES_SAMPLER`, `OTEL_BSP_*`, `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_RESOURCE_ATTRIBUTES`, …). Spans that cannot be
 * sent are dropped; at most `OTEL_BSP_MAX_QUEUE_SIZE` are queued.
 */
export function openOtlpTracer({ url, service, tell }: OtlpSettings): Tracer {
  const ids = requestedIds();
  const own = { 'service.name': service, 'service.version': build.version, 'service.instance.id': randomUUID() };
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes(own))
      .merge(detectResources({ detectors: [envDetector] })),
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor(tellingExporter(new OTLPTraceExporter({ url }), tell))],
  });
  const tracer = provider.getTracer('notary', build.version);
  const headersOf = new W3CTraceContextPropagator();
  const underWay = new AsyncLocalStorage<LiveSpan | null>();

  const begin = (name: string, { kind, facts, root }: SpanStart): Span | null => {
    const above = root ? null : (underWay.getStore() ?? null);
    if (!root && !above?.root.takesOne()) return null;
    const context = root ? headersOf.extract(ROOT_CONTEXT, root.headers ?? {}, defaultTextMapGetter) : (above?.context ?? ROOT_CONTEXT);
    const span = ids.under(root?.traceId, () => tracer.startSpan(name, { kind: kinds[kind], attributes: { ...facts } }, context));
    return new LiveSpan(span, trace.setSpan(context, span), above?.root ?? new Root(span.isRecording()), underWay, above === null);
  };
  return {
    begin,
    current: () => underWay.getStore() ?? null,
    resume: (): Resume => {
      const here = underWay.getStore() ?? null;
      return (act) => underWay.run(here, act);
    },
    async close(mostMs) {
      const patience = new AbortController();
      const sent = provider.shutdown().catch(() => undefined);
      await Promise.race([sent, sleep(mostMs, undefined, { signal: patience.signal }).catch(() => undefined)]);
      patience.abort();
    },
  };
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/** The state that all spans of one call or one turn of a job share. */
class Root {
  private spans = 0;
  leftOut = 0;
  isOver = false;

  constructor(private readonly isRecording: boolean) {}

  /** Counts one more span if it is allowed. None is after the end of the root, because work that it started may never end. */
  takesOne(): boolean {
    if (this.isOver || !this.isRecording) return false;
    if (this.spans >= mostSpans) {
      this.leftOut += 1;
      return false;
    }
    this.spans += 1;
    return true;
  }
}

class LiveSpan implements Span {
  readonly traceId: string;
  readonly spanId: string;

  constructor(
    private readonly span: OtelSpan,
    readonly context: Context,
    readonly root: Root,
    private readonly underWay: AsyncLocalStorage<LiveSpan | null>,
    private readonly isRoot: boolean,
  ) {
    ({ traceId: this.traceId, spanId: this.spanId } = span.spanContext());
  }

  within<Value>(act: () => Value): Value {
    return this.underWay.run(this, act);
  }

  note(facts: SpanFacts): void {
    this.span.setAttributes({ ...facts });
  }

  mark(name: string): void {
    this.span.addEvent(name);
  }

  linkTo(other: Span): void {
    if (other instanceof LiveSpan) this.span.addLink({ context: other.span.spanContext() });
  }

  end(errorType?: string): void {
    if (!this.span.isRecording()) return;
    if (errorType !== undefined) {
      this.span.setAttribute('error.type', errorType);
      this.span.setStatus({ code: SpanStatusCode.ERROR });
    }
    if (this.isRoot) {
      this.root.isOver = true;
      if (this.root.leftOut > 0) this.span.setAttribute('notary.spans_left_out', this.root.leftOut);
    }
    this.span.end();
  }
}

/** Generates IDs, but lets `under` choose the trace ID: a call's trace has the ID of the request, which error messages show. */
function requestedIds() {
  const random = new RandomIdGenerator();
  let wanted: string | undefined;
  return {
    generateTraceId: () => wanted ?? random.generateTraceId(),
    generateSpanId: () => random.generateSpanId(),
    under<Value>(traceId: string | undefined, act: () => Value): Value {
      wanted = traceId;
      try {
        return act();
      } finally {
        wanted = undefined;
      }
    },
  };
}

/** Logs once when traces cannot be sent, and once when they can again. */
function tellingExporter(exporter: SpanExporter, tell: (line: string) => void): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const fails = result.code !== ExportResultCode.SUCCESS;
        if (fails && !isFailing) tell(`traces cannot be sent and are thrown away: ${faultReason(result.error ?? 'no reason')}`);
        if (!fails && isFailing) tell('traces are sent again');
        isFailing = fails;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
