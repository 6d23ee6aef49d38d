import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Duration of a work in seconds. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** Current memory of a server that answers the message `memory`. */
export async function memoryMb(child: ChildProcess): Promise<number> {
  child.send('memory');
  const [answer] = (await once(child, 'message')) as [number];
  return answer / 2 ** 20;
}

/** Of times in milliseconds. */
export function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
}
