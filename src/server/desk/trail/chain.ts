import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import { insertLinks, lockChain } from './store.ts';

/**
 * Links new rows of the trail into its hash chain: hash = SHA-256(previous hash || canonical text of the row).
 * @returns how many rows were linked, at most `batch`.
 */
export async function extendTrailChain(db: Database, batch = 1000): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const head = await lockChain(tx);
    const rows = await pendingRows(tx, batch);
    let seq = BigInt(head?.seq ?? 0);
    let previous: Buffer = head?.hash ?? genesis;
    const links = rows.map((row) => {
      seq += 1n;
      previous = linkHash(previous, row.canonical);
      return { seq: String(seq), trailId: row.id, hash: previous };
    });
    if (links.length > 0) await insertLinks(tx, links);
    return links.length;
  });
}

/** The first link that does not match its row or its predecessor. `seq` is empty if the fault belongs to no link. */
export interface BrokenLink {
  readonly seq: string;
  readonly reason: string;
}

/** Checks the whole chain and reports the first row that was edited, deleted, reordered or inserted outside the chain. */
export async function checkTrailChain(db: Database, batch = 5000): Promise<{ checked: number; broken: BrokenLink | null }> {
  let previous: Buffer = genesis;
  let seq = 0n;
  for (;;) {
    const rows = await chainRows(db, seq, batch);
    const walked = followLinks(rows, seq, previous);
    if (walked.broken) return { checked: Number(walked.seq), broken: walked.broken };
    ({ seq, previous } = walked);
    if (rows.length < batch) break;
  }
  const loose = await sql<{ id: string }>`
    select t.id from trail t left join trail_chain c on c.trail_id = t.id left join trail_pending p on p.trail_id = t.id
     where c.trail_id is null and p.trail_id is null order by t.id limit 1`.execute(db);
  const unlinked = loose.rows[0];
  if (unlinked) return { checked: Number(seq), broken: { seq: '', reason: `trail row ${unlinked.id} is in no link` } };
  return { checked: Number(seq), broken: await undecidedErasure(db) };
}

/**
 * Rows with erased text no longer match their links. The trail row of the erasure itself, which is linked unchanged, contains a digest of
 * what remains of all its rows. So a row cannot be passed off as erased without an erasure that covers it.
 */
async function undecidedErasure(db: Database): Promise<BrokenLink | null> {
  const { rows } = await sql<{ trail_id: string }>`
    select e.first as trail_id from (
      select erasure_id, min(trail_id) as first, ${erasedDigest} as digest from trail_erased x group by erasure_id) e
     where not exists (
       select from trail t join trail_chain c on c.trail_id = t.id
        where t.action = '删除个人信息' and t.after ->> 'erasure' = e.erasure_id::text and t.after ->> 'trail' = e.digest
          and not exists (select from trail_erased y where y.trail_id = t.id))
       and not exists (select from trail t join trail_pending p on p.trail_id = t.id where t.action = '删除个人信息')
     order by 1 limit 1`.execute(db);
  const [first] = rows;
  return first ? { seq: '', reason: `trail row ${first.trail_id} is called erased, and no erasure says so` } : null;
}

/** The digest over rows `x` of `trail_erased` of one erasure, as it is in the erasure's own row of the trail. */
export const erasedDigest = sql<string>`encode(sha256(convert_to(
  string_agg(x.trail_id || ':' || encode(x.rest_sha256, 'hex'), E'\n' order by x.trail_id), 'UTF8')), 'hex')`;

/**
 * The result of checking the newest part of the chain against its rows, which is cheap enough for every view of the trail.
 * `checkTrailChain` checks all of it.
 */
export interface TrailEnd {
  /** Links in the chain. */
  readonly linked: number;
  /** Rows without a link, counted up to 10,000. */
  readonly waiting: number;
  readonly checked: number;
  /** The time of the newest row that was verified; null if there is none. */
  readonly newest: Date | null;
  readonly broken: BrokenLink | null;
}

