import { faultReason } from '../runtime/faults.ts';
import { counter, gauge, histogram } from '../telemetry/registry.ts';
import { traced } from '../telemetry/tracing.ts';

/** Work that the server repeats after a pause. A failure is logged once in a row and retried at the next turn. */
export interface PeriodicJob {
  readonly name: string;
  readonly everyMs: number;
  /** @param stopping aborted when the server stops; a turn that may take long must then end early. */
  run(stopping: AbortSignal): Promise<unknown>;
}

const took = histogram({
  name: 'notary_job_duration_seconds',
  help: 'How long turns of periodic jobs took.',
  labels: ['name'],
  buckets: [0.01, 0.1, 1, 10, 60],
});
const turns = counter({ name: 'notary_job_turns_total', help: 'Turns of periodic jobs, by how they ended.', labels: ['name', 'result'] });
/** By job: when the last successful turn ended in this process, and how many turns have failed since. */
const outcomes = new Map<string, { succeededAt: number | null; failures: number }>();
gauge({ name: 'notary_job_last_success_timestamp_seconds', help: 'When a periodic job last ended well; absent before.' }, () =>
  [...outcomes].map(([name, { succeededAt }]) => ({ labels: { name }, value: succeededAt })),
);
gauge({ name: 'notary_job_failures_in_a_row', help: 'Turns of a periodic job that failed since its last good one.' }, () =>
  [...outcomes].map(([name, { failures }]) => ({ labels: { name }, value: failures })),
);

/** The fraction of a job's pause by which its first turn may come earlier. */
const spread = 0.2;

/** Starts the jobs. `stop` waits for running turns. */
export function startJobs(jobs: readonly PeriodicJob[], log: (line: string) => void): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  const schedule = (job: PeriodicJob, failing: boolean, pauseMs = job.everyMs): void => {
    if (stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const turn = begin(job, failing).then(
        () => schedule(job, false),
        () => schedule(job, true),
      );
      running.add(turn);
      void turn.finally(() => running.delete(turn));
    }, pauseMs);
    timers.add(timer);
  };
  /** Runs one turn in a trace of its own, which also covers the log line of a failure. A synchronous throw counts as a failure too. */
  const begin = async (job: PeriodicJob, failing: boolean): Promise<unknown> =>
    traced(job.name, { kind: 'internal', facts: { 'notary.job': job.name }, root: {} }, () =>
      measured(job, async () => job.run(stopping.signal)).catch((error: unknown) => {
        if (!failing && !stopping.signal.aborted) log(`${job.name} failed and will be tried again: ${faultReason(error)}`);
        throw error;
      }),
    );
  for (const [at, job] of jobs.entries()) {
    outcomes.set(job.name, { succeededAt: null, failures: 0 });
    // Staggered: else jobs with the same pause would always run at the same moment, each with its own database connection.
    schedule(job, false, job.everyMs * (1 - (spread * at) / jobs.length));
  }

  return {
    async stop() {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}

async function measured({ name }: PeriodicJob, turn: () => Promise<unknown>): Promise<unknown> {
  const started = performance.now();
  const end = (result: 'ok' | 'failed'): void => {
    took.observe((performance.now() - started) / 1000, [name]);
    turns.add([name, result]);
  };
  const known = outcomes.get(name);
  try {
    const done = await turn();
    end('ok');
    if (known) Object.assign(known, { succeededAt: Date.now() / 1000, failures: 0 });
    return done;
  } catch (error) {
    end('failed');
    if (known) known.failures += 1;
    throw error;
  }
}
