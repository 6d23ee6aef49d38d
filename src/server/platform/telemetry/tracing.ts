import type { IncomingHttpHeaders } from 'node:http';

/** Attributes of a span: the program's own terms and numbers, never the content of a request or personal data. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  readonly kind: 'server' | 'client' | 'internal';
  readonly facts?: SpanFacts;
  /**
   * Makes the span a root: a call, or a turn of a job. It continues the trace in `headers` (W3C Trace Context); otherwise its trace ID is
   * `traceId`, or a new one. Without `root` the span becomes a child of the current one.
   */
  readonly root?: { readonly headers?: IncomingHttpHeaders; readonly traceId?: string };
}

/** A traced operation, from `begin` to `end`. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Runs `act` with this span as the current one, also for what it starts asynchronously. */
  within<Value>(act: () => Value): Value;
  note(facts: SpanFacts): void;
  /** Adds an event at this moment. */
  mark(name: string): void;
  /** Links to the span under which the shared work was done. */
  linkTo(other: Span): void;
  /** Further calls have no effect. @param errorType if it failed: a code or an error class (`errorTypeOf`), never a message. */
  end(errorType?: string): void;
}

/** Runs a function in the trace context in which this was created. */
export type Resume = <Value>(act: () => Value) => Value;

/** Makes spans and sends them. Work that belongs to no running call or job is not traced. */
export interface Tracer {
  /** Null if it is not traced. */
  begin(name: string, start: SpanStart): Span | null;
  /** The current span. */
  current(): Span | null;
  resume(): Resume;
  /** Sends the remaining spans, for at most `mostMs`. */
  close(mostMs: number): Promise<void>;
}

let tracer: Tracer | null = null;

/** The tracer; null if tracing is off. Traced code checks this first, so that it costs nothing when off. */
export function tracing(): Tracer | null {
  return tracer;
}

/** Sets the tracer of this process or thread; null turns tracing off. */
export function useTracer(given: Tracer | null): void {
  tracer = given;
}

/** Runs `act` in a span, or without one (`null`) if it is not traced. */
export async function traced<Value>(name: string, start: SpanStart, act: (span: Span | null) => Promise<Value>): Promise<Value> {
  const span = tracer?.begin(name, start) ?? null;
  if (span === null) return act(null);
  try {
    const value = await span.within(() => act(span));
    span.end();
    return value;
  } catch (error) {
    span.end(errorTypeOf(error));
    throw error;
  }
}

/** The fields that assign a log line to the current span; empty if there is none. */
export function spanFields(): { readonly trace?: string; readonly span?: string } {
  const span = tracer?.current();
  return span ? { trace: span.traceId, span: span.spanId } : {};
}

/** Captures the current trace context, for work that is batched with others' or run later by another caller. */
export function resumeHere(): Resume {
  return tracer === null ? plainly : tracer.resume();
}

const plainly: Resume = (act) => act();

/** The low-cardinality type of an error: SQLSTATE, Node's code, or its class. Source: OpenTelemetry, attribute `error.type`. */
export function errorTypeOf(error: unknown): string {
  const known = error as Partial<Record<'code' | 'cause' | 'kind' | 'name', unknown>> | null | undefined;
  // Errors of `fetch` have their code in the cause.
  const cause = known?.cause as Partial<Record<'code', unknown>> | null | undefined;
  return (
    [known?.code, cause?.code, known?.kind, known?.name].find((one): one is string => typeof one === 'string' && kindForm.test(one)) ??
    '_OTHER'
  );
}

const kindForm = /^(?:[A-Za-z][\w-]{0,49}|[0-9A-Z]{5})$/;
