import { sql } from 'kysely';
import { officeHealth } from '../identity/certificate-renewal.ts';
import { fromPem } from '../../../domain/proof/cms/der.ts';
import { parseCertificate } from '../../../domain/proof/cms/cms.ts';
import type { WeakSince } from '../../../domain/proof/records/digest-algorithms.ts';
import type { Database } from '../../platform/db/database.ts';
import { dueRenewals, readRecordDays, renewalTime, type DueRenewal, type RecordDay } from './renewals-due.ts';

/** Which records end when, and what they wait for. Shared by the console, the command and the health of custody. */
export interface RenewalCalendar {
  /** Groups of days whose newest tokens end at the same time, earliest first. */
  readonly ends: readonly RecordEnd[];
  /** Renewals that are due now. */
  readonly due: readonly DueRenewal[];
  /** Days whose newest tree has no token yet. */
  readonly waiting: readonly RecordDay[];
  /** Log entries after the last day that has a tree. */
  readonly entriesAfter: number;
  /** Files that have no SHA-512 yet, because the scrub has not read them since SHA-512 was introduced; counted up to 100,000. */
  readonly unread: number;
  /** Last error in obtaining tokens; null while they arrive. */
  readonly error: string | null;
  /** End of the office's signing certificate; null before the office's first start. */
  readonly officeEndsAt: Date | null;
  /** End of the certificate that signs the timestamps of checkpoints; null before the first timestamp. */
  readonly authorityEndsAt: Date | null;
}

export interface RecordEnd {
  readonly endsAt: Date;
  /** When renewal of these days begins. */
  readonly renewAt: Date;
  readonly days: number;
  readonly evidence: number;
  readonly firstDay: string;
  readonly lastDay: string;
}

export async function renewalCalendar(db: Database, weakSince: WeakSince, now: Date): Promise<RenewalCalendar> {
  const days = await readRecordDays(db);
  const { rows } = await sql<{ after: string; unread: number; error: string | null; chain: string | null }>`
    select (select coalesce(max(size), 0) from log_checkpoint) - (select coalesce(max(end_seq), 0) from record_day) as after,
           (select count(*) from (
             select from stored_object o where not exists (select from object_digest d where d.sha256 = o.sha256) limit 100000
           ) counted)::float8 as unread,
           coalesce(
             (select last_error from record_line),
             (select last_error from record_tree where state = 'waiting' and last_error is not null order by id limit 1)
           ) as error,
           (select chain_pem from log_timestamp where state = 'done' order by checkpoint_size desc limit 1) as chain`.execute(db);
  const [row] = rows;
  return {
    ends: endsOf(days.filter(({ isDone }) => isDone)),
    due: dueRenewals(days, weakSince, now),
    waiting: days.filter(({ isDone }) => !isDone),
    entriesAfter: Number(row?.after ?? 0),
    unread: row?.unread ?? 0,
    error: row?.error ?? null,
    officeEndsAt: (await officeHealth(db))?.endsAt ?? null,
    authorityEndsAt: endOf(row?.chain ?? ''),
  };
}

/** Groups days by the end of their tokens: an authority signs for years with one certificate. */
function endsOf(days: readonly RecordDay[]): RecordEnd[] {
  const byEnd = new Map<number, RecordDay[]>();
  for (const day of days) {
    const end = day.endsAt?.getTime() ?? 0;
    byEnd.set(end, [...(byEnd.get(end) ?? []), day]);
  }
  return [...byEnd]
    .toSorted(([a], [b]) => a - b)
    .map(([end, of]) => ({
      endsAt: new Date(end),
      renewAt: renewalTime(new Date(end)),
      days: of.length,
      evidence: of.reduce((sum, { leaves }) => sum + leaves, 0),
      firstDay: of[0]?.day ?? '',
      lastDay: of.at(-1)?.day ?? '',
    }));
}

/** End of the first certificate of a chain. */
function endOf(pem: string): Date | null {
  const [der] = fromPem('CERTIFICATE', pem);
  return der ? parseCertificate(der).parsed.notAfter.value : null;
}
