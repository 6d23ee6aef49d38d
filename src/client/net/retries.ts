import { setTimeout as sleep } from 'node:timers/promises';
import type { Cancellation } from '../contract/values.ts';
import { NotaryRefusal, NotaryUnreachable } from './refusal.ts';

export interface RetryOptions {
  /** Whether to repeat after a missing answer or a server error. */
  readonly isRepeatable: boolean;
  /** Counted from the first attempt. */
  readonly forMs: number;
  readonly signal?: Cancellation | undefined;
  /** Called before the wait for the next attempt. */
  readonly onRetry?: ((error: Error, inMs: number) => void) | undefined;
}

/** Repeats an attempt at growing intervals, no earlier than the server asks. @throws what the last attempt threw. */
export async function withRetries<Value>(attempt: () => Promise<Value>, options: RetryOptions): Promise<Value> {
  const startMs = performance.now();
  for (let count = 0; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      const waitMs = waitOf(error, count);
      const isOver = performance.now() - startMs + waitMs > options.forMs;
      if (!mayRepeat(error, options.isRepeatable) || isOver || options.signal?.aborted) throw error;
      options.onRetry?.(error, waitMs);
      await sleepOrCancel(waitMs, options.signal);
    }
  }
}

/** Whether another attempt makes sense after this error. */
export function mayRepeat(error: unknown, isRepeatable: boolean): error is NotaryRefusal | NotaryUnreachable {
  if (error instanceof NotaryUnreachable) return isRepeatable || error.isUnsent;
  if (!(error instanceof NotaryRefusal)) return false;
  // A call that was refused for its rate was not carried out.
  return error.code === 'rate' || (isRepeatable && (error.status >= 500 || error.code === 'timeout'));
}

/** @throws the signal's reason if cancelled. */
export async function sleepOrCancel(ms: number, signal: Cancellation | undefined): Promise<void> {
  const controller = new AbortController();
  const cancel = (): void => controller.abort();
  signal?.addEventListener('abort', cancel);
  try {
    if (signal?.aborted) cancel();
    await sleep(ms, undefined, { signal: controller.signal });
  } catch (error) {
    throw signal?.reason ?? error;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

/** Varies by a fifth, so that clients that failed together do not return together. */
function waitOf(error: unknown, count: number): number {
  const waitMs = Math.min(firstWaitMs * 2 ** count, maxWaitMs) * (0.8 + 0.4 * Math.random());
  return error instanceof NotaryRefusal ? Math.max(waitMs, (error.retryAfterSeconds ?? 0) * 1000) : waitMs;
}

const firstWaitMs = 250;
const maxWaitMs = 8000;
