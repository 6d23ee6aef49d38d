import { cpus } from 'node:os';

/** How far things have come: all of them only grow. */
export interface LoadReading {
  /** Signed calls that the server has taken. */
  readonly calls: number;
  /** What the machine's processors had nothing to do, and all their time, in ms of one processor. */
  readonly idleMs: number;
  readonly totalMs: number;
}

/** Tells whether the intake needs the processors: calls come in, and next to nothing is idle. Looks back over half a second. */
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

/** A second. Fewer leave room for all. */
const busyCalls = 40;
/** An intake at its limit leaves a sixth idle: it waits for its own commits. */
const leastIdle = 0.3;

/** What the machine's processors did since it was started. A machine with more of them than the server fills has enough idle ones. */
export function processorTimes(): Pick<LoadReading, 'idleMs' | 'totalMs'> {
  let [idleMs, totalMs] = [0, 0];
  for (const { times } of cpus()) {
    idleMs += times.idle;
    totalMs += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return { idleMs, totalMs };
}
