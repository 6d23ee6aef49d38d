import type { FastifyInstance } from 'fastify';
import { onClosed } from '../runtime/on-closed.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the server is told to stop. Long-lived answers then end cleanly, and their callers reconnect to another server. */
    readonly draining: AbortSignal;
  }
}

/** Calls `act` when the server is told to stop, or at once if it already was. */
export function onDraining(app: FastifyInstance, act: () => void): void {
  // Some tests build apps without `drainable`.
  const signal = app.hasDecorator('draining') ? app.draining : null;
  if (signal?.aborted) act();
  else signal?.addEventListener('abort', act, { once: true });
}

export interface Drain {
  /** While aborted, `/readyz` answers 503 whatever its check finds. */
  readonly signal: AbortSignal;
  /** Records a request of `/readyz` from this address. */
  probed(address: string): void;
  /**
   * From now on `/readyz` answers 503 and every connection closes after its answer; new calls are still answered. Resolves when no call is
   * running and every regular prober, such as a load balancer, has got 503 three times; after `mostMs` at the latest.
   */
  begin(mostMs: number): Promise<void>;
}

/** Counts running calls, so that a server can stop once they are answered. Must be called before any route is added. */
export function drainable(app: FastifyInstance, nowMs: () => number = () => performance.now()): Drain {
  const draining = new AbortController();
  const probes = new Map<string, Probes>();
  let underWay = 0;
  let changed = (): void => undefined;
  app.decorate('draining', draining.signal);

  app.addHook('onRequest', (request, reply, done) => {
    if (!healthPaths.has(request.url)) {
      underWay += 1;
      onClosed(reply, () => {
        underWay -= 1;
        changed();
      });
    }
    done();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (draining.signal.aborted) reply.header('connection', 'close');
  });

  /** An address counts as a regular prober if it asked three times within half a minute, over at least a second. */
  const hasPendingProbers = (): boolean => [...probes.values()].some(({ isRegular, failed }) => isRegular && failed < failedProbesNeeded);

  return {
    signal: draining.signal,
    probed(address) {
      const before = probes.get(address) ?? { times: [], failed: 0, isRegular: false };
      const times = [...before.times, nowMs()].filter((time) => time > nowMs() - regularMs).slice(-3);
      const isRegular = times.length === 3 && (times.at(-1) ?? 0) - (times[0] ?? 0) >= 1000;
      // Few addresses probe, so the map is bounded; the address that asked longest ago is dropped first.
      probes.delete(address);
      if (probes.size >= addressesMost) probes.delete([...probes.keys()][0] ?? '');
      probes.set(address, draining.signal.aborted ? { ...before, failed: before.failed + 1 } : { times, failed: 0, isRegular });
      if (draining.signal.aborted) changed();
    },
    begin(mostMs) {
      const startedMs = nowMs();
      // Probers that have stopped asking are not waited for.
      for (const [address, { times }] of probes) if ((times.at(-1) ?? 0) < startedMs - regularMs / 2) probes.delete(address);
      draining.abort();
      return new Promise((resolve) => {
        let timers: NodeJS.Timeout[] = [];
        const end = (): void => {
          for (const timer of timers) clearTimeout(timer);
          changed = () => undefined;
          resolve();
        };
        changed = () => {
          const isNoticed = !hasPendingProbers() || nowMs() - startedMs >= Math.min(maxNoticeMs, mostMs / 2);
          if (isNoticed && underWay === 0) end();
        };
        timers = [setTimeout(end, mostMs), setInterval(() => changed(), 250)];
        changed();
      });
    },
  };
}

interface Probes {
  readonly times: readonly number[];
  readonly failed: number;
  readonly isRegular: boolean;
}

const healthPaths = new Set(['/readyz', '/healthz']);
/** HAProxy, Kubernetes and the like stop sending requests after at most this many failed probes. */
const failedProbesNeeded = 3;
const regularMs = 30_000;
const maxNoticeMs = 10_000;
const addressesMost = 32;
