import { checkpointAheadMs, type CustodyHealth, type Attestor } from '../../custody/audit/health.ts';
import { labelled, type Family } from '../../platform/telemetry/exposition.ts';

/** The health of custody as gauges. Error texts may contain addresses, so only `doctor` shows them; here is only since when. */
export function custodyMetrics(health: CustodyHealth): Family[] {
  const { at, scrub, log, timestamps, evidenceTimestamps, chain, witnesses, office, queues } = health;
  const one = (name: string, help: string, value: number | null): Family => ({ name, help, values: [{ value }] });
  const age = (since: Date | null): number | null => since && Math.max(0, (at.getTime() - since.getTime()) / 1000);
  const unix = (instant: Date | null | undefined): number | null => (instant ? instant.getTime() / 1000 : null);
  const attestors = (value: (attestor: Attestor) => number | null): Family['values'] =>
    labelled('by', { timestamp: value(timestamps), chain: value(chain) });
  return [
    ...objectMetrics(scrub),
    one('notary_scrub_due_objects', 'Stored files whose turn it is to be hashed again.', scrub.due),
    one(
      'notary_scrub_ahead_objects',
      'Stored files whose last look is dated ahead of the clock: it was wrong then, or is now.',
      scrub.ahead,
    ),
    one('notary_scrub_oldest_look_seconds', 'The longest that a stored file has not been hashed.', age(scrub.oldestCheckAt)),
    one('notary_log_pending_entries', 'Entries that wait for the log.', log.pending),
    one('notary_log_oldest_pending_seconds', 'How long the oldest of them waits; 0 when none does.', age(log.oldestPendingAt) ?? 0),
    one('notary_log_checkpoint_size', 'Entries under the newest checkpoint.', log.checkpoint?.size ?? 0),
    one('notary_log_checkpoint_time_seconds', 'When the newest checkpoint was signed.', unix(log.checkpoint?.signedAt)),
    one(
      'notary_log_checkpoint_ahead_seconds',
      'How far that time lies ahead of the clock; above some seconds a clock was fast.',
      checkpointAheadMs(health) / 1000,
    ),
    {
      name: 'notary_log_unconfirmed_checkpoints',
      help: 'Checkpoints that have no timestamp, or that no chain transaction covers yet.',
      values: attestors(({ uncovered }) => uncovered),
    },
    {
      name: 'notary_log_confirmed_time_seconds',
      help: 'The time of the newest confirmation.',
      values: attestors(({ lastAt }) => unix(lastAt)),
    },
    {
      name: 'notary_log_confirmation_failing_seconds',
      help: 'How long confirmations have failed; 0 while they do not.',
      values: attestors(({ failingSince }) => age(failingSince) ?? 0),
    },
    one('notary_evidence_timestamps_waiting', 'Evidence that waits for a timestamp of its own.', evidenceTimestamps.uncovered),
    one(
      'notary_evidence_timestamps_failing_seconds',
      'How long these have failed; 0 while they do not.',
      age(evidenceTimestamps.failingSince) ?? 0,
    ),
    one(
      'notary_chain_bid_capped',
      'Whether the transaction that waits bids as much as it may (CHAIN_MAX_FEE_GWEI).',
      chain.isCapped ? 1 : 0,
    ),
    one(
      'notary_chain_failed_transactions',
      'Transactions that the chain holds as failed, since the last one that succeeded.',
      chain.failed,
    ),
    ...witnessMetrics(witnesses),
    ...recordMetrics(health),
    one(
      'notary_office_certificate_end_seconds',
      'When the certificate that the office signs with ends; absent while there is none.',
      unix(office?.endsAt),
    ),
    ...drillMetrics(health.restoreDrill),
    {
      name: 'notary_queue_length',
      help: 'Rows that wait for a job.',
      values: labelled('queue', { trail: queues.trail, list_counters: queues.listDeltas, events: queues.events }),
    },
  ];
}

function witnessMetrics({ witnesses, openForks, cosigned }: CustodyHealth['witnesses']): Family[] {
  const unix = (instant: Date | null | undefined): number | null => (instant ? instant.getTime() / 1000 : null);
  return [
    {
      name: 'notary_witness_last_cosigned_seconds',
      help: 'When the last cosignature of a witness came; absent before the first.',
      values: witnesses.map(({ name, cosignedAt }) => ({ labels: { witness: name }, value: unix(cosignedAt) })),
    },
    {
      name: 'notary_witness_conflicts_total',
      type: 'counter',
      help: 'How often a witness contradicted the log, with a checkpoint of another history or without.',
      values: witnesses.map(({ name, conflicts }) => ({ labels: { witness: name }, value: conflicts })),
    },
    {
      name: 'notary_witness_open_forks',
      help: 'Forks of the log that no administrator has answered: nothing new is anchored.',
      values: [{ value: openForks }],
    },
    {
      name: 'notary_log_cosigned_checkpoint_time_seconds',
      help: 'When the newest checkpoint that meets the policy of witnesses was signed; absent while there is none.',
      values: [{ value: unix(cosigned?.signedAt) }],
    },
  ];
}

/** Daily evidence records. */
function recordMetrics({ at, records }: Pick<CustodyHealth, 'at' | 'records'>): Family[] {
  const { daysWithout, waitingRenewals, nextRenewalAt, failingSince } = records;
  const one = (name: string, help: string, value: number | null): Family => ({ name, help, values: [{ value }] });
  return [
    one('notary_records_missing', 'Ended days with evidence that have no evidence record yet.', daysWithout),
    one('notary_records_waiting_renewals', 'Renewals of evidence records that wait for a timestamp.', waitingRenewals),
    one(
      'notary_records_next_renewal_seconds',
      'From when on the next evidence record is to be renewed; absent while there is none.',
      nextRenewalAt && nextRenewalAt.getTime() / 1000,
    ),
    one(
      'notary_records_failing_seconds',
      'How long their timestamps have failed; 0 while they do not.',
      failingSince ? Math.max(0, (at.getTime() - failingSince.getTime()) / 1000) : 0,
    ),
  ];
}

function objectMetrics(scrub: CustodyHealth['scrub']): Family[] {
  const states = ['unchecked', 'damaged', 'missing', 'unreadable'] as const;
  return [
    { name: 'notary_stored_objects', help: 'Stored files that are looked after.', values: [{ value: scrub.objects }] },
    {
      name: 'notary_stored_objects_state',
      help: 'Stored files that are not known to be whole, by state.',
      values: states.map((state) => ({ labels: { state }, value: scrub[state] })),
    },
  ];
}

function drillMetrics(drill: CustodyHealth['restoreDrill']): Family[] {
  return [
    {
      name: 'notary_restore_drill_time_seconds',
      help: 'When a backup was last restored for practice; absent while none was.',
      values: [{ value: drill && drill.at.getTime() / 1000 }],
    },
    {
      name: 'notary_restore_drill_succeeded',
      help: 'Whether that one came back whole: 1 or 0; absent while none was restored.',
      values: [{ value: drill && (drill.hasSucceeded ? 1 : 0) }],
    },
  ];
}
