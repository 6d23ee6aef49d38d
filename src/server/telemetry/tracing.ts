import type { IncomingHttpHeaders } from 'node:http';

/** What a span tells beside its name and times: words and numbers of this program, never what was asked or of whom. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  readonly kind: 'server' | 'client' | 'internal';
  readonly facts?: SpanFacts;
  /**
   * Begins what others go under: a call, or a turn of a job. It goes on with the trace that `headers` name (W3C Trace Context); without one
   * its trace is `traceId`, else a new one. Without `root` a span goes under the one under way here.
   */
  readonly root?: { readonly headers?: IncomingHttpHeaders; readonly traceId?: string };
}

/** One piece of work, from `begin` to `end`. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** What `act` begins, and whatever follows from that, goes under this span. */
  within<Value>(act: () => Value): Value;
  note(facts: SpanFacts): void;
  /** A moment in it. */
  mark(name: string): void;
  /** The work was done with another's, under that one's span. */
  linkTo(other: Span): void;
  /** Once; later ends change nothing. @param errorType of one that failed: a code or a class (`errorTypeOf`), never a message. */
  end(errorType?: string): void;
}

/** Runs what is given as if it stood where this was made. */
export type Resume = <Value>(act: () => Value) => Value;

/** Makes spans and sends them. What may be traced is in one trace with a call or a job that is under way, or is not traced. */
export interface Tracer {
  /** Null where it is not traced. */
  begin(name: string, start: SpanStart): Span | null;
  /** The span that is under way here. */
  current(): Span | null;
  resume(): Resume;
  /** Sends what is still here, for so long at most. */
  close(mostMs: number): Promise<void>;
}

let tracer: Tracer | null = null;

/** Null where no traces are asked for: what is traced looks here first, and goes its usual way. */
export function tracing(): Tracer | null {
  return tracer;
}

/** Has this process, or thread, traced by `given` from now on; or by nothing. */
export function useTracer(given: Tracer | null): void {
  tracer = given;
}

/** Carries `act` out in a span; where nothing is traced, without one. */
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

/** The fields by which a line of the log belongs to the span that is under way; none where there is none. */
export function spanFields(): { readonly trace?: string; readonly span?: string } {
  const span = tracer?.current();
  return span ? { trace: span.traceId, span: span.spanId } : {};
}

/** For work that is carried out with others', or by whom it was not asked of. */
export function resumeHere(): Resume {
  return tracer === null ? plainly : tracer.resume();
}

const plainly: Resume = (act) => act();

/** The kind of an error, of which there are few: SQLSTATE, Node's code, or its class. Source: OpenTelemetry, attribute `error.type`. */
export function errorTypeOf(error: unknown): string {
  const known = error as Partial<Record<'code' | 'cause' | 'kind' | 'name', unknown>> | null | undefined;
  // Behind `fetch` the cause is what tells.
  const cause = known?.cause as Partial<Record<'code', unknown>> | null | undefined;
  return (
    [known?.code, cause?.code, known?.kind, known?.name].find((one): one is string => typeof one === 'string' && kindForm.test(one)) ??
    '_OTHER'
  );
}

const kindForm = /^(?:[A-Za-z][\w-]{0,49}|[0-9A-Z]{5})$/;
