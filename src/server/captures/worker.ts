import { hostname } from 'node:os';
import { releaseCapture, takeCapture, type Job } from './queue.ts';
import { renewLease } from './store.ts';
import { captureOne, removeLeftovers, type CaptureWork } from './run-capture.ts';
import type { CaptureConfig } from '../runtime/config.ts';
import { startRenewing } from '../db/lease.ts';
import { traced } from '../telemetry/tracing.ts';

export interface WorkerDeps extends CaptureWork {
  readonly config: Pick<CaptureConfig, 'atOnce' | 'leaseSeconds' | 'maxSeconds'>;
  /** False while there is no browser on this machine: captures wait then. */
  readonly isReady: () => Promise<boolean>;
  /** How long to rest when there is nothing to take. */
  readonly restMs?: number;
}

/**
 * Takes captures and carries them out, so many at once; one more stands ready for the first browser that is free. `stop` gives back what is
 * not finished.
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
      const done = carryOut(job);
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

  /** A database that does not answer is reported once, and asked again. */
  function logOnce(error: unknown): null {
    if (!isLogged && !stopping.signal.aborted)
      log(`Taking captures failed and will be tried again: ${error instanceof Error ? error.message : String(error)}`);
    isLogged = true;
    return null;
  }

  /** Never throws: what cannot be settled is left to the lease's end. */
  async function carryOut(job: Job): Promise<void> {
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

/** So many browsers at once; the others wait in line. Nobody waits any longer once the worker stops. */
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
