import { sql, type RawBuilder } from 'kysely';
import { witnessLine } from '../../../domain/proof/evidence/witness-line.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { newestCosignedSize } from '../../desk/events/cosigned-size.ts';

/** A checkpoint with its cosignatures. */
export interface CosignedCheckpoint {
  readonly size: string;
  readonly root: Buffer;
  /** Text and the log's own signature, which timestamps cover. */
  readonly note: string;
  readonly signedAt: Date;
  /** The note followed by the witnesses' signature lines; equal to `note` if there are none. */
  readonly cosigned: string;
}

/** Whether a checkpoint that meets the office's policy covers an entry; without a policy nothing is awaited. */
export async function isCosigned(db: Database | Tx, entryId: string): Promise<boolean> {
  const { rows } = await sql<{ isMet: boolean }>`
    select not exists (select from witness_policy) or coalesce(${newestCosignedSize} > e.seq, false) as "isMet"
      from log_entry e where e.pending_id = ${entryId}::bigint`.execute(db);
  return rows[0]?.isMet ?? false;
}

/** Signature lines of witnesses under a checkpoint, without newlines, ordered by name. @param size an SQL expression, such as a column. */
export function linesUnder(size: RawBuilder<unknown>): RawBuilder<string[]> {
  return sql<string[]>`array(
    select line from witness_cosignature where checkpoint_size = ${size} and line is not null order by key_name, key_id)`;
}

/** Appends signature lines to a note. */
export function noteWith(note: string, lines: readonly string[]): string {
  return `${note}${lines.map((line) => `${line}\n`).join('')}`;
}

/** The newest checkpoint that meets the office's policy; null if none does. */
export async function newestCosigned(db: Database | Tx): Promise<CosignedCheckpoint | null> {
  const { rows } = await sql<Omit<CosignedCheckpoint, 'cosigned'> & { lines: string[] }>`
    select c.size, c.root, c.note, c.signed_at as "signedAt", ${linesUnder(sql`c.size`)} as lines
      from log_checkpoint c where c.size = ${newestCosignedSize}`.execute(db);
  const [row] = rows;
  return row ? { ...row, cosigned: noteWith(row.note, row.lines) } : null;
}

/** The newest checkpoint that meets the policy, or the newest of all while none does. Null before the first. */
export async function publishedCheckpoint(db: Database | Tx): Promise<Pick<CosignedCheckpoint, 'size' | 'cosigned'> | null> {
  const cosigned = await newestCosigned(db);
  if (cosigned) return cosigned;
  const newest = await db.selectFrom('log_checkpoint').select(['size', 'note']).orderBy('size', 'desc').limit(1).executeTakeFirst();
  return newest ? { size: newest.size, cosigned: await withCosignatures(db, newest) } : null;
}

/** A checkpoint's note followed by its witnesses' signature lines, ordered by name. */
export async function withCosignatures(
  db: Database | Tx,
  { size, note }: { readonly size: string; readonly note: string },
): Promise<string> {
  return noteWith(note, await cosignatureLines(db, size));
}

/** Signature lines of witnesses under a checkpoint, without their newlines. */
export async function cosignatureLines(db: Database | Tx, size: string): Promise<string[]> {
  const { rows } = await sql<{ lines: string[] }>`select ${linesUnder(sql`${size}::bigint`)} as lines`.execute(db);
  return rows[0]?.lines ?? [];
}

/** Cosignatures of the first checkpoint that covers an entry and meets the policy. Certificates name these, since they stay. */
export interface FirstCosigned {
  readonly size: string;
  /** Names of the witnesses' keys, in order; a name with two keys occurs once. */
  readonly witnesses: readonly string[];
  /** The earliest of the times that the witnesses gave. */
  readonly at: Date;
  /** The latest of them: all these witnesses had signed by then. */
  readonly lastAt: Date;
}

/** `firstCosignedOver` as text for a certificate; empty if nobody has cosigned yet or the entry still waits. */
export async function witnessedText(db: Database | Tx, leafIndex: string | undefined): Promise<string> {
  const first = leafIndex === undefined ? null : await firstCosignedOver(db, leafIndex);
  return first ? witnessLine(first) : '';
}

export async function firstCosignedOver(db: Database | Tx, leafIndex: string): Promise<FirstCosigned | null> {
  const { rows } = await sql<FirstCosigned>`
    select s.checkpoint_size as size, array_agg(distinct s.key_name) as witnesses, min(s.signed_at) as at,
           max(s.signed_at) as "lastAt"
      from witness_cosignature s
     where s.checkpoint_size = (
       select k.size from cosigned_checkpoint k
        where k.policy_sha256 = (select sha256 from witness_policy) and k.size > ${leafIndex}::bigint
        order by k.size limit 1
     )
     group by s.checkpoint_size`.execute(db);
  return rows[0] ?? null;
}
