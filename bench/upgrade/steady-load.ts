import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Call {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: Buffer;
  /** The reason why an answer is wrong; null if it is right. */
  fault(status: number, body: string): string | null;
}

export interface Answered {
  readonly name: string;
  readonly atMs: number;
  readonly tookMs: number;
  readonly fault: string | null;
}

/**
 * Makes this many calls a second, each at its time whether or not earlier ones are answered. Nothing is retried.
 * @param most calls under way: a test, whose machine may be busy, waits then instead of piling up what no server could answer in time.
 */
export function steadyLoad(port: number, perSecond: number, next: (at: number) => Call, most = Infinity) {
  // Idle connections end before the balancer would end them, perhaps under a call that has just been sent.
  const agent = new Agent({ keepAlive: true, maxSockets: 512, timeout: 5_000 });
  const answered: Answered[] = [];
  const began = performance.now();
  const underWay = new Set<Promise<void>>();
  const over = new AbortController();

  const send = async (call: Call): Promise<void> => {
    const atMs = performance.now();
    const fault = await new Promise<string | null>((resolve) => {
      const asked = request({ port, host: '127.0.0.1', agent, method: call.method, path: call.path, headers: call.headers }, (reply) => {
        let text = '';
        reply.setEncoding('utf8');
        reply.on('data', (chunk: string) => (text += chunk));
        reply.on('end', () => resolve(call.fault(reply.statusCode ?? 0, text)));
        reply.on('error', (error) => resolve(error.message));
        // Cut off, without an error event.
        reply.on('close', () => resolve('the answer was cut off'));
      });
      asked.on('error', (error) => resolve(error.message));
      asked.on('close', () => resolve('no answer came'));
      asked.setTimeout(60_000, () => asked.destroy(new Error('no answer in a minute')));
      asked.end(call.body);
    });
    answered.push({ name: call.name, atMs: atMs - began, tookMs: performance.now() - atMs, fault });
  };
  const run = async (): Promise<void> => {
    for (let at = 0; !over.signal.aborted; at += 1) {
      const due = began + (at * 1000) / perSecond;
      const wait = due - performance.now();
      if (wait > 0) await sleep(wait);
      while (underWay.size >= most) await Promise.race(underWay);
      const sent = send(next(at));
      underWay.add(sent);
      void sent.finally(() => underWay.delete(sent));
    }
    await Promise.all(underWay);
    agent.destroy();
  };
  const running = run();
  return {
    nowMs: () => performance.now() - began,
    async end(): Promise<readonly Answered[]> {
      over.abort();
      await running;
      return answered;
    },
  };
}

/** Each kind of fault once, the most frequent first, with its times: a hundred calls with the same fault have one line. */
export function faultsOf(answered: readonly Answered[]): string[] {
  const times = new Map<string, number[]>();
  for (const { name, atMs, fault } of answered) {
    if (fault === null) continue;
    const kind = `${name}: ${fault.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9]{4,}/gi, '…')}`;
    times.set(kind, [...(times.get(kind) ?? []), atMs / 1000]);
  }
  const byNumber = [...times].toSorted(([, a], [, b]) => b.length - a.length).slice(0, 10);
  return byNumber.map(([kind, at]) => {
    const [from, to] = [Math.min(...at), Math.max(...at)].map((seconds) => seconds.toFixed(1));
    return `${at.length} times, from ${from} to ${to} s: ${kind}`;
  });
}
