import { StartupError } from '../runtime/startup-error.ts';

/**
 * Migrations of releases before the baseline (docs/decisions/0025-baseline.md). Together they create the same tables as the baseline.
 */
const superseded = `
  0001_house 0002_list_engine 0003_list_declare 0004_user_list 0005_log 0006_points 0007_evidence 0008_log_anchor 0009_online_evidence
  0010_capture 0012_evidence_beginnings 0013_balances 0014_access 0015_stored_objects 0016_orders 0017_certificate 0018_explorer
  0019_recording 0020_releases 0021_trail_list 0022_list_sums 0023_finance 0024_applications 0025_order_numbers 0026_demo
  0027_package_uploads 0028_link_holders 0030_keep_evidence 0031_whole_mobiles 0032_certificate_objects 0033_recording_numbers
  0034_seek_from_both_ends 0035_evidence_given_once 0036_anchor_bounds 0037_every_timestamp 0038_office_certificate
  0039_clocks_and_unread_objects 0040_deltas_together 0041_recharged_once_paid 0042_days_in_names 0043_waiting_since 0046_points_held
  0047_unnamed_objects 0049_office_certificates 0051_histories 0052_masked_documents 0053_payers_and_red_invoices 0054_awaited_repairs
  0055_every_number 0058_demo_in_real_time
`
  .trim()
  .split(/\s+/);

const lastOfBaseline = '0012_releases';

/** The migrations that replace the superseded ones. */
export function baselineOf<Migration extends { name: string }>(migrations: readonly Migration[]): Migration[] {
  return migrations.filter(({ name }) => name <= lastOfBaseline);
}

/**
 * True if a database or backup has exactly the superseded migrations, false if it has none of them.
 * @throws StartupError for any other mixture: this program no longer contains the superseded migrations.
 */
export function isSuperseded(names: readonly string[]): boolean {
  const [last] = names
    .filter((name) => superseded.includes(name))
    .toSorted()
    .slice(-1);
  if (last === undefined) return false;
  const lacks = superseded.find((name) => !names.includes(name));
  if (lacks === undefined && names.length === superseded.length) return true;
  throw new StartupError(
    `The database is of an earlier release (its last migration is ${last}). ` +
      'Start release 0.1.0 (commit f02cc26) on it once, then this one; ' +
      'a backup is brought back by that release, and made anew.',
  );
}

/** The statements of a migration that may run again on existing tables: definitions of functions, and `comment on`. */
export function rerunnable({ sql }: { sql: string }): string {
  return (sql.match(/^create or replace function .*?\$\$;$|^comment on .*?;$/gms) ?? []).join('\n');
}
