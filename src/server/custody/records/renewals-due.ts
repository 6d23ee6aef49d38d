import { sql } from 'kysely';
import type { WeakSince } from '../../../domain/proof/records/digest-algorithms.ts';
import { dayMs } from '../../../domain/kit/text/time.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { RenewalReason, TreeAlgorithm } from './tree-store.ts';

/** State of a day's record, according to its newest tree. */
export interface RecordDay {
  /** `yyyy-MM-dd` in Shanghai. */
  readonly day: string;
  readonly first: number;
  readonly end: number;
  readonly algorithm: TreeAlgorithm;
  readonly ordinal: number;
  /** Number of evidences. */
  readonly leaves: number;
  /** Whether the newest tree has its token. */
  readonly isDone: boolean;
  readonly genTime: Date | null;
  /** End of the certificate that signed the newest token. */
  readonly endsAt: Date | null;
  readonly signedWith: string | null;
}

/** Days with evidence and their newest tree, oldest first. */
export async function readRecordDays(db: Database | Tx): Promise<RecordDay[]> {
  const { rows } = await sql<RecordDay & { first: string; end: string }>`
    select d.day::text as day, d.first_seq as first, d.end_seq as end, t.algorithm, coalesce(r.ordinal, 0) as ordinal,
           own.leaves, t.state = 'done' as "isDone", t.gen_time as "genTime", t.ends_at as "endsAt", t.signed_with as "signedWith"
      from record_day d
      join record_tree own on own.id = d.tree_id
      left join lateral (select * from record_renewal where day = d.day order by ordinal desc limit 1) r on true
      join record_tree t on t.id = coalesce(r.tree_id, d.tree_id)
     order by d.day`.execute(db);
  return rows.map((row) => ({ ...row, first: Number(row.first), end: Number(row.end) }));
}

export interface DueRenewal {
  readonly day: RecordDay;
  readonly what: 'timestamps' | 'hashes';
  readonly reason: RenewalReason;
}

/**
 * What must be renewed. A hash that is listed as weak needs a tree with another hash. Otherwise a certificate that ends soon, or a
 * signature that is listed as weak, needs another token. A day that waits for a token is skipped until it has it.
 */
export function dueRenewals(days: readonly RecordDay[], weakSince: WeakSince, now: Date): DueRenewal[] {
  return days.flatMap((day): DueRenewal[] => {
    if (!day.isDone) return [];
    if (weakSince[day.algorithm] && day.algorithm === 'sha256') return [{ day, what: 'hashes', reason: 'algorithm' }];
    if (day.endsAt && renewalTime(day.endsAt) <= now) return [{ day, what: 'timestamps', reason: 'certificate' }];
    const isWeak = day.signedWith === null || weakSince[day.signedWith as TreeAlgorithm] !== undefined;
    return isWeak ? [{ day, what: 'timestamps', reason: 'algorithm' }] : [];
  });
}

/** When the renewal of a token becomes due. */
export function renewalTime(endsAt: Date): Date {
  return new Date(endsAt.getTime() - renewBeforeDays * dayMs);
}

export const renewBeforeDays = 90;
