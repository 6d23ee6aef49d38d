import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** @returns percent of one core that a process and its descendants used within that many seconds. Linux only. */
export async function corePercent(root: number, seconds: number): Promise<number> {
  const before = await ticks(root);
  await sleep(seconds * 1000);
  return ((await ticks(root)) - before) / seconds; // a tick is a hundredth of a second
}

/** Processor time used by a process and its descendants. Linux only. */
export async function processorSeconds(root: number): Promise<number> {
  return (await ticks(root)) / 100;
}

/** The part used by the JavaScript thread; the rest is file access, hashing and garbage collection. Linux only. */
export async function mainThreadSeconds(pid: number): Promise<number> {
  return ((await statOf(`${pid}/task/${pid}`))?.ticks ?? 0) / 100;
}

/**
 * Waits until a server has finished the background work after a start: a new demo's pictures and documents take minutes, with pauses
 * between them.
 */
export async function untilAtRest(root: number): Promise<void> {
  while ((await corePercent(root, 20)) > restPercent);
}
const restPercent = 5;

async function ticks(root: number): Promise<number> {
  const all = await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(statOf));
  const own = new Set([root]);
  for (let before = 0; before !== own.size; ) {
    before = own.size;
    for (const one of all) if (one && own.has(one.parent)) own.add(one.pid);
  }
  return all.reduce((sum, one) => sum + (one && own.has(one.pid) ? one.ticks : 0), 0);
}

async function statOf(name: string): Promise<{ pid: number; parent: number; ticks: number } | undefined> {
  const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, own = 0, system = 0, ended = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map((at) => fields[at] ?? 0);
  // Ended children count with their parent, such as a finished backend of the database.
  return text === '' ? undefined : { pid: Number(name), parent, ticks: own + system + ended + endedSystem };
}
