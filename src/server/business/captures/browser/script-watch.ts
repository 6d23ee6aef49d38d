import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';

export interface ScriptWatch {
  /** How many scripts of the page were stopped because they did not come to an end. */
  stopped(): number;
  stop(): void;
}

/**
 * Stops scripts of a page that never end, such as `for (;;)`: while one runs, the page neither goes on nor answers.
 * @param onStopped called with how many were stopped so far; more than `mostStopped` are left to run.
 */
export function watchScripts(session: CDPSession, onStopped: (count: number) => void = () => undefined): ScriptWatch {
  const over = new AbortController();
  let stopped = 0;
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted && stopped <= mostStopped) {
      await sleep(pauseMs, null, { signal: over.signal });
      const answered = session.send('Runtime.evaluate', { expression: '1', returnByValue: true }).then(
        () => true,
        () => true,
      );
      if (await Promise.race([answered, sleep(patienceMs, false, { signal: over.signal })])) continue;
      stopped += 1;
      onStopped(stopped);
      if (stopped <= mostStopped) session.send('Runtime.terminateExecution').catch(() => undefined);
    }
  };
  // It ends by the abort.
  watch().catch(() => undefined);
  return { stopped: () => stopped, stop: () => over.abort() };
}

export const mostStopped = 3;
const pauseMs = 2000;
/** Longer than scripts of pages take that are only slow. */
const patienceMs = 10_000;
