import type { Config } from '../runtime/config.ts';
import { tracing, useTracer } from './tracing.ts';

/**
 * Begins to trace, where the settings name somebody who takes traces; before what is traced is opened. The library is loaded here alone.
 * @param tell is told when traces cannot be sent, and when they can again.
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

/** Sends what is still here, for so long at most, whatever becomes of who takes it. */
export async function endTracing(mostMs = 3000): Promise<void> {
  const ending = tracing();
  useTracer(null);
  await ending?.close(mostMs);
}
