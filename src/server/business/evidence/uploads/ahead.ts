import type { Database } from '../../../platform/db/database.ts';
import type { RoomCheck } from '../../../open/signed/disk-reserve.ts';
import { storeFile, type StoredUpload } from '../../../open/signed/incoming-file.ts';
import { listChunks } from '../../../platform/storage/chunked-upload.ts';
import type { StagingAreas } from '../../../platform/storage/staging-areas.ts';
import { StorageError, type ObjectStore } from '../../../platform/storage/store.ts';
import { uploadChunks, type EvidenceUpload } from './store.ts';

/**
 * Hashes and stores the files of uploads while their chunks still arrive, so that the last call waits only for the last chunk. A file gets
 * its name in the store only when that call has approved it. This is an optimisation without guarantee: after a restart, for example, the
 * last call reads the file from its chunks.
 */
export interface AheadFiles {
  /** Called when a chunk counts. Starts processing a large file, or continues it. */
  grown(upload: Growing, offset: number): void;
  /** The file of a complete upload, for one last call; undefined if none is being processed. */
  take(uploadId: string): AheadFile | undefined;
  /** Stops processing an upload's file. */
  drop(uploadId: string): void;
  /** Stops everything in progress, and waits until it has ended. */
  close(): Promise<void>;
}

export interface AheadFile {
  /**
   * Calls `judge` with the received file, and resolves when the file is durable; to null if it could not be stored, so that its chunks must
   * be read again. Rethrows what `judge` throws; nothing then stays in the store. Called once.
   */
  finish(judge: (file: StoredUpload) => Promise<void>): Promise<StoredUpload | null>;
}

type Growing = Pick<EvidenceUpload, 'id' | 'number' | 'user_id' | 'size_bytes'>;

interface AheadDeps {
  readonly db: Database;
  readonly put: ObjectStore['put'];
  readonly stages: StagingAreas;
  /** Asked before each chunk, which here takes its room a second time. */
  readonly room: RoomCheck;
}

export interface AheadBounds {
  /** Smaller files take no noticeable time. */
  readonly leastBytes: number;
  /** Files in progress on this server and per user. Each takes memory and a share of a thread. */
  readonly most: number;
  readonly mostOfUser: number;
  /** Processing stops after this time without a chunk; the next chunk starts it again. */
  readonly restMs: number;
}

export const aheadBounds: AheadBounds = { leastBytes: 33_554_432, most: 8, mostOfUser: 2, restMs: 600_000 };

export function aheadFiles(deps: AheadDeps, bounds: AheadBounds = aheadBounds): AheadFiles {
  const underWay = new Map<string, Running & { readonly userId: string }>();
  const endings = new Set<Promise<unknown>>();
  const begin = (upload: Growing): (Running & { readonly userId: string }) | undefined => {
    if (Number(upload.size_bytes) < bounds.leastBytes || underWay.size >= bounds.most) return undefined;
    const ofUser = [...underWay.values()].filter(({ userId }) => userId === upload.user_id);
    if (ofUser.length >= bounds.mostOfUser) return undefined;
    const running = { userId: upload.user_id, ...run(deps, upload, bounds.restMs) };
    underWay.set(upload.id, running);
    // A failed one is started again by the next chunk, or read by the last call.
    const ending = running.ended.finally(() => {
      endings.delete(ending);
      if (underWay.get(upload.id) === running) underWay.delete(upload.id);
    });
    endings.add(ending);
    return running;
  };
  return {
    grown(upload, offset) {
      (underWay.get(upload.id) ?? begin(upload))?.grown(offset);
    },
    take(uploadId) {
      const running = underWay.get(uploadId);
      underWay.delete(uploadId);
      return running?.file;
    },
    drop(uploadId) {
      underWay.get(uploadId)?.giveUp();
    },
    async close() {
      for (const running of underWay.values()) running.giveUp();
      await Promise.all(endings);
    },
  };
}

interface Running {
  grown(offset: number): void;
  giveUp(): void;
  readonly file: AheadFile;
  /** Resolves when it has ended, whether it failed or not. */
  readonly ended: Promise<void>;
}

function run({ db, put, stages, room }: AheadDeps, { id, number, size_bytes }: Growing, restMs: number): Running {
  const sizeBytes = Number(size_bytes);
  const growth = growthOf(restMs);
  const measured = deferred<StoredUpload>();
  const verdict = deferred<void>();
  async function* bytes(): AsyncGenerator<Buffer> {
    const stage = await stages.open(number);
    for (let at = 0; at < sizeBytes; ) {
      await growth.beyond(at);
      const chunks = await listChunks(db, uploadChunks, id, at);
      // Another call has completed the upload and discarded the chunks.
      if (chunks.length === 0) throw new StorageError('missing');
      for (const chunk of chunks) {
        await room(chunk.sizeBytes);
        yield* (await stage.open(chunk.sha256)).stream as AsyncIterable<Buffer>;
        at += chunk.sizeBytes;
      }
    }
  }
  const judge = (stored: StoredUpload): Promise<void> => {
    measured.resolve(stored);
    growth.rest(verdict.reject);
    return verdict.promise;
  };
  const stored = storeFile(put, bytes(), { name: 'file', maxBytes: sizeBytes, judge });
  stored.catch(measured.reject);
  return {
    grown: growth.to,
    giveUp: growth.end,
    ended: stored.then(
      () => growth.stop(),
      () => growth.stop(),
    ),
    file: {
      async finish(approve) {
        // The last chunk may have arrived at another server.
        growth.to(sizeBytes);
        growth.stop();
        const whole = await measured.promise.catch(() => null);
        if (!whole || growth.isOver()) return null;
        await approve(whole).then(verdict.resolve, verdict.reject);
        return stored;
      },
    },
  };
}

/** A promise that is settled from outside; a rejection need not be handled. */
function deferred<Value>() {
  let resolve = (_value: Value): void => undefined;
  let reject = (_error: unknown): void => undefined;
  const promise = new Promise<Value>((keep, fail) => {
    resolve = keep;
    reject = fail;
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

/** Tracks the progress of an upload for its reader. Fails when no chunk arrives for `restMs`, or when it is stopped. */
function growthOf(restMs: number) {
  let reached = 0;
  let fault: Error | undefined;
  let wake = (): void => undefined;
  let refuse = (_error: Error): void => undefined;
  const end = (): void => {
    fault = new Error('the upload rests');
    refuse(fault);
    wake();
  };
  let timer = setTimeout(end, restMs).unref();
  return {
    to(offset: number): void {
      reached = Math.max(reached, offset);
      clearTimeout(timer);
      timer = setTimeout(end, restMs).unref();
      wake();
    },
    async beyond(at: number): Promise<void> {
      for (;;) {
        if (fault) throw fault;
        if (reached > at) return;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    /** Registers a callback for that failure. */
    rest(onFailure: (error: Error) => void): void {
      refuse = onFailure;
      if (fault) onFailure(fault);
    },
    end,
    isOver: (): boolean => fault !== undefined,
    /** Stops the timer; progress is no longer watched. */
    stop: (): void => clearTimeout(timer),
  };
}
