import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the server is told to end: what could go on for minutes ends politely, and its caller asks another server. */
    readonly draining: AbortSignal;
  }
}

/** Does something when the server is told to end; at once where it was told already. */
export function onDraining(app: FastifyInstance, act: () => void): void {
  // Apps of tests are made without.
  const signal = app.hasDecorator('draining') ? app.draining : null;
  if (signal?.aborted) act();
  else signal?.addEventListener('abort', act, { once: true });
}

export interface Drain {
  /** Whether `/readyz` says no, whatever it finds. */
  readonly signal: AbortSignal;
  /** `/readyz` was asked from this address. */
  probed(address: string): void;
  /**
   * From now on `/readyz` says no and every connection ends with its answer; new calls are still answered. Resolves when nothing is under
   * way and whoever asks regularly, as a balancer does, has been told three times; after `mostMs` at the latest.
   */
  begin(mostMs: number): Promise<void>;
}

/** Counts what is under way, so that a server ends when it has answered. To be called before any route. */
export function drainable(app: FastifyInstance, nowMs: () => number = () => performance.now()): Drain {
  const draining = new AbortController();
  const probes = new Map<string, Probes>();
  let underWay = 0;
  let changed = (): void => undefined;
  app.decorate('draining', draining.signal);

  app.addHook('onRequest', (request, reply, done) => {
    if (!healthPaths.has(request.url)) {
      underWay += 1;
      reply.raw.once('close', () => {
        underWay -= 1;
        changed();
      });
    }
    done();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (draining.signal.aborted) reply.header('connection', 'close');
  });

  /** Whoever asked three times within half a minute, over a second or more, goes on asking. */
  const waitsToBeTold = (): boolean => [...probes.values()].some(({ isRegular, told }) => isRegular && told < timesTold);

  return {
    signal: draining.signal,
    probed(address) {
      const before = probes.get(address) ?? { times: [], told: 0, isRegular: false };
      const times = [...before.times, nowMs()].filter((time) => time > nowMs() - regularMs).slice(-3);
      const isRegular = times.length === 3 && (times.at(-1) ?? 0) - (times[0] ?? 0) >= 1000;
      // Who balances is one of a few; what stands in the map for longest goes first.
      probes.delete(address);
      if (probes.size >= addressesMost) probes.delete([...probes.keys()][0] ?? '');
      probes.set(address, draining.signal.aborted ? { ...before, told: before.told + 1 } : { times, told: 0, isRegular });
      if (draining.signal.aborted) changed();
    },
    begin(mostMs) {
      const startedMs = nowMs();
      // Whoever asked regularly once, and does so no more, is not waited for.
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
          const isTold = !waitsToBeTold() || nowMs() - startedMs >= Math.min(toldMs, mostMs / 2);
          if (isTold && underWay === 0) end();
        };
        timers = [setTimeout(end, mostMs), setInterval(() => changed(), 250)];
        changed();
      });
    },
  };
}

interface Probes {
  readonly times: readonly number[];
  readonly told: number;
  readonly isRegular: boolean;
}

const healthPaths = new Set(['/readyz', '/healthz']);
/** What HAProxy, Kubernetes and the like want to hear at most before they send nobody any more. */
const timesTold = 3;
const regularMs = 30_000;
const toldMs = 10_000;
const addressesMost = 32;
