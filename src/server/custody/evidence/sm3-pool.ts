import { Worker } from 'node:worker_threads';

/** An SM3 hash over a stream of chunks. */
export interface Sm3 {
  /** Resolves when the next chunk may be given; undefined if it may be given at once. */
  update(chunk: Uint8Array): Promise<void> | undefined;
  /** Hex. Call it once, after the last chunk. */
  digest(): Promise<string>;
  /** Releases the stream. Always required, whether a digest was requested or not. */
  close(): void;
}

/** Number of threads that compute SM3 in this process, for any number of streams. */
export const sm3Threads = 2;
/** Limit of bytes queued for one thread by all its streams. Beyond it, callers wait. */
const maxWaitingBytes = 8 * 1024 * 1024;

/** Opens a stream on the thread with the fewest streams. Threads are started when first needed, and stay. */
export function openSm3Stream(): Sm3 {
  const free = threads.findIndex((thread) => thread === undefined || thread.streams.size === 0);
  const place =
    free >= 0
      ? free
      : threads.reduce((least, thread, at) => ((thread?.streams.size ?? 0) < (threads[least]?.streams.size ?? 0) ? at : least), 0);
  const thread = (threads[place] ??= startThread(() => (threads[place] = undefined)));
  return thread.open();
}

/** Running threads, open streams and queued bytes, for tests. */
export function sm3PoolState(): { threads: number; streams: number; waitingBytes: number } {
  const running = threads.filter((thread) => thread !== undefined);
  return {
    threads: running.length,
    streams: running.reduce((sum, { streams }) => sum + streams.size, 0),
    waitingBytes: running.reduce((sum, thread) => sum + thread.waitingBytes(), 0),
  };
}

interface Thread {
  readonly streams: ReadonlyMap<number, Stream>;
  waitingBytes(): number;
  open(): Sm3;
}
interface Stream {
  /** Set while the digest is pending. */
  settle: { resolve(hex: string): void; reject(error: Error): void } | null;
}

const threads: (Thread | undefined)[] = Array.from({ length: sm3Threads });
let lastId = 0;

/** @param ended called when the thread has died: its streams have failed, and the next stream gets a new thread. */
function startThread(ended: () => void): Thread {
  const worker = new Worker(program, { eval: true });
  const streams = new Map<number, Stream>();
  let waitingBytes = 0;
  let failure: Error | null = null;
  /** One promise shared by all waiting callers. */
  let freed: { readonly made: Promise<void>; make(): void } | null = null;

  const fail = (error: Error): void => {
    if (failure) return;
    failure = error;
    ended();
    for (const { settle } of streams.values()) settle?.reject(error);
    streams.clear();
    waitingBytes = 0;
    freed?.make();
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the SM3 thread ended')));
  worker.on('message', (message: { readonly taken: number } | { readonly id: number; readonly hex: string }) => {
    if ('hex' in message) return streams.get(message.id)?.settle?.resolve(message.hex);
    waitingBytes -= message.taken;
    if (waitingBytes >= maxWaitingBytes) return undefined;
    freed?.make();
    freed = null;
    return undefined;
  });
  // Idle threads do not keep the process alive.
  worker.unref();

  const open = (): Sm3 => {
    const id = (lastId += 1);
    const stream: Stream = { settle: null };
    streams.set(id, stream);
    if (streams.size === 1) worker.ref();
    return {
      update(chunk) {
        if (failure) return Promise.reject(failure);
        // Transfers a copy: posting the chunk itself would copy the whole buffer that it is a part of.
        const bytes = new Uint8Array(chunk);
        waitingBytes += bytes.length;
        worker.postMessage({ id, bytes }, [bytes.buffer]);
        if (waitingBytes < maxWaitingBytes) return undefined;
        freed ??= newSignal();
        return freed.made;
      },
      digest() {
        return new Promise<string>((resolve, reject) => {
          if (failure) return reject(failure);
          stream.settle = { resolve, reject };
          worker.postMessage({ id, isEnd: true }, []);
        });
      },
      close() {
        if (!streams.delete(id)) return;
        worker.postMessage({ id, isOver: true }, []);
        if (streams.size === 0) worker.unref();
      },
    };
  };
  return { streams, waitingBytes: () => waitingBytes, open };
}

function newSignal(): { made: Promise<void>; make(): void } {
  let make = (): void => undefined;
  const made = new Promise<void>((resolve) => (make = resolve));
  return { made, make: () => make() };
}

/** Inline source, so that the bundled server needs no second file. */
const program = `
const { parentPort } = require('node:worker_threads');
const { createHash } = require('node:crypto');
const hashes = new Map();
const hashOf = (id) => hashes.get(id) ?? hashes.set(id, createHash('sm3')).get(id);
parentPort.on('message', ({ id, bytes, isEnd }) => {
  if (bytes) {
    hashOf(id).update(bytes);
    return parentPort.postMessage({ taken: bytes.length });
  }
  if (isEnd) parentPort.postMessage({ id, hex: hashOf(id).digest('hex') });
  hashes.delete(id);
});`;
