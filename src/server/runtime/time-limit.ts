/**
 * A signal that is aborted with another one, or after a time. `AbortSignal.any` over `AbortSignal.timeout` is no such thing: it holds what
 * it joins weakly, and Node 20 collects a timeout that nothing else holds, so that its time never ends.
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
