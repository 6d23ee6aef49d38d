import { hostname } from 'node:os';
import { releaseCapture, takeCapture, type Job } from './queue.ts';
import { renewLease } from './store.ts';
import { captureOne, removeLeftovers, type CaptureWork } from './run-capture.ts';
import type { CaptureConfig } from '../../platform/runtime/config.ts';
import { startRenewing } from '../../platform/db/lease.ts';
import { traced } from '../../platform/telemetry/tracing.ts';

export interface WorkerDeps extends CaptureWork {
  readonly config: Pick<CaptureConfig, 'atOnce' | 'leaseSeconds' | 'maxSeconds'>;
  /** False while no browser is installed; captures wait then. */
  readonly isReady: () => Promise<boolean>;
  /** Pause when the queue is empty. */
  readonly restMs?: number;
}

/**
 * Takes captures and runs `atOnce` of them at a time. Of several browsers the last free one is kept for a user of whom nothing is running,
 * so that nobody waits for the captures of one other user. `stop` returns unfinished captures to the queue.
 */
export function startWorker({ config, isReady, restMs = 500, ...work }: WorkerDeps): { stop(): Promise<void> } {
  const { db, log } = work;
  const name = `${hostname()}/${process.pid}`;
  const stopping = new AbortController();
  let running = 0;
  let isLogged = false;
  const loop = Promise.all([removeLeftovers(config.maxSeconds), ...Array.from({ length: config.atOnce }, takeAll)]);

  return {
    async stop() {
      stopping.abort(new Error('the worker stops'));
      await loop;
    },
  };

  async function takeAll(): Promise<void> {
    while (!stopping.signal.aborted) {
      running += 1;
      try {
        const job = await takeIfReady().catch(logOnce);
        if (job) {
          await execute(job);
          continue;
        }
      } finally {
        running -= 1;
      }
      await sleep(restMs, stopping.signal);
    }
  }

  async function takeIfReady(): Promise<Job | null> {
    if (!(await isReady())) return null;
    const isLast = config.atOnce > 1 && running === config.atOnce;
    const job = await takeCapture(db, name, config.leaseSeconds, isLast ? 'first' : 'any');
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
      if (!signal.aborted) await traced('capturing a page', { kind: 'internal', root: {} }, () => captureOne(work, job, signal));
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
