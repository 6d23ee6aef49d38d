import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';

/** The exit code on which `scripts/keep-up.sh`, and a service manager that restarts on failure, start the program again. */
export const restartCode = 75;

/**
 * An uncaught error (an exception, an unhandled rejection, or an `error` event without a listener) leaves the process in an unknown state.
 * It is logged with an ID and its causes. Then the process closes as on a signal, for at most `patienceMs`, and exits with `restartCode`.
 */
export function restartOnFault(close: () => Promise<void>, log: (line: string) => void, patienceMs = 20_000): void {
  let isClosing = false;
  // The reader of our output may exit. Logging that would fail in the same way, endlessly, so it is ignored and the work goes on.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.on('uncaughtException', (fault, origin) => {
    const id = randomUUID();
    log(`Unhandled error ${id} (${origin}): ${inspect(fault)}`);
    if (isClosing) return;
    isClosing = true;
    log(`Closing, to be started again (${id}).`);
    void Promise.race([close(), sleep(patienceMs)]).then(
      () => process.exit(restartCode),
      (failed: unknown) => {
        log(inspect(failed));
        process.exit(restartCode);
      },
    );
  });
}
