import autocannon from 'autocannon';

export interface Measured {
  readonly perSecond: number;
  readonly p95Ms: number;
}

/** Calls one URL at a concurrency, for `seconds` or until `calls` were answered. @throws Error when an answer is not 200. */
export async function load(url: string, headers: Record<string, string>, options: { connections: number; seconds?: number; calls?: number }): Promise<Measured> {
  const { connections, seconds, calls } = options;
  const started = performance.now();
  const amount = calls === undefined ? { duration: seconds ?? 5 } : { amount: calls };
  const times: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon({ url, headers, connections, timeout: 120, ...amount }, (error: unknown, done) => (error ? reject(error) : resolve(done)));
    // Its own summary knows the 90th and the 97.5th percentile, not the 95th.
    running.on('response', (_client, _status, _bytes, timeMs) => times.push(timeMs));
  });
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0) throw new Error(`${url}: ${result['2xx']} answers, ${result.non2xx} refusals, ${result.errors} errors`);
  const elapsed = calls === undefined ? result.duration : (performance.now() - started) / 1000;
  return { perSecond: result['2xx'] / elapsed, p95Ms: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0 };
}
