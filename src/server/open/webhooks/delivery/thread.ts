import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { PoolConfig } from 'pg';
import { openDatabase } from '../../../platform/db/database.ts';
import type { Config } from '../../../platform/runtime/config.ts';
import { endTracing, startTracing } from '../../../platform/telemetry/start-tracing.ts';
import { lazyVault } from '../signing/vault.ts';
import { createDeliverer } from './deliverer.ts';
import { processorTimes, watchLoad } from './load.ts';
import { createReach } from './reach.ts';

/** The worker data that makes this module deliver. Other modules import it too, without that data. */
export interface DeliveryTask {
  readonly program: 'delivery';
  readonly connection: Pick<PoolConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'connectionString' | 'ssl'>;
  readonly webhooks: Config['webhooks'];
  readonly office: Config['office'];
  readonly traces: Config['traces'];
  /** Counts the signed calls that the server takes: an Int32. */
  readonly calls: SharedArrayBuffer;
}

/** The URL of this module, in the sources as in a bundle: the thread runs this same file. */
export const programUrl = import.meta.url;

/** Delivers until the thread is stopped. Errors are reported, and the work is retried. */
async function deliver({ connection, webhooks, office, traces, calls }: DeliveryTask): Promise<void> {
  lowerPriority();
  const stopping = new AbortController();
  parentPort?.once('message', () => stopping.abort());
  // Unreachable trace collectors are reported by the server, not here.
  await startTracing(traces, 'notary-webhooks', () => undefined);
  const { db } = openDatabase(connection, poolSize);
  const counter = new Int32Array(calls);
  const isShort = watchLoad(() => ({ calls: Atomics.load(counter, 0), ...processorTimes() }));
  const deliverer = createDeliverer({ db, vault: lazyVault(db, office), reach: createReach(webhooks), isShort });
  for (let isReported = false; !stopping.signal.aborted; ) {
    try {
      await deliverer.run(stopping.signal);
      isReported = false;
    } catch (error) {
      if (!isReported) parentPort?.postMessage(error instanceof Error ? error.message : String(error), []);
      isReported = true;
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  await db.destroy();
  await endTracing();
  // Ends this thread only.
  process.exit();
}

/** One for claims, one for recording attempts, one for the feed. */
const poolSize = 3;
const pauseMs = 1000;

/** Lowers this thread's priority, so that calls to the server go first when the CPU is short. Only Linux has priorities per thread. */
function lowerPriority(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), lowPriority);
  } catch {
    // Without it, deliveries compete equally for the CPU.
  }
}
const lowPriority = 10;

function isTask(given: unknown): given is DeliveryTask {
  return typeof given === 'object' && given !== null && 'program' in given && given.program === 'delivery';
}

// Last, because it needs everything above.
if (!isMainThread && isTask(workerData)) void deliver(workerData);
