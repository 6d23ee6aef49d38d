import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tool } from '../installation/tool.ts';

const root = join(import.meta.dirname, '../..');
const promtool = tool('promtool');
const file = join(root, 'ops/alerts.yml');
const alerts = readFileSync(file, 'utf8');
const names = [...alerts.matchAll(/^ +- alert: (\w+)$/gm)].map((match) => match[1] ?? '');

/** A value a minute, for longer than any case lasts. */
const still = (value: number): string => `${value}x1800`;
const growing = (perMinute: number): string => `0+${perMinute}x1800`;

/** A healthy server: no alarm fires. */
const well: Readonly<Record<string, string>> = {
  'up{job="notary"}': still(1),
  notary_database_up: still(1),
  'notary_call_faults_total{api="console"}': growing(0),
  'notary_call_faults_total{api="open"}': growing(1),
  ...calls({ quick: 600, all: 600 }),
  notary_event_loop_busy_seconds_total: growing(30),
  'notary_job_failures_in_a_row{name="growing the log"}': still(1),
  notary_disk_free_bytes: still(40e9),
  notary_disk_size_bytes: still(100e9),
  'notary_storage_errors_total{operation="put"}': growing(1),
  notary_database_pool_waiting: '0 9 0 0 0 0 3 0 0 0 0x1800',
  notary_database_connections: still(40),
  notary_database_max_connections: still(100),
  notary_database_oldest_transaction_seconds: still(60),
  notary_database_transaction_ids_used_ratio: still(0.1),
  notary_database_standby_lag_bytes: still(1e6),
  notary_captures_oldest_waiting_seconds: still(60),
  notary_webhook_delivery_oldest_due_seconds: still(20),
  'notary_queue_length{queue="events"}': '0 5 0 0 5 0 0 0 0x1800',
  'notary_queue_length{queue="trail"}': still(9),
  'notary_stored_objects_state{state="damaged"}': still(0),
  'notary_stored_objects_state{state="missing"}': still(0),
  'notary_stored_objects_state{state="unchecked"}': still(50),
  notary_scrub_oldest_look_seconds: still(30 * 86_400),
  notary_log_oldest_pending_seconds: still(3),
  notary_log_checkpoint_ahead_seconds: still(2),
  'notary_log_confirmation_failing_seconds{by="timestamp"}': still(600),
  'notary_log_confirmation_failing_seconds{by="chain"}': still(600),
  notary_chain_failed_transactions: still(0),
  notary_chain_bid_capped: still(0),
  notary_witness_open_forks: still(0),
  'notary_witness_last_cosigned_seconds{witness="court"}': growing(60),
  notary_office_certificate_end_seconds: still(1e9),
  notary_records_missing: still(1),
  notary_records_failing_seconds: still(600),
  notary_records_next_renewal_seconds: still(1e9),
  notary_sm2_signature_oldest_waiting_seconds: still(60),
  notary_erasure_oldest_waiting_seconds: still(700),
};

interface Case {
  readonly alert: string;
  readonly fault: Readonly<Record<string, string>>;
  /** When the alarm must fire; by default after forty minutes. */
  readonly after?: string;
}

