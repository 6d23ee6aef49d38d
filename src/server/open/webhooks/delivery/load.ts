import { cpus } from 'node:os';

/** Counters that only grow. */
export interface LoadReading {
  /** Signed calls that the server received. */
  readonly calls: number;
  /** The machine's idle and total CPU time, in ms, summed over its processors. */
  readonly idleMs: number;
  readonly totalMs: number;
}

/** Returns whether the intake needs the CPU: calls arrive and hardly any CPU is idle. Measures over at least half a second. */
export function watchLoad(read: () => LoadReading, now: () => number = () => performance.now()): () => boolean {
  let before = { ...read(), at: now() };
  let isShort = false;
  return () => {
    const seconds = (now() - before.at) / 1000;
    if (seconds < 0.5) return isShort;
    const after = { ...read(), at: now() };
    const isBusy = (after.calls - before.calls) / seconds > busyCalls;
    isShort = isBusy && after.idleMs - before.idleMs < leastIdle * (after.totalMs - before.totalMs);
    before = after;
    return isShort;
  };
}

/** Calls per second. Fewer leave enough CPU for both. */
const busyCalls = 40;
/** An intake at its limit still leaves a sixth idle, because it waits for its own commits. */
const leastIdle = 0.3;

/** CPU times since the machine started. A machine with more processors than the server fills counts as idle enough. */
export function processorTimes(): Pick<LoadReading, 'idleMs' | 'totalMs'> {
  let [idleMs, totalMs] = [0, 0];
  for (const { times } of cpus()) {
    idleMs += times.idle;
    totalMs += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return { idleMs, totalMs };
}
