import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { PoolConfig } from 'pg';
import { openDatabase } from '../../db/database.ts';
import type { Config } from '../../runtime/config.ts';
import { endTracing, startTracing } from '../../telemetry/start-tracing.ts';
import { lazyVault } from '../signing/vault.ts';
import { createDeliverer } from './deliverer.ts';
import { processorTimes, watchLoad } from './load.ts';
import { createReach } from './reach.ts';

/** What a thread is told that is to deliver; others load this module too. */
export interface DeliveryTask {
  readonly program: 'delivery';
  readonly connection: Pick<PoolConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'connectionString' | 'ssl'>;
  readonly webhooks: Config['webhooks'];
  readonly office: Config['office'];
  readonly traces: Config['traces'];
  /** Counts the signed calls that the server takes: an Int32. */
  readonly calls: SharedArrayBuffer;
}

/** Where this module lies, in the sources and in a bundle alike: it is its own program. */
export const programUrl = import.meta.url;

/** Delivers until it is told to stop; what fails is told, and tried again. */
async function deliver({ connection, webhooks, office, traces, calls }: DeliveryTask): Promise<void> {
  giveWay();
  const stopping = new AbortController();
  parentPort?.once('message', () => stopping.abort());
  // That nobody takes traces is told by the server.
  await startTracing(traces, 'notary-webhooks', () => undefined);
  const { db } = openDatabase(connection, poolSize);
  const counter = new Int32Array(calls);
  const isShort = watchLoad(() => ({ calls: Atomics.load(counter, 0), ...processorTimes() }));
  const deliverer = createDeliverer({ db, vault: lazyVault(db, office), reach: createReach(webhooks), isShort });
  for (let isTold = false; !stopping.signal.aborted; ) {
    try {
      await deliverer.run(stopping.signal);
      isTold = false;
    } catch (error) {
      if (!isTold) parentPort?.postMessage(error instanceof Error ? error.message : String(error), []);
      isTold = true;
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  await db.destroy();
  await endTracing();
  // Ends this thread alone.
  process.exit();
}

/** One for claims, one for what came of attempts, one for the feed. */
const poolSize = 3;
const pauseMs = 1000;

/** Where processors are short, those who wait for an answer of the server go first. On Linux alone a thread has a priority of its own. */
function giveWay(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), lowPriority);
  } catch {
    // Without it deliveries take their share like all else.
  }
}
const lowPriority = 10;

function isTask(given: unknown): given is DeliveryTask {
  return typeof given === 'object' && given !== null && 'program' in given && given.program === 'delivery';
}

// Last, when all above is there.
if (!isMainThread && isTask(workerData)) void deliver(workerData);
