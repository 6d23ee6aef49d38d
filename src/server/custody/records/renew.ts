import { sql } from 'kysely';
import { listHash } from '../../../domain/proof/records/hash-tree.ts';
import type { WeakSince } from '../../../domain/proof/records/digest-algorithms.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { locks } from '../../platform/db/locks.ts';
import { dueRenewals, readRecordDays, type DueRenewal, type RecordDay } from './renewals-due.ts';
import { readSubjects, readTrees, recordChains, renewedGroup } from './stored-record.ts';
import { fastHash, storeTree, tileReader, type Leaf, type RenewalReason, type TreeAlgorithm } from './tree-store.ts';

/** Result of one run of the renewal. */
export interface RenewalTurn {
  /** Days whose tokens a new token is to cover. */
  readonly timestamps: number;
  /** Days whose evidence a tree with another hash is to cover. */
  readonly hashes: number;
  /** Days that need another hash but have files that the scrub has not read yet. */
  readonly unread: number;
}

/** Makes the trees of all renewals that are due; their tokens are requested like those of day trees. */
export async function renewDue(db: Database, weakSince: WeakSince, stopping?: AbortSignal, now: Date = new Date()): Promise<RenewalTurn> {
  const due = dueRenewals(await readRecordDays(db), weakSince, now);
  const [stamps, hashes] = [due.filter(({ what }) => what === 'timestamps'), due.filter(({ what }) => what === 'hashes')];
  let [timestamps, renewed, unread] = [0, 0, 0];
  // A tree uses one hash algorithm and renews only trees of that algorithm. Source: RFC 4998, 5.2.
  for (const algorithm of ['sha256', 'sha512'] as const) {
    for (const reason of ['certificate', 'algorithm'] as const) timestamps += await renewTimestamps(db, algorithm, reason, stamps);
  }
  for (const { day } of hashes) {
    if (stopping?.aborted === true) break;
    if (await renewHashes(db, day)) renewed += 1;
    else unread += 1;
  }
  return { timestamps, hashes: renewed, unread };
}

/** Makes one tree over the tokens of many days. @returns the number of days. */
async function renewTimestamps(db: Database, algorithm: TreeAlgorithm, reason: RenewalReason, due: readonly DueRenewal[]): Promise<number> {
  const asked = due.filter((one) => one.day.algorithm === algorithm && one.reason === reason).map(({ day }) => day);
  if (asked.length === 0) return 0;
  return db.transaction().execute(async (tx) => {
    const days = await stillDue(tx, asked);
    if (days.length === 0) return 0;
    const treeId = await storeTree(tx, { kind: 'timestamps', algorithm, reason }, tokenLeaves(tx, algorithm, days));
    await sql`
      insert into record_renewal (day, ordinal, tree_id, position)
      select given.day, given.ordinal, ${treeId}::bigint, given.at - 1
        from unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ ordinal }) => ordinal + 1)}::smallint[])
             with ordinality given (day, ordinal, at)`.execute(tx);
    return days.length;
  });
}

/** For each day, the tokens of its newest chain as one group. */
async function* tokenLeaves(tx: Tx, algorithm: TreeAlgorithm, days: readonly RecordDay[]): AsyncGenerator<Leaf[]> {
  for (const { first, end } of days) {
    const trees = await readTrees(tx, String(await firstEvidence(tx, first, end)));
    const newest = trees.slice(trees.findLastIndex(({ kind }) => kind !== 'timestamps'));
    const group = newest.map(({ token }) => fastHash[algorithm](token));
    yield [{ hash: listHash(fastHash[algorithm], group), seq: null }];
  }
}

async function firstEvidence(tx: Tx, first: number, end: number): Promise<number> {
  const [subject] = await readSubjects(tx, { from: first, end, most: 1 });
  if (!subject) throw new Error('a day with a tree has evidence');
  return subject.seq;
}

/** Makes a SHA-512 tree over a day's evidence. @returns false if the scrub has yet to read some of its files for that hash. */
export async function renewHashes(db: Database, day: RecordDay): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const [still] = await stillDue(tx, [day]);
    if (!still) return true;
    if (await hasUnread(tx, day)) return false;
    const gaps: Gap[] = [];
    const plan = { kind: 'hashes', algorithm: 'sha512', reason: 'algorithm' } as const;
    const treeId = await storeTree(tx, plan, hashLeaves(tx, day, gaps));
    await sql`
      insert into record_renewal (day, ordinal, tree_id, position)
      values (${day.day}::date, ${day.ordinal + 1}, ${treeId}::bigint, 0)`.execute(tx);
    const [places, names] = [gaps.map(({ seq }) => String(seq)), gaps.map(({ name }) => name)];
    await sql`
      insert into record_gap (tree_id, seq, name)
      select ${treeId}::bigint, * from unnest(${places}::bigint[], ${names}::text[])`.execute(tx);
    return true;
  });
}

interface Gap {
  readonly seq: number;
  readonly name: string;
}

async function* hashLeaves(tx: Tx, { first, end }: RecordDay, gaps: Gap[]): AsyncGenerator<Leaf[]> {
  const tiles = tileReader(tx);
  const trees = await readTrees(tx, String(await firstEvidence(tx, first, end)));
  for (let from = first; ; ) {
    const subjects = await readSubjects(tx, { from, end, most: pageRows });
    const last = subjects.at(-1);
    if (!last) return;
    const leaves: Leaf[] = [];
    for (const subject of subjects) {
      const chains = await recordChains(tiles, trees, subject);
      if (!chains) throw new Error(`the evidence at ${subject.seq} of the log is not in the tree of its day`);
      for (const { name } of subject.files) if (!subject.sha512(name)) gaps.push({ seq: subject.seq, name });
      leaves.push({ seq: subject.seq, hash: listHash(fastHash.sha512, renewedGroup(subject, null, chains)) });
    }
    yield leaves;
    from = last.seq + 1;
  }
}

/** Whether the day has a file that is not lost and has no SHA-512 yet. */
async function hasUnread(tx: Tx, { first, end }: RecordDay): Promise<boolean> {
  const { rows } = await sql`
    select from log_entry e
      cross join lateral (select id from evidence where log_entry = e.pending_id limit 1) ev
      join evidence_file f on f.evidence_id = ev.id and f.content is null
      left join object_digest d on d.sha256 = f.sha256
      left join stored_object o on o.sha256 = f.sha256
     where e.seq >= ${first} and e.seq < ${end} and d.sha256 is null and coalesce(o.state, 'missing') not in ('damaged', 'missing')
     limit 1`.execute(tx);
  return rows.length > 0;
}

/** The days whose newest tree has not changed since: another server may have renewed them meanwhile. */
async function stillDue(tx: Tx, days: readonly RecordDay[]): Promise<RecordDay[]> {
  await sql`select pg_advisory_xact_lock(${locks.records})`.execute(tx);
  const now = new Map((await readRecordDays(tx)).map((day) => [day.day, day]));
  return days.filter(({ day, ordinal }) => now.get(day)?.ordinal === ordinal);
}

const pageRows = 1024;
