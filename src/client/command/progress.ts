import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Context } from './command.ts';
import { UsageError } from './usage-error.ts';

/** Shows the progress of a large upload on a terminal. @throws UsageError for a file that does not exist. */
export async function progressOf(path: string, { draw, isJson }: Pick<Context, 'draw' | 'isJson'>) {
  const sizeBytes = await stat(path).then(
    (found) => found.size,
    (error: Error) => Promise.reject(new UsageError(`${path} cannot be read: ${error.message}`)),
  );
  if (draw === null || isJson || sizeBytes <= largeBytes) return { onProgress: () => undefined, end: () => undefined };
  let shownAt = Number.NEGATIVE_INFINITY;
  const startMs = performance.now();
  return {
    onProgress(sentBytes: number) {
      const nowMs = performance.now();
      if (nowMs - shownAt < everyMs && sentBytes < sizeBytes) return;
      shownAt = nowMs;
      draw(bar(basename(path), sentBytes, sizeBytes, (nowMs - startMs) / 1000));
    },
    end: () => draw('\n'),
  };
}

/** Format: `film.mp4  [#####     ] 48 %  960 of 2000 MB  85 MB/s`. */
export function bar(name: string, sentBytes: number, sizeBytes: number, seconds: number): string {
  const part = Math.min(1, sentBytes / sizeBytes);
  const filled = Math.round(part * width);
  const rate = seconds > 0 ? `${mega(sentBytes / seconds)} MB/s` : '';
  const shown = name.length > 30 ? `${name.slice(0, 29)}…` : name;
  const amount = `${mega(sentBytes)} of ${mega(sizeBytes)} MB`;
  return `\r\u{1b}[K${shown}  [${'#'.repeat(filled)}${' '.repeat(width - filled)}] ${Math.floor(part * 100)} %  ${amount}  ${rate}`;
}

function mega(bytes: number): string {
  return (bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0);
}

/** Smaller files are sent before anybody could read a progress bar. */
const largeBytes = 8_000_000;
const everyMs = 100;
const width = 30;
