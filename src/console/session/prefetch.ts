/**
 * Loads and evaluates the frame and the first list while the operator types, so that its rows follow the answer to the login at once.
 * Returns what stops it. Starts at the first key or after a moment: the login itself comes first on a slow line.
 */
export function prefetchConsole(preload: () => Promise<unknown>): () => void {
  const start = () => {
    stop();
    void preload().catch(() => undefined); // the stage loads it again and says what went wrong
  };
  const timer = setTimeout(start, 800);
  addEventListener('input', start);
  const stop = () => {
    clearTimeout(timer);
    removeEventListener('input', start);
  };
  return stop;
}
