import { hostname } from 'node:os';
import { releaseCapture, takeCapture, type Job } from './queue.ts';
import { renewLease } from './store.ts';
import { captureOne, removeLeftovers, type CaptureWork } from './run-capture.ts';
import type { CaptureConfig } from '../runtime/config.ts';
import { startRenewing } from '../db/lease.ts';
import { traced } from '../telemetry/tracing.ts';

export interface WorkerDeps extends CaptureWork {
  readonly config: Pick<CaptureConfig, 'atOnce' | 'leaseSeconds' | 'maxSeconds'>;
  /** False while no browser is installed; captures wait then. */
  readonly isReady: () => Promise<boolean>;
  /** Pause when the queue is empty. */
  readonly restMs?: number;
}

/**
 * Takes captures and runs `atOnce` of them at a time; one more is taken in advance, for the next free browser. `stop` returns unfinished
 * captures to the queue.
 */
export function startWorker({ config, isReady, restMs = 500, ...work }: WorkerDeps): { stop(): Promise<void> } {
  const { db, log } = work;
  const name = `${hostname()}/${process.pid}`;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const browsers = browserSlots(config.atOnce, stopping.signal);
  let isLogged = false;
  const loop = Promise.all([removeLeftovers(config.maxSeconds), takeAll()]);

  return {
    async stop() {
      stopping.abort(new Error('the worker stops'));
      browsers.wakeAll();
      await loop;
      await Promise.all(running);
    },
  };

  async function takeAll(): Promise<void> {
    while (!stopping.signal.aborted) {
      const job = running.size < config.atOnce + 1 ? await takeIfReady().catch(logOnce) : null;
      if (!job) {
        await sleep(restMs, stopping.signal);
        continue;
      }
      const done = execute(job);
      running.add(done);
      void done.finally(() => running.delete(done));
    }
  }

  async function takeIfReady(): Promise<Job | null> {
    if (!(await isReady())) return null;
    const job = await takeCapture(db, name, config.leaseSeconds);
    isLogged = false;
    return job;
  }

  /** A database outage is logged once, and the query is retried. */
  function logOnce(error: unknown): null {
    if (!isLogged && !stopping.signal.aborted)
      log(`Taking captures failed and will be tried again: ${error instanceof Error ? error.message : String(error)}`);
    isLogged = true;
    return null;
  }

  /** Never throws: a capture that cannot be settled is left to the end of its lease. */
  async function execute(job: Job): Promise<void> {
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    const { leaseSeconds } = config;
    const stopRenewing = startRenewing(() => renewLease(db, job, leaseSeconds), {
      leaseSeconds,
      onLost: () => lost.abort(new Error('the capture is not ours any more')),
    });
    try {
      await browsers.take();
      try {
        if (!signal.aborted) await traced('capturing a page', { kind: 'internal', root: {} }, () => captureOne(work, job, signal));
      } finally {
        browsers.giveBack();
      }
      if (stopping.signal.aborted) await releaseCapture(db, job);
    } catch (error) {
      if (stopping.signal.aborted) await releaseCapture(db, job).catch(() => undefined);
      else if (!lost.signal.aborted)
        log(`Capture ${job.number} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    } finally {
      stopRenewing();
    }
  }
}

/** Limits the number of browsers at once; further captures wait. All waits end when the worker stops. */
function browserSlots(atOnce: number, stopping: AbortSignal) {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  const mayProceed = (): boolean => free > 0 || stopping.aborted;
  return {
    async take(): Promise<void> {
      while (!mayProceed()) await new Promise<void>((resolve) => waiting.push(resolve));
      free -= 1;
    },
    giveBack(): void {
      free += 1;
      waiting.shift()?.();
    },
    wakeAll(): void {
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

function sleep(ms: number, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    stopping.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      stopping.removeEventListener('abort', done);
      resolve();
    }
  });
}
