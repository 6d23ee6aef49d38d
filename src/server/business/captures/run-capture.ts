import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../platform/db/database.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';
import type { CapturedPage } from './browser/capture-page.ts';
import { CaptureFailure } from './browser/failure.ts';
import { storeFiles, succeed } from './finish.ts';
import { failCapture, workerActor, type Job } from './queue.ts';
import { moveCapture } from './transitions.ts';

export interface CaptureWork {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly ownerSecret: Uint8Array;
  /** Captures one page into the folder. @throws CaptureFailure with the reason; anything else is a fault of this program. */
  readonly capture: (job: Pick<Job, 'url' | 'accept' | 'device'>, folder: string, signal: AbortSignal) => Promise<CapturedPage>;
  readonly log: (line: string) => void;
}

/** Carries a queued capture through to its stored files, or to its failure. @throws the error that ended it if `signal` is aborted. */
export async function captureOne(work: CaptureWork, job: Job, signal: AbortSignal): Promise<void> {
  const { db, store, ownerSecret, capture, log } = work;
  const begun = await db.transaction().execute((tx) => moveCapture(tx, job, 'queued', 'capturing', workerActor, { begun_at: new Date() }));
  if (!begun) return; // Cancelled while it was in the queue.
  const folder = await mkdtemp(join(tmpdir(), folderPrefix));
  try {
    const page = await capture(job, folder, signal);
    const uploading = await db.transaction().execute((tx) => moveCapture(tx, job, 'capturing', 'uploading', workerActor));
    if (uploading) await succeed(db, job, await storeFiles(store, page.files), page, ownerSecret);
  } catch (error) {
    if (signal.aborted) throw error;
    await recordFailure(work, job, error);
  } finally {
    // A killed browser may write for a moment longer.
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }).catch((error: unknown) =>
      log(`${folder} stays behind: ${String(error)}`),
    );
  }
}

/** Operators read the reason; the cause of a fault goes to the terminal. */
async function recordFailure({ db, log }: CaptureWork, job: Job, error: unknown): Promise<void> {
  const reason = error instanceof CaptureFailure ? error.message : '取证程序出现异常';
  if (!(error instanceof CaptureFailure))
    log(`Capture ${job.number}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  await db
    .transaction()
    .execute(async (tx) => (await failCapture(tx, job, 'capturing', reason)) || failCapture(tx, job, 'uploading', reason));
}

const folderPrefix = 'notary-capture-';
const afterwardsMs = 600_000;

/**
 * Removes folders of captures whose worker was killed. Only folders older than a capture and the storing of its files may take, because
 * other workers may run on this machine.
 */
export async function removeLeftovers(maxSeconds: number): Promise<void> {
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
