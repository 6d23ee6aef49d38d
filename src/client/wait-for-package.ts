import type { Calls } from './contract/calls.ts';
import type { RawAnswer } from './contract/values.ts';
import type { WaitOptions } from './events.ts';
import { NotaryFault } from './net/refusal.ts';
import { sleepOrCancel } from './net/retries.ts';

/** Asks for the package until the server has it. @param waitMs between two questions; default is the server's `Retry-After`. */
export async function waitForPackage(
  calls: Pick<Calls, 'getPackage'>,
  baoquan: string,
  { timeoutMs = 600_000, signal }: Pick<WaitOptions, 'timeoutMs' | 'signal'> = {},
  waitMs = retryAfterMs,
): Promise<RawAnswer> {
  const endMs = performance.now() + timeoutMs;
  for (;;) {
    const answer = await calls.getPackage({ baoquan }, signal === undefined ? {} : { signal });
    if (answer.state === 'ready') return answer;
    if (performance.now() + waitMs > endMs) throw new NotaryFault(`no package came within ${timeoutMs} ms: ${answer.state}`);
    await sleepOrCancel(waitMs, signal);
  }
}

const retryAfterMs = 5000;
