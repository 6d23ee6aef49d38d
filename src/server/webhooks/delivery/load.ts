import { readFileSync } from 'node:fs';

/** How far things have come: all of them only grow. */
export interface LoadReading {
  /** Signed calls that the server has taken. */
  readonly calls: number;
  /** For how long this thread has run, and for how long it could have run and waited for a processor, in ms. */
  readonly ranMs: number;
  readonly waitedMs: number;
}

/**
 * Tells whether the intake needs the processors: calls come in, and of the time in which this thread has work it waits for a processor for
 * most. Looks back over half a second, and further where it had next to no work.
 */
export function watchLoad(read: () => LoadReading, now: () => number = () => performance.now()): () => boolean {
  let before = { ...read(), at: now() };
  let isShort = false;
  return () => {
    const seconds = (now() - before.at) / 1000;
    if (seconds < 0.5) return isShort;
    const after = { ...read(), at: now() };
    const [ran, waited] = [after.ranMs - before.ranMs, after.waitedMs - before.waitedMs];
    const isBusy = (after.calls - before.calls) / seconds > busyCalls;
    if (isBusy && ran + waited < leastMs && seconds < longestSeconds) return isShort;
    isShort = isBusy && waited > ran;
    before = after;
    return isShort;
  };
}

/** A second. Fewer leave room for all. */
const busyCalls = 40;
const leastMs = 10;
const longestSeconds = 5;

/** What this thread has run and waited, as Linux counts it; nothing elsewhere. Source: Documentation/scheduler/sched-stats.rst. */
export function threadTimes(): Pick<LoadReading, 'ranMs' | 'waitedMs'> {
  try {
    const [ran = 0, waited = 0] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ').map(Number);
    return { ranMs: ran / 1e6, waitedMs: waited / 1e6 };
  } catch {
    return { ranMs: 0, waitedMs: 0 };
  }
}
