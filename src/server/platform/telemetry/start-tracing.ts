import type { Config } from '../runtime/config.ts';
import { tracing, useTracer } from './tracing.ts';

/**
 * Starts tracing if the settings name a receiver. Must run before anything traced is opened. Only this function loads the library.
 * @param tell receives a log line when traces cannot be sent, and when they can again.
 */
export async function startTracing(
  { endpoint, address }: Config['traces'],
  service: 'notary-server' | 'notary-worker' | 'notary-webhooks',
  tell: (line: string) => void,
): Promise<void> {
  const url = address ?? (endpoint === undefined ? undefined : `${endpoint.replace(/\/$/, '')}/v1/traces`);
  if (url === undefined) return;
  const { openOtlpTracer } = await import('./otlp-tracer.ts');
  useTracer(openOtlpTracer({ url, service, tell }));
}

/** Stops tracing and sends the remaining spans, for at most `mostMs`, even if the receiver does not answer. */
export async function endTracing(mostMs = 3000): Promise<void> {
  const ending = tracing();
  useTracer(null);
  await ending?.close(mostMs);
}
