import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** How many seconds a work takes. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** What a server that answers `memory` has in memory now. */
export async function memoryMb(child: ChildProcess): Promise<number> {
  child.send('memory');
  const [answer] = (await once(child, 'message')) as [number];
  return answer / 2 ** 20;
}
