import type { FastifyRequest } from 'fastify';
import { callNameOf } from './call-names.ts';

/** Facts about a call that are not in its request, for metrics and the log. */
interface CallFacts {
  /** Account ID. */
  operator?: string;
  /** Application ID of a client of the open API. */
  client?: string;
  /** The console's API refused the call, in an answer of status 200. */
  isRefused?: boolean;
  /** Trace and span IDs, if the call is traced. */
  trace?: string;
  span?: string;
}

const facts = new WeakMap<FastifyRequest, CallFacts>();

/** Adds facts about a call. */
export function noteCall(request: FastifyRequest, known: CallFacts): void {
  const before = facts.get(request);
  if (before) Object.assign(before, known);
  else facts.set(request, known);
}

export function factsOf(request: FastifyRequest): Readonly<CallFacts> {
  return facts.get(request) ?? {};
}

/** Logs a failed call with its caller, never with its content. */
export function logFault(request: FastifyRequest, error: unknown, words = 'fault'): void {
  request.log.error({ ...lineOf(request), err: error }, words);
}

/** The fields that assign a log line to a call. */
export function lineOf(request: FastifyRequest): Record<string, string> {
  const { operator, client, trace = traceOf(request), span } = factsOf(request);
  const own = request.id.replaceAll('-', '');
  return {
    trace,
    ...(span === undefined ? {} : { span }),
    // The request ID shown in error messages, if the trace ID differs from it.
    ...(trace === own ? {} : { request: own }),
    ...callNameOf(request),
    ...(operator === undefined ? {} : { operator }),
    ...(client === undefined ? {} : { client }),
  };
}

/** The trace ID sent by the caller (W3C Trace Context), else the request ID, which error messages show. */
function traceOf({ headers, id }: FastifyRequest): string {
  const given = typeof headers['traceparent'] === 'string' ? traceparent.exec(headers['traceparent'])?.[1] : undefined;
  return given ?? id.replaceAll('-', '');
}

/** IDs of all zeros are invalid. */
const traceparent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
