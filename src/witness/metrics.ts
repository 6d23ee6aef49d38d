import { prometheusText } from '../server/telemetry/exposition.ts';
import type { LogState } from './witness.ts';

/** Metrics for Prometheus. @param answers how often add-checkpoint answered with each HTTP status since the start. */
export function witnessMetrics(logs: readonly LogState[], answers: ReadonlyMap<number, number>): string {
  const ofLogs = (value: (log: LogState) => number | null) => logs.map((log) => ({ labels: { origin: log.origin }, value: value(log) }));
  return prometheusText([
    {
      name: 'witness_answers',
      help: 'Answers to add-checkpoint since the start, by HTTP status.',
      values: [...answers].map(([status, value]) => ({ labels: { status: String(status) }, value })),
    },
    {
      name: 'witness_log_size',
      help: 'Size of the tree that was cosigned last.',
      values: ofLogs(({ head }) => head?.checkpoint.size ?? null),
    },
    {
      name: 'witness_log_cosigned_timestamp_seconds',
      help: 'When a checkpoint of the log was cosigned last, in seconds since 1970.',
      values: ofLogs(({ head }) => head?.time ?? null),
    },
    { name: 'witness_log_forks', help: 'Kept requests with another root of a cosigned size.', values: ofLogs(({ forks }) => forks) },
    { name: 'witness_log_unproven', help: 'Kept requests whose proof did not verify.', values: ofLogs(({ unproven }) => unproven) },
    { name: 'witness_log_faults', help: '1 while the state of the log cannot be used.', values: ofLogs(({ fault }) => (fault ? 1 : 0)) },
  ]);
}