export async function checkTrailEnd(db: Database, links = 500): Promise<TrailEnd> {
  const waiting = await sql<{ n: number }>`select count(*)::int as n from (select from trail_pending limit 10000) p`.execute(db);
  const head = await db.selectFrom('trail_chain').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  const linked = BigInt(head?.seq ?? 0);
  const from = linked > BigInt(links) ? linked - BigInt(links) : 0n;
  const before = await db.selectFrom('trail_chain').select('hash').where('seq', '=', String(from)).executeTakeFirst();
  const rows = await chainRows(db, from, links);
  const missing = from > 0n && !before ? { seq: String(from), reason: 'the link is missing' } : null;
  const walked = followLinks(rows, from, before?.hash ?? genesis);
  const checked = Number(walked.seq - from);
  return {
    linked: Number(linked),
    waiting: waiting.rows[0]?.n ?? 0,
    checked,
    newest: rows[checked - 1]?.at ?? null,
    broken: missing ?? walked.broken ?? (await undecidedErasure(db)),
  };
}

const genesis = Buffer.alloc(32);
// The canonical text of a row: PostgreSQL prints jsonb in one canonical form; times are in UTC with microseconds.
export const canonicalRow = sql<string>`jsonb_build_object(
  'id', t.id, 'at', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'actor_kind', t.actor_kind, 'actor_id', t.actor_id,
  'actor_name', t.actor_name, 'ip', t.ip, 'action', t.action, 'object', t.object, 'before', t.before, 'after', t.after)::text`;

/** Verifies links after `seq`, whose hash is `previous`, up to the last one or the first that does not match. */
function followLinks(
  rows: readonly ChainRow[],
  seq: bigint,
  previous: Buffer,
): { seq: bigint; previous: Buffer; broken: BrokenLink | null } {
  for (const row of rows) {
    const expected = String(seq + 1n);
    if (row.seq !== expected) return { seq, previous, broken: { seq: expected, reason: 'the link is missing' } };
    if (row.canonical === null) return { seq, previous, broken: { seq: row.seq, reason: `trail row ${row.trail_id} is missing` } };
    const hash = row.rest ? row.hash : linkHash(previous, row.canonical);
    if (row.rest && !createHash('sha256').update(row.canonical).digest().equals(row.rest))
      return { seq, previous, broken: { seq: row.seq, reason: `what an erasure left of trail row ${row.trail_id} was changed` } };
    if (!hash.equals(row.hash))
      return { seq, previous, broken: { seq: row.seq, reason: `trail row ${row.trail_id} or its place was changed` } };
    previous = hash;
    seq += 1n;
  }
  return { seq, previous, broken: null };
}

function linkHash(previous: Buffer, canonical: string): Buffer {
  return createHash('sha256').update(previous).update(canonical).digest();
}

async function pendingRows(tx: Tx, batch: number): Promise<{ id: string; canonical: string }[]> {
  const { rows } = await sql<{ id: string; canonical: string }>`
    select t.id, ${canonicalRow} as canonical from trail_pending p join trail t on t.id = p.trail_id order by p.trail_id
      limit ${batch}`.execute(tx);
  return rows;
}

interface ChainRow {
  seq: string;
  trail_id: string;
  hash: Buffer;
  canonical: string | null;
  at: Date | null;
  /** The hash of what the latest erasure left of the row; null if nothing was erased. */
  rest: Buffer | null;
}

async function chainRows(db: Database, after: bigint, batch: number): Promise<ChainRow[]> {
  const { rows } = await sql<ChainRow>`
    select c.seq, c.trail_id, c.hash, t.at, case when t.id is null then null else ${canonicalRow} end as canonical,
      (select x.rest_sha256 from trail_erased x where x.trail_id = c.trail_id order by x.erasure_id desc limit 1) as rest
      from trail_chain c left join trail t on t.id = c.trail_id
     where c.seq > ${String(after)} order by c.seq limit ${batch}`.execute(db);
  return rows;
}
