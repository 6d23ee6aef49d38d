import { setTimeout as sleep } from 'node:timers/promises';
import { setKillPriority, killPriorities, memoryOf, type ProcessTree } from './process-tree.ts';

/** Watches a browser's memory use and kills it when it exceeds `maxBytes`. `stop` waits for a check under way. */
export function watchMemory(tree: ProcessTree, maxBytes: number, onTooMuch: () => void, everyMs = 200): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await watching;
    },
  };

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const pids = await tree.look();
      const taken = await Promise.all(pids.map(memoryOf));
      if (taken.reduce((sum, bytes) => sum + bytes, 0) > maxBytes) {
        // The reason comes first: a killed browser looks like a crashed one.
        onTooMuch();
        await tree.kill();
        return;
      }
      await Promise.all(pids.map((pid) => setKillPriority(pid, killPriorities.browser)));
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
}
