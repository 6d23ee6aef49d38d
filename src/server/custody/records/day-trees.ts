import { sql } from 'kysely';
import { listHash } from '../../../domain/proof/records/hash-tree.ts';
import { dayMs, formatDay, startOfDay } from '../../../domain/kit/text/time.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { locks } from '../../platform/db/locks.ts';
import { fastHash, storeTree, type Leaf } from './tree-store.ts';

/**
 * Makes the tree of every ended day that has none, oldest first. A day consists of the entries of its checkpoints, so no evidence falls
 * between two days, whatever the clock does. @returns the number of trees made.
 */
export async function makeDayTrees(db: Database, stopping?: AbortSignal, now: Date = new Date()): Promise<number> {
  for (let made = 0; ; ) {
    const outcome = stopping?.aborted === true ? null : await makeNext(db, now);
    if (outcome === null) return made;
    if (outcome === 'tree') made += 1;
  }
}

/** Handles one day in one transaction; null if no ended day is left. */
async function makeNext(db: Database, now: Date): Promise<'tree' | 'empty' | null> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.records})`.execute(tx);
    const range = await nextRange(tx, now);
    if (!range) return null;
    const treeId = await storeTree(tx, { kind: 'day', algorithm: 'sha256', reason: null }, dayLeaves(tx, range));
    await sql`
      insert into record_day (day, first_seq, end_seq, tree_id)
      values (${range.day}::date, ${range.first}, ${range.end}, ${treeId}::bigint)`.execute(tx);
    return treeId === null ? 'empty' : 'tree';
  });
}

interface DayRange {
  /** `yyyy-MM-dd` in Shanghai. */
  readonly day: string;
  readonly first: number;
  readonly end: number;
}

/**
 * The entries after the last day with a row, up to the end of the day on which the next ones came; null while that day has not ended.
 * Entries of a checkpoint that appears after its day was closed belong to the next day.
 */
async function nextRange(tx: Tx, now: Date): Promise<DayRange | null> {
  const { rows } = await sql<{ first: string; signedAt: Date }>`
    with taken as (select coalesce(max(end_seq), 0) as first, max(day) as day from record_day)
    select first, c.signed_at as "signedAt" from taken
     cross join lateral (
       select signed_at from log_checkpoint
        where size > taken.first and (taken.day is null or list_day(signed_at) > taken.day) order by size limit 1
     ) c`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const endsAt = new Date(startOfDay(row.signedAt).getTime() + dayMs);
  // A checkpoint of the day may still be uncommitted when the day ends.
  if (now.getTime() < endsAt.getTime() + settlingMs) return null;
  const ended = await sql<{ end: string }>`
    select max(size) as end from log_checkpoint where size > ${row.first}::bigint and signed_at < ${endsAt}`.execute(tx);
  return { day: formatDay(row.signedAt), first: Number(row.first), end: Number(ended.rows[0]?.end ?? row.first) };
}

/** Leaves in the order of the log, page by page; the database reads the next page while this one is hashed. */
export async function* dayLeaves(tx: Tx, { first, end }: Pick<DayRange, 'first' | 'end'>): AsyncGenerator<Leaf[]> {
  const page = (from: number) =>
    sql<{ seq: string; entry: Buffer }>`
      select e.seq, e.entry
        from log_entry e
        -- Looked up one by one: a plan for many would read all evidence for each page.
        cross join lateral (select from evidence where log_entry = e.pending_id limit 1) ev
       where e.seq >= ${from} and e.seq < ${end} order by e.seq limit ${pageRows}`.execute(tx);
  for (let next = page(first); ; ) {
    const { rows } = await next;
    const last = rows.at(-1);
    if (!last) return;
    next = page(Number(last.seq) + 1);
    yield rows.map(({ seq, entry }) => ({
      seq: Number(seq),
      hash: listHash(fastHash.sha256, [fastHash.sha256(entry), ...filesIn(entry)]),
    }));
  }
}

/**
 * SHA-256 of every file that a manifest names, found by searching the text. The manifest was validated when it was written: the field
 * occurs only in its files, and similar text inside a string has backslashes. Parsing a million manifests would take most of the time.
 */
function filesIn(manifest: Buffer): Uint8Array[] {
  const text = manifest.toString('latin1');
  const found: Uint8Array[] = [];
  for (let at = text.indexOf(field); at >= 0; at = text.indexOf(field, at + field.length))
    found.push(Buffer.from(text.slice(at + field.length, at + field.length + 64), 'hex'));
  return found;
}

const field = '"sha256":"';
const pageRows = 2048;
const settlingMs = 60_000;
