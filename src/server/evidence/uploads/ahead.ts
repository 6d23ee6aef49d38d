import type { Database } from '../../db/database.ts';
import { storeFile, type StoredUpload } from '../../signed/incoming-file.ts';
import { listChunks } from '../../storage/chunked-upload.ts';
import type { StagingAreas } from '../../storage/staging-areas.ts';
import { StorageError, type ObjectStore } from '../../storage/store.ts';
import { uploadChunks, type EvidenceUpload } from './store.ts';

/**
 * Files of uploads on their way into the store, hashed and written while their chunks still come in: of a large one the last call waits for
 * the last chunk alone. Until that call has approved it a file has no name in the store. It is a help and no promise: what is not ahead, as
 * after a start, is read from its chunks by the last call.
 */
export interface AheadFiles {
  /** A chunk counts now. Begins with a large file, or goes on with it. */
  grown(upload: Growing, offset: number): void;
  /** The file of an upload that is whole, for one last call; undefined where none is under way. */
  take(uploadId: string): AheadFile | undefined;
  /** Gives the file of an upload up. */
  drop(uploadId: string): void;
  /** Gives up what is under way, and waits until nothing of it is left. */
  close(): Promise<void>;
}

export interface AheadFile {
  /**
   * Asks `judge` of what came in, and resolves when the file is durable; to null where it could not be stored: its chunks are to be read
   * again. What the judge throws is thrown, and nothing stays in the store. Called once.
   */
  finish(judge: (file: StoredUpload) => Promise<void>): Promise<StoredUpload | null>;
}

type Growing = Pick<EvidenceUpload, 'id' | 'number' | 'user_id' | 'size_bytes'>;

interface AheadDeps {
  readonly db: Database;
  readonly put: ObjectStore['put'];
  readonly stages: StagingAreas;
}

export interface AheadBounds {
  /** Smaller files are read in a moment. */
  readonly leastBytes: number;
  /** Under way at once, at this server and of one user: each takes room, and a part of a thread. */
  readonly most: number;
  readonly mostOfUser: number;
  /** Given up when nothing came for so long; the next chunk begins anew. */
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
    // One that failed is begun anew by the next chunk, or read by the last call.
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
  /** Resolves however it ended. */
  readonly ended: Promise<void>;
}

function run({ db, put, stages }: AheadDeps, { id, number, size_bytes }: Growing, restMs: number): Running {
  const sizeBytes = Number(size_bytes);
  const growth = growthOf(restMs);
  const measured = told<StoredUpload>();
  const verdict = told<void>();
  async function* bytes(): AsyncGenerator<Buffer> {
    const stage = await stages.open(number);
    for (let at = 0; at < sizeBytes; ) {
      await growth.beyond(at);
      const chunks = await listChunks(db, uploadChunks, id, at);
      // Thrown away, by another's last call.
      if (chunks.length === 0) throw new StorageError('missing');
      for (const chunk of chunks) {
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
        // The last chunk may have come in at another server.
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

/** A promise that others settle; nobody need listen when it fails. */
function told<Value>() {
  let resolve = (_value: Value): void => undefined;
  let reject = (_error: unknown): void => undefined;
  const promise = new Promise<Value>((keep, fail) => {
    resolve = keep;
    reject = fail;
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

/** How far an upload has come, for one who follows it; rests for too long, or is given up: ends with a fault. */
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
    /** From now on the end of its rest is told here, too. */
    rest(told: (error: Error) => void): void {
      refuse = told;
      if (fault) told(fault);
    },
    end,
    isOver: (): boolean => fault !== undefined,
    /** It needs nobody any more who looks at the clock. */
    stop: (): void => clearTimeout(timer),
  };
}
