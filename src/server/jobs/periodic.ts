/** Work that the server does by itself, repeated after a pause; a failure is told once and tried again at the next turn. */
export interface PeriodicJob {
  readonly name: string;
  readonly everyMs: number;
  /** A turn that may take longer ends early when it is told that the server stops. */
  run(stopping: AbortSignal): Promise<unknown>;
}

/** Starts the jobs. `stop` waits for those under way. */
export function startJobs(jobs: readonly PeriodicJob[], tell: (line: string) => void): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  const schedule = (job: PeriodicJob, failing: boolean): void => {
    if (stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const turn = begin(job).then(
        () => schedule(job, false),
        (error: unknown) => {
          if (!failing && !stopping.signal.aborted)
            tell(`${job.name} failed and will be tried again: ${error instanceof Error ? error.message : String(error)}`);
          schedule(job, true);
        },
      );
      running.add(turn);
      void turn.finally(() => running.delete(turn));
    }, job.everyMs);
    timers.add(timer);
  };
  /** One that throws before it has anything to wait for fails like any other. */
  const begin = async (job: PeriodicJob): Promise<unknown> => job.run(stopping.signal);
  for (const job of jobs) schedule(job, false);

  return {
    async stop() {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
