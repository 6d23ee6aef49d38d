import { sql, type RawBuilder } from 'kysely';
import { witnessLine } from '../../../domain/evidence/witness-line.ts';
import type { Database, Tx } from '../../db/database.ts';

/** A checkpoint with what witnesses signed under it. */
export interface CosignedCheckpoint {
  readonly size: string;
  readonly root: Buffer;
  /** Text and the log's own signature: what timestamps are over. */
  readonly note: string;
  readonly signedAt: Date;
  /** The note with the lines of witnesses below; the bare note where there are none. */
  readonly cosigned: string;
}

/** Size of the newest checkpoint that meets the office's policy; null where none has. */
export const newestCosignedSize = sql<string | null>`(
  select k.size from cosigned_checkpoint k
   where k.policy_sha256 = (select sha256 from witness_policy)
   order by k.size desc limit 1)`;

/**
 * Size of the checkpoint that proofs are under: the newest that meets the office's policy, null while none has; the newest of all where no
 * policy is configured.
 */
export const newestProvenSize = sql<string | null>`(
  case when exists (select from witness_policy) then ${newestCosignedSize} else (select max(size) from log_checkpoint) end)`;

/** Signature lines of witnesses under a checkpoint, without their newlines, in the order of their names. @param size a column. */
export function linesUnder(size: RawBuilder<unknown>): RawBuilder<string[]> {
  return sql<string[]>`array(
    select line from witness_cosignature where checkpoint_size = ${size} and line is not null order by key_name, key_id)`;
}

/** A note with lines below it. */
export function noteWith(note: string, lines: readonly string[]): string {
  return `${note}${lines.map((line) => `${line}\n`).join('')}`;
}

/** The newest checkpoint that meets the office's policy. Null where none has. */
export async function newestCosigned(db: Database | Tx): Promise<CosignedCheckpoint | null> {
  const { rows } = await sql<Omit<CosignedCheckpoint, 'cosigned'> & { lines: string[] }>`
    select c.size, c.root, c.note, c.signed_at as "signedAt", ${linesUnder(sql`c.size`)} as lines
      from log_checkpoint c where c.size = ${newestCosignedSize}`.execute(db);
  const [row] = rows;
  return row ? { ...row, cosigned: noteWith(row.note, row.lines) } : null;
}

/** The newest checkpoint that meets the policy; the newest of all while none has. Null before the first. */
export async function publishedCheckpoint(db: Database | Tx): Promise<Pick<CosignedCheckpoint, 'size' | 'cosigned'> | null> {
  const cosigned = await newestCosigned(db);
  if (cosigned) return cosigned;
  const newest = await db.selectFrom('log_checkpoint').select(['size', 'note']).orderBy('size', 'desc').limit(1).executeTakeFirst();
  return newest ? { size: newest.size, cosigned: await withCosignatures(db, newest) } : null;
}

/** The note of a checkpoint with the lines that witnesses gave for it, in the order of their names. */
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

/** Who cosigned the first checkpoint that covers an entry and meets the policy: what a certificate names, since it stays. */
export interface FirstCosigned {
  readonly size: string;
  /** The names that their keys bear, in order: one that has two keys is one all the same. */
  readonly witnesses: readonly string[];
  /** The oldest of their own times. */
  readonly at: Date;
  /** The newest of them: by then all of these had signed. */
  readonly lastAt: Date;
}

/** As `firstCosignedOver`, in the words of a certificate; empty while nobody has cosigned, and for an entry that waits. */
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
