import { sql } from 'kysely';
import { officeHealth } from '../identity/certificate-renewal.ts';
import { fromPem } from '../../../domain/cms/der.ts';
import { parseCertificate } from '../../../domain/cms/cms.ts';
import type { WeakSince } from '../../../domain/records/digest-algorithms.ts';
import type { Database } from '../../db/database.ts';
import { dueRenewals, readRecordDays, renewalTime, type DueRenewal, type RecordDay } from './renewals-due.ts';

/** What ends when, and what is waited for: the same for the console, the command and whoever asks how custody is. */
export interface RenewalCalendar {
  /** Days whose newest token ends on the same day, earliest first. */
  readonly ends: readonly RecordEnd[];
  /** What is to be renewed now. */
  readonly due: readonly DueRenewal[];
  /** Days whose newest tree has no token yet. */
  readonly waiting: readonly RecordDay[];
  /** Days that have ended and brought evidence that is in no tree yet, as entries of the log. */
  readonly entriesAfter: number;
  /** Files that the scrub has not read since they got a SHA-512 beside their SHA-256. */
  readonly unread: number;
  /** Why the authority gives no tokens; null while it does. */
  readonly error: string | null;
  /** Of the certificate that the office signs with; null before its first start. */
  readonly officeEndsAt: Date | null;
  /** Of the certificate that signs the timestamps of checkpoints; null before the first. */
  readonly authorityEndsAt: Date | null;
}

export interface RecordEnd {
  readonly endsAt: Date;
  /** From when on these are renewed. */
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

/** Days together whose tokens end alike: an authority signs for years with one certificate. */
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

/** When the first certificate of a chain ends. */
function endOf(pem: string): Date | null {
  const [der] = fromPem('CERTIFICATE', pem);
  return der ? parseCertificate(der).parsed.notAfter.value : null;
}
