import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { isFree, leaseEnd } from '../../platform/db/lease.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { removalSeconds } from '../../platform/storage/collectable.ts';
import { settledMs } from './orphaned-objects.ts';

export interface Collector {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly alarm: (line: string) => void;
  /** Clock for the ages of stored files; marks use the database's clock. */
  readonly nowMs?: () => number;
}

export interface Collected {
  readonly marked: number;
  readonly removed: number;
}

/** Runs the collector once a day, on whichever server comes first. */
export async function collectWhenDue(collector: Collector, stopping: AbortSignal): Promise<void> {
  const { rows } = await sql`
    update unnamed_look set next_at = ${leaseEnd(daySeconds)} where ${isFree(sql`next_at`, daySeconds + 3600)} returning is_only`.execute(
    collector.db,
  );
  if (rows.length > 0) await collectOrphaned(collector, stopping);
}

/**
 * Marks objects that no row names and that were put more than a day ago. Removes objects that an earlier run marked more than a day ago and
 * that nobody has put since (`collectable`). Every call names what it put within a day, so a removed object was orphaned in both runs. If
 * more than a tenth of the store is orphaned, it belongs to another database, and nothing is removed.
 */
export async function collectOrphaned({ db, store, alarm, nowMs = Date.now }: Collector, stopping: AbortSignal): Promise<Collected> {
  const { objects, unnamed, marked } = await mark(db, store, nowMs() - settledMs, stopping);
  if (stopping.aborted || unnamed === null) return { marked, removed: 0 };
  if (unnamed > 20 && unnamed * 10 > objects) {
    alarm(`${unnamed} of ${objects} stored files are named by no row: is this the store of another database? Nothing is removed.`);
    return { marked, removed: 0 };
  }
  await forgetMarks(db);
  const removed: string[] = [];
  for (let next = await takeMarked(db); next !== null && !stopping.aborted; next = await takeMarked(db)) {
    await store.remove(next);
    await sql`delete from unnamed_object where sha256 = ${next}`.execute(db);
    removed.push(next);
  }
  if (removed.length > 0) {
    await recordTrail(db, collectorActor, {
      action: '清理无主文件',
      object: 'store',
      after: { count: removed.length, objects: removed.slice(0, named) },
    });
  }
  return { marked, removed: removed.length };
}

/** @returns the numbers of objects, of orphaned ones (null if the run was stopped) and of new marks. */
async function mark(
  db: Database,
  store: ObjectStore,
  before: number,
  stopping: AbortSignal,
): Promise<{ objects: number; unnamed: number | null; marked: number }> {
  const found = { objects: 0, unnamed: 0, marked: 0 };
  let settled: string[] = [];
  const markSome = async (): Promise<void> => {
    const { rows } = await sql<{ is_new: boolean }>`
      with unnamed as (
        select given.sha256 from unnest(${settled}::text[]) given (sha256)
         where not exists (select from stored_object o where o.sha256 = given.sha256)
      ),
      made as (insert into unnamed_object (sha256) select sha256 from unnamed order by 1 on conflict do nothing returning sha256)
      select made.sha256 is not null as is_new from unnamed left join made using (sha256)`.execute(db);
    settled = [];
    found.unnamed += rows.length;
    found.marked += rows.filter(({ is_new }) => is_new).length;
  };
  for await (const { sha256, putAt } of store.list()) {
    if (stopping.aborted) return { ...found, unnamed: null };
    found.objects += 1;
    if (putAt.getTime() < before) settled.push(sha256);
    if (settled.length >= batch) await markSome();
  }
  await markSome();
  return found;
}

/** Deletes marks of objects that a row names by now. Resets removals that a server began and did not finish, for another day. */
async function forgetMarks(db: Database): Promise<void> {
  await sql`delete from unnamed_object u using stored_object o where o.sha256 = u.sha256`.execute(db);
  await sql`
    update unnamed_object set removing_at = null, marked_at = clock_timestamp()
     where removing_at < clock_timestamp() - make_interval(secs => ${2 * removalSeconds})`.execute(db);
}

/** From here on, puts of the same content wait. */
async function takeMarked(db: Database): Promise<string | null> {
  const { rows } = await sql<{ sha256: string }>`
    update unnamed_object set removing_at = clock_timestamp() where sha256 = (
      select u.sha256 from unnamed_object u
       where u.removing_at is null and u.marked_at < clock_timestamp() - make_interval(secs => ${settledMs / 1000})
         and not exists (select from stored_object o where o.sha256 = u.sha256)
       order by u.marked_at limit 1 for update skip locked)
    returning sha256`.execute(db);
  return rows[0]?.sha256 ?? null;
}

const daySeconds = 86_400;
const batch = 500;
const named = 100;
const collectorActor: Actor = { kind: 'system', id: 'collector', name: '文件清理', ip: '' };
