/** Injected into the measured page: clocks that start with the navigation and stop when something is painted. */
export interface Probe {
  /** Milliseconds from the navigation's start until the condition holds and is painted. */
  until(holds: () => boolean): Promise<number>;
  /**
   * Starts measuring the time between the answer of a call whose address contains `address` (or the call of `watch` itself) and the painted
   * condition.
   */
  watch(address: string, holds: () => boolean): void;
  result(): Promise<number>;
  /** Compressed bytes of the scripts that were loaded by a time. */
  scriptBytes(untilMs: number): number;
}

/** Runs in the page before anything else, so it must not reference anything outside itself. */
export function installProbe(): void {
  const painted = (holds: () => boolean): Promise<number> =>
    new Promise((resolve) => {
      const look = (): void => {
        // The frame with the condition is painted when the next one begins.
        if (holds()) requestAnimationFrame(() => resolve(performance.now()));
        else requestAnimationFrame(look);
      };
      look();
    });
  let running: Promise<number> = Promise.resolve(Number.NaN);
  const probe: Probe = {
    until: painted,
    watch(address, holds) {
      const clicked = new Promise<number>((resolve) =>
        addEventListener('click', () => resolve(performance.now()), { once: true, capture: true }),
      );
      running = Promise.all([clicked, painted(holds)]).then(([start, end]) => {
        const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        const answered = entries.filter((entry) => entry.name.includes(address)).map((entry) => entry.responseEnd);
        return end - Math.max(start, ...answered.filter((at) => at < end));
      });
    },
    result: () => running,
    scriptBytes(untilMs) {
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      return entries
        .filter((entry) => entry.name.endsWith('.js') && entry.responseEnd <= untilMs)
        .reduce((sum, entry) => sum + entry.encodedBodySize, 0);
    },
  };
  Object.assign(window, { probe });
}
