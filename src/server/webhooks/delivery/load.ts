import { readFileSync } from 'node:fs';

/** How far a thread has come: both only grow. */
export interface LoadReading {
  /** Signed calls that the server has taken. */
  readonly calls: number;
  /** For how long this thread could have run, and waited for a processor, in ms. */
  readonly waitedMs: number;
}

/**
 * Tells whether the intake needs the processors: calls come in, and this thread waits for a processor for most of its time. Looks back over
 * half a second.
 */
export function watchLoad(read: () => LoadReading, now: () => number = () => performance.now()): () => boolean {
  let before = { ...read(), at: now() };
  let isShort = false;
  return () => {
    const seconds = (now() - before.at) / 1000;
    if (seconds < 0.5) return isShort;
    const after = { ...read(), at: now() };
    isShort = (after.calls - before.calls) / seconds > busyCalls && (after.waitedMs - before.waitedMs) / 1000 / seconds > waitingShare;
    before = after;
    return isShort;
  };
}

/** A second. Fewer leave room for all. */
const busyCalls = 20;
const waitingShare = 0.3;

/** What this thread has waited for a processor, as Linux counts it; 0 elsewhere. Source: Documentation/scheduler/sched-stats.rst. */
export function waitedMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
