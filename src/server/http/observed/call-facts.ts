import type { FastifyRequest } from 'fastify';
import { callNameOf } from './call-names.ts';

/** What is known of a call beyond its request, for metrics and the log. */
interface CallFacts {
  /** Id of the account. */
  operator?: string;
  /** Of the open API: the id of the application. */
  client?: string;
  /** The console's API refused it, in an answer of status 200. */
  isRefused?: boolean;
  /** Where the call is traced: its trace, and its span. */
  trace?: string;
  span?: string;
}

const facts = new WeakMap<FastifyRequest, CallFacts>();

/** Writes down what has become known. */
export function noteCall(request: FastifyRequest, known: CallFacts): void {
  const before = facts.get(request);
  if (before) Object.assign(before, known);
  else facts.set(request, known);
}

export function factsOf(request: FastifyRequest): Readonly<CallFacts> {
  return facts.get(request) ?? {};
}

/** One line of the log about a call that failed, with who made it and never what it said. */
export function logFault(request: FastifyRequest, error: unknown, words = 'fault'): void {
  request.log.error({ ...lineOf(request), err: error }, words);
}

/** The fields by which a line of the log belongs to a call. */
export function lineOf(request: FastifyRequest): Record<string, string> {
  const { operator, client, trace = traceOf(request), span } = factsOf(request);
  const own = request.id.replaceAll('-', '');
  return {
    trace,
    ...(span === undefined ? {} : { span }),
    // The number that a refused caller is told, where the trace is another.
    ...(trace === own ? {} : { request: own }),
    ...callNameOf(request),
    ...(operator === undefined ? {} : { operator }),
    ...(client === undefined ? {} : { client }),
  };
}

/** The caller's own trace (W3C Trace Context), else one that begins here: the number that a refused caller is told. */
function traceOf({ headers, id }: FastifyRequest): string {
  const given = typeof headers['traceparent'] === 'string' ? traceparent.exec(headers['traceparent'])?.[1] : undefined;
  return given ?? id.replaceAll('-', '');
}

/** All zeros are no trace. */
const traceparent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
