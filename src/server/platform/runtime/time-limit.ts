/**
 * A signal that aborts with `signal` or after `ms`. `AbortSignal.any` with `AbortSignal.timeout` does not work: it references its sources
 * weakly, so Node 20 garbage-collects a timeout that nothing else references, and it never fires.
 */
export function endingAfter(ms: number, signal: AbortSignal): AbortSignal {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(new DOMException('The time is over', 'TimeoutError')), ms);
  timer.unref();
  const end = (): void => {
    clearTimeout(timer);
    ending.abort(signal.reason);
  };
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return ending.signal;
}
