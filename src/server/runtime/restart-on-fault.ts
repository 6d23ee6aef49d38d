import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';

/** To `scripts/keep-up.sh`, and to a service manager that restarts on failure: start it again. */
export const restartCode = 75;

/**
 * What nobody caught, an error event without a listener or a rejection, leaves a process in an unknown state. It is logged once,
 * with an id and its causes; then the process closes as it does on a signal, but not for longer than `patienceMs`, and ends with
 * `restartCode`.
 */
export function restartOnFault(close: () => Promise<void>, log: (line: string) => void, patienceMs = 20_000): void {
  let isClosing = false;
  // Whoever reads what this process prints may leave. Saying so would be the next such fault, without an end; the work goes on instead.
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
