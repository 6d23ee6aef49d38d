import { sql } from 'kysely';
import type { WitnessOutcome } from '../../../domain/business/codes/witnesses.ts';
import type { KnownSignature } from '../../../domain/proof/tlog/cosignatures/note-signatures.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { isFree, leaseEnd } from '../../platform/db/lease.ts';
import type { WitnessEndpoint } from './office-policy.ts';

// Order of locks: the row of the round queue, then the rows of one address at a time.

/** A round with its checkpoint, which is the same for all witnesses. */
export interface Round {
  readonly id: string;
  readonly size: number;
  readonly root: Uint8Array;
  readonly note: string;
}

/** State of an address after its last answer. */
export interface EndpointState {
  /** Size that it is known to have cosigned; 0 if unknown. */
  readonly size: number;
  readonly isAside: boolean;
}

/**
 * Starts a round over the newest checkpoint if one is due, on whichever server comes first. Null if none is due or the log has no
 * checkpoint.
 */
export async function claimRound(db: Database, everySeconds: number): Promise<Round | null> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      update witness_line set next_at = ${leaseEnd(everySeconds)} where ${isFree(sql`next_at`, everySeconds)} returning 1`.execute(tx);
    if (rows.length === 0) return null;
    const found = await sql<{ id: string; size: string; root: Buffer; note: string }>`
      with newest as (select size, root, note from log_checkpoint order by size desc limit 1),
      begun as (insert into witness_round (checkpoint_size) select size from newest returning id)
      select begun.id, newest.size, newest.root, newest.note from begun, newest`.execute(tx);
    const [row] = found.rows;
    return row ? { id: row.id, size: Number(row.size), root: Uint8Array.from(row.root), note: row.note } : null;
  });
}

/** Addresses that are due, with their known state. */
export async function dueEndpoints(
  db: Database,
  endpoints: readonly WitnessEndpoint[],
): Promise<readonly { readonly endpoint: WitnessEndpoint; readonly state: EndpointState }[]> {
  const rows = await db
    .selectFrom('witness_state')
    .select(['url', 'size', 'is_aside'])
    .select(isFree(sql`next_at`, asideSeconds).as('is_due'))
    .execute();
  return endpoints.flatMap((endpoint) => {
    const row = rows.find(({ url }) => url === endpoint.url);
    if (row && !row.is_due) return [];
    return [{ endpoint, state: { size: Number(row?.size ?? 0), isAside: row?.is_aside ?? false } }];
  });
}

export interface Answer {
  readonly outcome: WitnessOutcome;
  /** Size that the witness is now known to have cosigned; null if unknown. */
  readonly size: number | null;
  /** Why there is no cosignature; null if there is one. */
  readonly detail: string | null;
  readonly tookMs: number;
}

/** Stores the result of the round at one address. */
export async function storeAnswer(
  tx: Tx,
  round: Round,
  { url }: WitnessEndpoint,
  { outcome, size, detail, tookMs }: Answer,
): Promise<void> {
  const knownSize = size === null ? null : String(size);
  const error = detail?.slice(0, 500) ?? null;
  await tx
    .insertInto('witness_answer')
    .values({ round_id: round.id, url, outcome, size: knownSize, detail: error, took_ms: tookMs })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const [isCosigned, isAside] = [outcome === 'cosigned', outcome === 'aside'];
  const nextAt = isAside ? leaseEnd(asideSeconds) : sql<Date>`now()`;
  await sql`
    insert into witness_state as s (url, size, cosigned_at, error, failing_since, is_aside, next_at)
    values (${url}, ${knownSize}, ${isCosigned ? sql`clock_timestamp()` : null}, ${error}, ${isCosigned ? null : sql`clock_timestamp()`},
            ${isAside}, ${nextAt})
    on conflict (url) do update set size = coalesce(excluded.size, s.size), asked_at = clock_timestamp(),
      cosigned_at = coalesce(excluded.cosigned_at, s.cosigned_at), error = excluded.error,
      failing_since = case when ${isCosigned} then null else coalesce(s.failing_since, clock_timestamp()) end,
      is_aside = excluded.is_aside, next_at = excluded.next_at`.execute(tx);
}

/** Stores cosignatures of a checkpoint. An existing one is kept, since it is older. */
export async function storeCosignatures(
  tx: Tx,
  { size }: Round,
  found: readonly { readonly witness: string; readonly signature: KnownSignature }[],
): Promise<void> {
  if (found.length === 0) return;
  await tx
    .insertInto('witness_cosignature')
    .values(
      found.map(({ witness, signature: { key, time, line } }) => ({
        checkpoint_size: String(size),
        key_name: key.name,
        key_id: key.id,
        witness,
        algorithm: key.type === 'cosignature-ml-dsa-44' ? ('ml-dsa-44' as const) : ('ed25519' as const),
        signed_at: new Date((time ?? 0) * 1000),
        line: line.replace(/\n$/, ''),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Records that a checkpoint meets the office's policy. */
export async function storeCosigned(tx: Tx | Database, size: number | string, policySha256: Buffer): Promise<void> {
  await tx
    .insertInto('cosigned_checkpoint')
    .values({ size: String(size), policy_sha256: policySha256 })
    .onConflict((conflict) => conflict.column('size').doUpdateSet({ policy_sha256: policySha256 }))
    .execute();
}

export async function endRound(db: Database | Tx, { id }: Round): Promise<void> {
  await db.updateTable('witness_round').set({ ended_at: sql<Date>`clock_timestamp()` }).where('id', '=', id).execute();
}

/** Deletes old rounds, and the lines of old cosignatures except for one checkpoint a day: with ML-DSA-44 each line has 3 kB. */
export async function forgetOldRounds(db: Database): Promise<void> {
  await sql`delete from witness_round where began_at < now() - interval '90 days'`.execute(db);
  await sql`
    update witness_cosignature s set line = null
     where line is not null and came_at < now() - interval '7 days'
       and checkpoint_size is distinct from (select max(size) from cosigned_checkpoint)
       and exists (
         select from witness_cosignature e
          where e.line is not null and e.checkpoint_size < s.checkpoint_size
            and (e.key_name, e.key_id) = (s.key_name, s.key_id) and e.came_at >= date_trunc('day', s.came_at, 'Asia/Shanghai')
       )`.execute(db);
}

/** Interval between requests to a witness that is set aside. */
export const asideSeconds = 600;