const cases: readonly Case[] = [
  { alert: 'NotaryDown', fault: { 'up{job="notary"}': still(0) } },
  { alert: 'NotaryDatabaseDown', fault: { notary_database_up: still(0) } },
  { alert: 'NotaryCallsFail', fault: { 'notary_call_faults_total{api="console"}': growing(60) } },
  { alert: 'NotaryCallsSlow', fault: calls({ quick: 500, all: 600 }) },
  { alert: 'NotaryEventLoopBlocked', fault: { notary_event_loop_busy_seconds_total: growing(59) } },
  { alert: 'NotaryJobFails', fault: { 'notary_job_failures_in_a_row{name="growing the log"}': growing(1) } },
  { alert: 'NotaryDiskFull', fault: { notary_disk_free_bytes: still(3e9) } },
  { alert: 'NotaryStorageFails', fault: { 'notary_storage_errors_total{operation="put"}': growing(6) } },
  { alert: 'NotaryPoolExhausted', fault: { notary_database_pool_waiting: still(4) } },
  { alert: 'NotaryConnectionsUsedUp', fault: { notary_database_connections: still(95) } },
  { alert: 'NotaryTransactionOpen', fault: { notary_database_oldest_transaction_seconds: growing(60) }, after: '50m' },
  { alert: 'NotaryTransactionIdsRunOut', fault: { notary_database_transaction_ids_used_ratio: still(0.6) }, after: '2h' },
  { alert: 'NotaryStandbyBehind', fault: { notary_database_standby_lag_bytes: still(1e9) } },
  { alert: 'NotaryCapturesWait', fault: { notary_captures_oldest_waiting_seconds: growing(60) } },
  { alert: 'NotaryWebhooksBehind', fault: { notary_webhook_delivery_oldest_due_seconds: growing(60) } },
  { alert: 'NotaryEventsUnplaced', fault: { 'notary_queue_length{queue="events"}': still(5) } },
  { alert: 'NotaryFilesDamaged', fault: { 'notary_stored_objects_state{state="damaged"}': still(1) } },
  { alert: 'NotaryFilesDamaged', fault: { 'notary_stored_objects_state{state="missing"}': still(1) } },
  { alert: 'NotaryScrubBehind', fault: { notary_scrub_oldest_look_seconds: still(50 * 86_400) }, after: '2h' },
  { alert: 'NotaryLogStands', fault: { notary_log_oldest_pending_seconds: growing(60) } },
  { alert: 'NotaryClockAhead', fault: { notary_log_checkpoint_ahead_seconds: still(90) } },
  { alert: 'NotaryTimestampsFail', fault: { 'notary_log_confirmation_failing_seconds{by="timestamp"}': still(4000) } },
  { alert: 'NotaryChainFails', fault: { 'notary_log_confirmation_failing_seconds{by="chain"}': still(4000) }, after: '2h' },
  { alert: 'NotaryChainFails', fault: { notary_chain_failed_transactions: still(1) }, after: '2h' },
  { alert: 'NotaryChainFails', fault: { notary_chain_bid_capped: still(1) }, after: '2h' },
  { alert: 'NotaryLogForked', fault: { notary_witness_open_forks: still(1) } },
  { alert: 'NotaryWitnessSilent', fault: { 'notary_witness_last_cosigned_seconds{witness="court"}': still(0) }, after: '25h' },
  { alert: 'NotaryCertificateEnds', fault: { notary_office_certificate_end_seconds: still(20 * 86_400) }, after: '2h' },
  { alert: 'NotaryErasureWaits', fault: { notary_erasure_oldest_waiting_seconds: still(3700) } },
  { alert: 'NotaryRecordsLate', fault: { notary_records_missing: still(3) }, after: '25h' },
  { alert: 'NotaryRecordsLate', fault: { notary_records_failing_seconds: still(4000) }, after: '25h' },
  { alert: 'NotaryRecordsLate', fault: { notary_records_next_renewal_seconds: still(-8 * 86_400) }, after: '25h' },
  { alert: 'NotarySm2SignerFails', fault: { notary_sm2_signature_oldest_waiting_seconds: still(4000) } },
];

/** Calls of the console per minute: all, and those faster than a tenth of a second. */
function calls({ quick, all }: { readonly quick: number; readonly all: number }): Record<string, string> {
  const labels = 'api="console",call="getUserList",status="2xx"';
  return {
    [`notary_call_duration_seconds_bucket{${labels},le="0.1"}`]: growing(quick),
    [`notary_call_duration_seconds_bucket{${labels},le="2.5"}`]: growing(quick),
    [`notary_call_duration_seconds_bucket{${labels},le="10"}`]: growing(all),
    [`notary_call_duration_seconds_bucket{${labels},le="+Inf"}`]: growing(all),
    [`notary_call_duration_seconds_count{${labels}}`]: growing(all),
    'notary_call_duration_seconds_count{api="open",call="addEvidence",status="2xx"}': growing(all),
  };
}

it('has a fault for each alarm', () => {
  expect(names.length).toBeGreaterThan(20);
  expect([...new Set(cases.map(({ alert }) => alert))].toSorted()).toEqual(names.toSorted());
});

it.skipIf(promtool.isMissing)(`each alarm fires on its fault, and on no other; on a server that is well none does${promtool.note}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'notary-alerts-'));
  try {
    const tests = [...cases, { alert: null, fault: {}, after: '25h' }].map(({ alert, fault, after = '40m' }) => ({
      interval: '1m',
      input_series: Object.entries({ ...well, ...fault }).map(([series, values]) => ({ series, values })),
      promql_expr_test: [
        {
          expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
          eval_time: after,
          exp_samples: alert === null ? [] : [{ labels: `{alertname="${alert}"}`, value: 1 }],
        },
      ],
    }));
    // JSON is YAML.
    writeFileSync(join(folder, 'tests.yml'), JSON.stringify({ rule_files: [file], evaluation_interval: '5m', tests }));
    const check = spawnSync(promtool.path, ['check', 'rules', file], { encoding: 'utf8' });
    expect(check.stdout + check.stderr).toContain(`SUCCESS: ${names.length} rules found`);
    const { status, stdout, stderr } = spawnSync(promtool.path, ['test', 'rules', join(folder, 'tests.yml')], { encoding: 'utf8' });
    expect({ status, words: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, words: '' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('says for each alarm what to do, in a place that exists', () => {
  const runbooks = [...alerts.matchAll(/runbook_url: (\S+)#(\S+)$/gm)].map(([, page = '', anchor = '']) => ({ page, anchor }));
  expect(runbooks.map(({ anchor }) => anchor)).toEqual(names.map((name) => `alarm-${name.toLowerCase()}`));
  for (const { page, anchor } of runbooks) {
    const headings = [...readFileSync(join(root, page), 'utf8').matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1] ?? ''));
    expect(headings).toContain(anchor);
  }
});

/** As GitHub and Markdown viewers build it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
