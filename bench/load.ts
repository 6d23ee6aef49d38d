import autocannon from 'autocannon';
import { percentile } from './measure.ts';

export interface Measured {
  readonly perSecond: number;
  readonly p95Ms: number;
}

/**
 * Calls a URL at a concurrency, for `seconds` or until `calls` were answered; with `queries`, each connection takes them in an order of its
 * own. @throws Error if an answer is not 200.
 */
export async function load(
  url: string,
  headers: Record<string, string>,
  options: { connections: number; seconds?: number; calls?: number; queries?: readonly Record<string, string>[] },
): Promise<Measured> {
  const { connections, seconds, calls, queries } = options;
  const { pathname } = new URL(url);
  let client = 0;
  const setupClient: autocannon.Options['setupClient'] = (one) => {
    if (!queries) return;
    client += 1;
    const from = Math.floor((queries.length * client) / connections);
    const own = [...queries.slice(from), ...queries.slice(0, from)];
    one.setRequests(own.map((query) => ({ method: 'GET', path: `${pathname}?${new URLSearchParams(query)}`, headers })));
  };
  const started = performance.now();
  const amount = calls === undefined ? { duration: seconds ?? 5 } : { amount: calls };
  const times: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon({ url, headers, connections, timeout: 120, setupClient, ...amount }, (error: unknown, done) =>
      error ? reject(error) : resolve(done),
    );
    // autocannon's own summary has the 90th and the 97.5th percentile, but not the 95th.
    running.on('response', (_client, _status, _bytes, timeMs) => times.push(timeMs));
  });
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0)
    throw new Error(`${url}: ${result['2xx']} answers, ${result.non2xx} refusals, ${result.errors} errors`);
  const elapsed = calls === undefined ? result.duration : (performance.now() - started) / 1000;
  return { perSecond: result['2xx'] / elapsed, p95Ms: percentile(times, 0.95) };
}
