import { sql } from 'kysely';
import type { ClockFacts } from '../../../domain/proof/marks/clocks.ts';
import { readCode } from '../../../domain/proof/marks/mark-code.ts';
import { markHashShape, type MarkBinding } from '../../../domain/proof/marks/mark.ts';
import { bindingOf, readPlace, type MarkPlace } from '../../../domain/proof/marks/mark-place.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { MadeMark } from './make-mark.ts';

/** How long after requesting a mark a client may hand it in. */
export const markHours = 24;

/** The state of a mark, as far as a client needs it. */
export interface KnownMark {
  readonly hash: string;
  readonly code: string;
  /** Null for a capture's mark. */
  readonly userId: string | null;
  readonly isExpired: boolean;
  /** Number of the evidence or recording that uses it; null if none does. */
  readonly usedBy: string | null;
}

/** Stores a mark that a client requested, valid for `markHours`. @returns when it expires, by the database's clock. */
export async function insertClientMark(tx: Tx, made: MadeMark, userId: string): Promise<Date> {
  const { rows } = await sql<{ expiresAt: Date }>`
    insert into mark (sha256, code, json, checkpoint_size, timestamp_size, user_id, expires_at)
    values (${made.hash}, ${made.code}, ${Buffer.from(made.json)}, ${made.checkpointSize}, ${stampedSize(made)}, ${userId},
            clock_timestamp() + make_interval(hours => ${markHours}))
    returning expires_at as "expiresAt"`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the mark has no row');
  return row.expiresAt;
}

/** Stores the mark of a capture, just before its evidence, which uses it. */
export async function insertCaptureMark(tx: Tx, made: MadeMark, clocks: ClockFacts | null): Promise<void> {
  await tx
    .insertInto('mark')
    .values({
      sha256: made.hash,
      code: made.code,
      json: Buffer.from(made.json),
      checkpoint_size: made.checkpointSize,
      timestamp_size: stampedSize(made),
      clocks: clocks && JSON.stringify(clocks),
    })
    .execute();
}

/** Finds a mark by its hash or its code, in upper or lower case, the code with or without grouping; undefined if there is none. */
export async function findMark(db: Database | Tx, text: string): Promise<KnownMark | undefined> {
  const code = readCode(text);
  if (code === null && !markHashShape.test(text)) return undefined;
  const isIt = code === null ? sql`sha256 = ${text.toLowerCase()}` : sql`code = ${code}`;
  const { rows } = await sql<KnownMark>`
    select sha256 as hash, code, user_id as "userId", coalesce(expires_at <= clock_timestamp(), false) as "isExpired", used_by as "usedBy"
      from mark where ${isIt}`.execute(db);
  return rows[0];
}

/** Assigns a mark to a recording, once. @returns false if it is already used. */
export async function useMark(tx: Tx, hash: string, number: string): Promise<boolean> {
  const { rows } = await sql`
    update mark set used_by = ${number}, used_at = clock_timestamp() where sha256 = ${hash} and used_by is null returning sha256`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Records where an evidence shows its mark, and reserves the mark for it. @throws Error if another evidence or recording has it. */
export async function bindMark(tx: Tx, hash: string, number: string, place: MarkPlace | null): Promise<void> {
  const { rows } = await sql`
    update mark set used_by = ${number}, used_at = coalesce(used_at, clock_timestamp()), binding = ${bindingOf(place)},
                    place = ${place && JSON.stringify(place)}
     where sha256 = ${hash} and coalesce(used_by, ${number}) = ${number}
    returning sha256`.execute(tx);
  if (rows.length === 0) throw new Error(`the mark ${hash} is not that of ${number}`);
}

/** Records where an evidence shows its mark, for one that was bound before places were recorded. */
export async function recordPlace(db: Database, hash: string, place: MarkPlace): Promise<void> {
  await sql`update mark set place = ${JSON.stringify(place)} where sha256 = ${hash} and place is null`.execute(db);
}

/** All data about the mark of an evidence. */
export interface UsedMark {
  readonly hash: string;
  readonly code: string;
  readonly json: Buffer;
  readonly checkpointSize: string;
  /** Null until the evidence exists. */
  readonly binding: MarkBinding | null;
  /** Null also for one that was bound before places were recorded. */
  readonly place: MarkPlace | null;
  readonly clocks: ClockFacts | null;
  readonly der: Buffer | null;
  readonly chainPem: string | null;
  readonly timestampAt: Date | null;
}

/** The mark of an evidence, with its token; null if it has no mark. */
export async function readUsedMark(db: Database | Tx, number: string): Promise<UsedMark | null> {
  const { rows } = await sql<Omit<UsedMark, 'place'> & { place: unknown }>`
    select m.sha256 as hash, m.code, m.json, m.checkpoint_size as "checkpointSize", m.binding, m.place, m.clocks,
           t.der, t.chain_pem as "chainPem", t.gen_time as "timestampAt"
      from mark m
      left join log_timestamp t on t.checkpoint_size = m.timestamp_size
     where m.used_by = ${number}`.execute(db);
  const [row] = rows;
  return row ? { ...row, place: readPlace(row.place) } : null;
}

/** Deletes unused marks some days after they expire; until then a late client is told that its mark has expired. */
export async function deleteUnusedMarks(db: Database): Promise<void> {
  await sql`delete from mark where used_by is null and expires_at < clock_timestamp() - interval '7 days'`.execute(db);
}

function stampedSize({ mark, checkpointSize }: MadeMark): string | null {
  return mark.timestampSha256 === null ? null : checkpointSize;
}
