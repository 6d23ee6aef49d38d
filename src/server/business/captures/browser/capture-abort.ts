import type { BrowserContext } from 'playwright-core';
import type { CaptureConfig } from '../../../platform/runtime/config.ts';
import { CaptureFailure } from './failure.ts';

/**
 * Ends a capture from outside: on timeout, on a limit, or when the worker stops. The first reason is the one that everything fails with.
 */
export function captureAbort({ maxSeconds }: CaptureConfig, signal: AbortSignal) {
  let reason: Error | null = null;
  let open: BrowserContext | null = null;
  let fail: (error: Error) => void = () => undefined;
  const failure = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failure.catch(() => undefined);
  const stopWith = (error: Error): void => {
    if (reason) return;
    reason = error;
    fail(error);
    closeNow(open);
  };
  const aborted = (): void => stopWith(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
  const timer = setTimeout(() => stopWith(new CaptureFailure(`取证超时（${maxSeconds}秒）`)), maxSeconds * 1000);
  signal.addEventListener('abort', aborted, { once: true });
  if (signal.aborted) aborted();
  return {
    because: (text: string) => stopWith(new CaptureFailure(text)),
    closing(context: BrowserContext) {
      open = context;
      if (reason) closeNow(context);
      context.pages()[0]?.on('crash', () => stopWith(new CaptureFailure('网页使浏览器崩溃')));
    },
    orFailure: <Result>(work: Promise<Result>): Promise<Result> =>
      Promise.race([work, failure]).catch((error: unknown) => {
        throw reason ?? error;
      }),
    stop() {
      clearTimeout(timer);
      signal.removeEventListener('abort', aborted);
    },
  };
}

/** Errors are ignored: the browser may be closed already. */
function closeNow(context: BrowserContext | null): void {
  void context?.close().catch(() => undefined);
}
