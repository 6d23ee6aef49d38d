/** Small chores of the server, each repeated after a pause; a failure is told once and tried again at the next turn. */
export interface Chore {
  readonly name: string;
  readonly everyMs: number;
  /** A turn that may take longer ends early when it is told that the server stops. */
  run(stopping: AbortSignal): Promise<unknown>;
}

/** Starts the chores. `stop` waits for those under way. */
export function startChores(chores: readonly Chore[], tell: (line: string) => void): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  const schedule = (chore: Chore, failing: boolean): void => {
    if (stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const turn = begin(chore).then(
        () => schedule(chore, false),
        (error: unknown) => {
          if (!failing && !stopping.signal.aborted)
            tell(`${chore.name} failed and will be tried again: ${error instanceof Error ? error.message : String(error)}`);
          schedule(chore, true);
        },
      );
      running.add(turn);
      void turn.finally(() => running.delete(turn));
    }, chore.everyMs);
    timers.add(timer);
  };
  /** One that throws before it has anything to wait for fails like any other. */
  const begin = async (chore: Chore): Promise<unknown> => chore.run(stopping.signal);
  for (const chore of chores) schedule(chore, false);

  return {
    async stop() {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
