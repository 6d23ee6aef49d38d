import { errorTypeOf, tracing, type Resume, type Span, type Tracer } from '../../telemetry/tracing.ts';

/**
 * Begins the span of a statement, named by its verb and first table. Neither its text nor its values are told. Null where nothing is
 * traced.
 */
export function beginStatement(name: string): Span | null {
  const tracer = tracing();
  if (tracer === null) return null;
  const [operation = name, table] = name.split(' ');
  const facts = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.summary': name };
  // Behind `with` stands the name of a part of the statement.
  const isTable = table !== undefined && operation !== 'with';
  return tracer.begin(name, { kind: 'client', facts: isTable ? { ...facts, 'db.collection.name': table } : facts });
}

/** @param error what the statement failed with, if it failed. */
export function endStatement(span: Span, error: unknown): void {
  if (!error) return span.end();
  const type = errorTypeOf(error);
  if (/^(?=.*\d)[0-9A-Z]{5}$/.test(type)) span.note({ 'db.response.status_code': type });
  span.end(type);
}

/** Of a wait for a connection. What is done with the connection is done in the trace of who waited, whoever gave it back. */
export function beginWait(tracer: Tracer, isAtOnce: boolean): { readonly end: (error: unknown) => void; readonly resume: Resume } {
  const resume = tracer.resume();
  const span = isAtOnce ? null : tracer.begin('wait for a connection', { kind: 'internal' });
  return { resume, end: (error) => span?.end(error ? errorTypeOf(error) : undefined) };
}
