import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** SM3 of chunks that come one by one. */
export interface Sm3 {
  /** Resolves when the next chunk may come. */
  update(chunk: Uint8Array): Promise<void> | undefined;
  /** Hex; once, after the last chunk. */
  digest(): Promise<string>;
  /** Ends what runs; needed however it ends. */
  close(): void;
}

/**
 * SM3 has no instructions of its own on most machines and takes four times as long as SHA-256: a large file has it taken by a thread of its own,
 * beside the hashing and writing of the rest. Small ones are done before a thread would be there.
 */
export function createSm3(threadFromBytes = 4 * 1024 * 1024): Sm3 {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let thread: Sm3 | null = null;
  return {
    update(chunk) {
      if (thread) return thread.update(chunk);
      held.push(chunk);
      heldBytes += chunk.length;
      if (heldBytes < threadFromBytes) return undefined;
      const started = threadSm3();
      thread = started;
      const early = Promise.all(held.map((one) => started.update(one)));
      held = [];
      return early.then(() => undefined);
    },
    async digest() {
      if (thread) return thread.digest();
      const hash = createHash('sm3');
      for (const chunk of held) hash.update(chunk);
      return hash.digest('hex');
    },
    close: () => thread?.close(),
  };
}

function threadSm3(): Sm3 {
  const worker = new Worker(program, { eval: true });
  let failure: Error | null = null;
  let waiting = 0;
  /** One wait for all who are told to wait: a listener each would pile up. */
  let room: Promise<void> | undefined;
  worker.on('error', (error: Error) => {
    failure = error;
  });
  worker.on('message', (message: unknown) => {
    if (message === 'taken') waiting -= 1;
  });
  return {
    update(chunk) {
      if (failure) return Promise.reject(failure);
      waiting += 1;
      worker.postMessage(chunk, []);
      if (waiting < chunksAhead) return undefined;
      room ??= once(worker, 'message').then(() => undefined).finally(() => (room = undefined));
      return room;
    },
    async digest() {
      if (failure) throw failure;
      const answer = new Promise<string>((resolve, reject) => {
        worker.on('message', (message: unknown) => {
          if (typeof message === 'string' && message !== 'taken') resolve(message);
        });
        worker.once('error', reject);
        worker.once('exit', () => reject(new Error('the SM3 thread ended')));
      });
      worker.postMessage(null, []);
      return answer;
    },
    close: () => void worker.terminate(),
  };
}

/** Of 64 KiB each as they come from the network: some megabytes at most. */
const chunksAhead = 64;

/** As text, so that the bundled server needs no second file. */
const program = `
const { parentPort } = require('node:worker_threads');
const hash = require('node:crypto').createHash('sm3');
parentPort.on('message', (chunk) => {
  if (chunk === null) return parentPort.postMessage(hash.digest('hex'), []);
  hash.update(chunk);
  parentPort.postMessage('taken', []);
});`;
