import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { createSHA256 } from 'hash-wasm';
import { fileFault } from './file-fault.ts';

/** Messages of the worker: bytes hashed so far, finally the hash, or a failure to read the file. */
export type HashMessage =
  | { readonly kind: 'progress'; readonly bytes: number }
  | { readonly kind: 'done'; readonly sha256: string }
  | { readonly kind: 'failed'; readonly why: string };

addEventListener('message', (event: MessageEvent<File>) => {
  hash(event.data).catch((error: unknown) => send({ kind: 'failed', why: fileFault(error) }));
});

/** Hashes in slices and reads the next one meanwhile, so that memory use does not grow with the file. */
async function hash(file: File): Promise<void> {
  const read = (at: number) => file.slice(at, at + sliceBytes).arrayBuffer();
  let next = read(0);
  const state = await wasmHash().catch(plainHash);
  for (let at = 0; at < file.size; at += sliceBytes) {
    const bytes = new Uint8Array(await next);
    next = read(at + sliceBytes);
    state.update(bytes);
    send({ kind: 'progress', bytes: Math.min(at + sliceBytes, file.size) });
  }
  send({ kind: 'done', sha256: state.hex() });
}

interface RunningHash {
  update(bytes: Uint8Array): void;
  /** In lower case. */
  hex(): string;
}

/** Several times as fast as JavaScript (decision 0019). @throws if WebAssembly is disabled, as in a browser's lockdown mode. */
async function wasmHash(): Promise<RunningHash> {
  const state = await createSHA256();
  state.init();
  return { update: (bytes) => void state.update(bytes), hex: () => state.digest() };
}

function plainHash(): RunningHash {
  const state = sha256.create();
  return { update: (bytes) => void state.update(bytes), hex: () => bytesToHex(state.digest()) };
}

function send(message: HashMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker posts only to its own page
  postMessage(message);
}

/** Large slices are read faster (decision 0019), and progress still updates several times a second. */
const sliceBytes = 16_777_216;
