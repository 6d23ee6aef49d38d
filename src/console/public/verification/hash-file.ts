import type { HashMessage } from './hash-worker.ts';

/** The caller cancelled the hashing. */
export class HashCancelled extends Error {
  override name = 'HashCancelled';
}

/**
 * SHA-256 (lower-case hex) of a file of any size, computed in a worker, so that the page stays responsive. The file never leaves the
 * device. `onProgress` receives bytes. @throws HashCancelled; Error in Chinese.
 */
export function hashFile(file: File, signal: AbortSignal, onProgress: (bytes: number) => void): Promise<string> {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new HashCancelled()));
    worker.addEventListener('error', () => reject(new Error('核验程序没有加载，请刷新后重试')));
    worker.addEventListener('message', ({ data }: MessageEvent<HashMessage>) => {
      if (data.kind === 'progress') onProgress(data.bytes);
      else if (data.kind === 'done') resolve(data.sha256);
      else reject(new Error(data.why));
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
