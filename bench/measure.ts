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
