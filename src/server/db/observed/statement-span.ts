import { errorTypeOf, tracing, type Resume, type Span, type Tracer } from '../../telemetry/tracing.ts';

/**
 * Begins the span of a statement. It carries the statement's name (`statementName`), never its text or values. Null if nothing is traced.
 */
export function beginStatement(name: string): Span | null {
  const tracer = tracing();
  if (tracer === null) return null;
  const [operation = name, table] = name.split(' ');
  const facts = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.summary': name };
  // After `with` comes the name of a common table expression, not of a table.
  const isTable = table !== undefined && operation !== 'with';
  return tracer.begin(name, { kind: 'client', facts: isTable ? { ...facts, 'db.collection.name': table } : facts });
}

/** @param error the statement's failure; falsy if it succeeded. */
export function endStatement(span: Span, error: unknown): void {
  if (!error) return span.end();
  const type = errorTypeOf(error);
  if (/^(?=.*\d)[0-9A-Z]{5}$/.test(type)) span.note({ 'db.response.status_code': type });
  span.end(type);
}

/** Begins the span of a wait for a connection. `resume` returns to the waiter's trace; else the work would join the releaser's trace. */
export function beginWait(tracer: Tracer, isAtOnce: boolean): { readonly end: (error: unknown) => void; readonly resume: Resume } {
  const resume = tracer.resume();
  const span = isAtOnce ? null : tracer.begin('wait for a connection', { kind: 'internal' });
  return { resume, end: (error) => span?.end(error ? errorTypeOf(error) : undefined) };
}
