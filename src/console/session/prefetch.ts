/**
 * Loads and evaluates the frame and the first list while the operator types, so that the rows appear right after the login. Starts at the
 * first key or after a moment, because the login itself comes first on a slow connection. @returns a function that stops it.
 */
export function prefetchConsole(preload: () => Promise<unknown>): () => void {
  const start = () => {
    stop();
    void preload().catch(() => undefined); // the root view loads it again and reports the failure
  };
  const timer = setTimeout(start, 800);
  addEventListener('input', start);
  const stop = () => {
    clearTimeout(timer);
    removeEventListener('input', start);
  };
  return stop;
}
