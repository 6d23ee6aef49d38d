import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CaptureConfig } from '../runtime/config.ts';
import { keepRenewed } from '../db/lease.ts';
import type { Database } from '../db/database.ts';
import type { ObjectStore } from '../storage/store.ts';
import type { CapturedPage } from './browser/capture-page.ts';
import { CaptureFailure } from './browser/failure.ts';
import { storeFiles, succeed } from './finish.ts';
import { failCapture, releaseCapture, renewLease, takeCapture, workerActor, type Job } from './queue.ts';
import { moveCapture } from './transitions.ts';

export interface WorkerParts {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly config: Pick<CaptureConfig, 'atOnce' | 'leaseSeconds' | 'maxSeconds'>;
  readonly ownerSecret: Uint8Array;
  /** Captures one page into the folder. @throws CaptureFailure with the reason; anything else is a fault of ours. */
  readonly capture: (url: string, folder: string, signal: AbortSignal) => Promise<CapturedPage>;
  /** False while there is no browser on this machine: captures wait then. */
  readonly isReady: () => Promise<boolean>;
  readonly tell: (line: string) => void;
  /** How long to rest when there is nothing to take. */
  readonly restMs?: number;
}

/**
 * Takes captures and carries them out, so many at once; one more stands ready for the first browser that is free. `stop` gives back what is
 * not finished.
 */
export function startWorker({ db, store, config, ownerSecret, capture, isReady, tell, restMs = 500 }: WorkerParts): {
  stop(): Promise<void>;
} {
  const name = `${hostname()}/${process.pid}`;
  const stopping = new AbortController();
  const held = new Set<Promise<void>>();
  let browsers = config.atOnce;
  const queue: (() => void)[] = [];
  let isTold = false;
  const loop = Promise.all([removeLeftovers(config.maxSeconds), takeAll()]);

  return {
    async stop() {
      stopping.abort(new Error('the worker stops'));
      for (const enter of queue.splice(0)) enter();
      await loop;
      await Promise.all(held);
    },
  };

  async function takeAll(): Promise<void> {
    while (!stopping.signal.aborted) {
      const job = held.size < config.atOnce + 1 ? await takeIfReady().catch(untold) : null;
      if (!job) {
        await rest();
        continue;
      }
      const work = carryOut(job);
      held.add(work);
      void work.finally(() => held.delete(work));
    }
  }

  async function takeIfReady(): Promise<Job | null> {
    if (!(await isReady())) return null;
    const job = await takeCapture(db, name, config.leaseSeconds);
    isTold = false;
    return job;
  }

  /** A database that does not answer is told of once, and asked again. */
  function untold(error: unknown): null {
    if (!isTold && !stopping.signal.aborted)
      tell(`Taking captures failed and will be tried again: ${error instanceof Error ? error.message : String(error)}`);
    isTold = true;
    return null;
  }

  function rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, restMs);
      stopping.signal.addEventListener('abort', done, { once: true });
      function done(): void {
        clearTimeout(timer);
        stopping.signal.removeEventListener('abort', done);
        resolve();
      }
    });
  }

  /** Never throws: what cannot be settled is left to the lease's end. */
  async function carryOut(job: Job): Promise<void> {
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    const { leaseSeconds } = config;
    const stopRenewing = keepRenewed(() => renewLease(db, job, leaseSeconds), {
      leaseSeconds,
      onLost: () => lost.abort(new Error('the capture is not ours any more')),
    });
    try {
      await browserIsFree();
      try {
        if (!signal.aborted) await captureOne(job, signal);
      } finally {
        browsers += 1;
        queue.shift()?.();
      }
      if (stopping.signal.aborted) await releaseCapture(db, job);
    } catch (error) {
      if (stopping.signal.aborted) await releaseCapture(db, job).catch(() => undefined);
      else if (!lost.signal.aborted)
        tell(`Capture ${job.number} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    } finally {
      stopRenewing();
    }
  }

  async function browserIsFree(): Promise<void> {
    const isOurTurn = (): boolean => browsers > 0 || stopping.signal.aborted;
    while (!isOurTurn()) await new Promise<void>((resolve) => queue.push(resolve));
    browsers -= 1;
  }

  async function captureOne(job: Job, signal: AbortSignal): Promise<void> {
    const begun = await db
      .transaction()
      .execute((tx) => moveCapture(tx, job, 'queued', 'capturing', workerActor, { begun_at: new Date() }));
    if (!begun) return; // Cancelled while it stood in the queue.
    const folder = await mkdtemp(join(tmpdir(), folderPrefix));
    try {
      const page = await capture(job.url, folder, signal);
      const uploading = await db.transaction().execute((tx) => moveCapture(tx, job, 'capturing', 'uploading', workerActor));
      if (uploading) await succeed(db, job, await storeFiles(store, page.files), page, ownerSecret);
    } catch (error) {
      if (signal.aborted) throw error;
      await settle(job, error);
    } finally {
      // A browser that is killed may write for a moment longer.
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }).catch((error: unknown) =>
        tell(`${folder} stays behind: ${String(error)}`),
      );
    }
  }

  /** An operator reads the reason; what is behind a fault of ours is told on the terminal. */
  async function settle(job: Job, error: unknown): Promise<void> {
    const reason = error instanceof CaptureFailure ? error.message : '取证程序出现异常';
    if (!(error instanceof CaptureFailure))
      tell(`Capture ${job.number}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    await db
      .transaction()
      .execute(async (tx) => (await failCapture(tx, job, 'capturing', reason)) || failCapture(tx, job, 'uploading', reason));
  }
}

const folderPrefix = 'notary-capture-';
const afterwardsMs = 600_000;

/**
 * Folders of captures whose worker was killed: older than a capture may take, and its files to be stored. Others on this machine may be at
 * work.
 */
async function removeLeftovers(maxSeconds: number): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    if (!name.startsWith(folderPrefix)) continue;
    const path = join(tmpdir(), name);
    const changed = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - changed > maxSeconds * 1000 + afterwardsMs) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}
