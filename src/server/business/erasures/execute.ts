import { sql } from 'kysely';
import { erasureFiles, writeErasure, type ErasureRecord } from '../../platform/installation/erasure-records.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { NamedFiles } from '../../platform/storage/named-files.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { blockersOf } from './blockers.ts';
import { beginErasing, eraseRows, withoutWords } from './erase-rows-store.ts';
import { eraseFromTrail } from './erase-trail-store.ts';
import { personalWords } from './personal-words.ts';
import { recordKey, withMac } from './record-mac.ts';
import { endObject, forgetPieces, noteOrphan, setDone, setErased, stopErasure, takeApproved, takeObject } from './store.ts';

export interface Eraser {
  readonly db: Database;
  readonly store: Pick<ObjectStore, 'remove'>;
  /** Where records of erasures are stored, beside the stored files. */
  readonly files: () => Promise<NamedFiles>;
  /** A file is removed only if it was not put for this long, because calls that put a file reference it within that time. */
  readonly settledSeconds?: number;
}

export function eraserOf({ db, store, config }: { db: Database; store: ObjectStore; config: Config }): Eraser {
  return { db, store, files: () => erasureFiles(config) };
}

/** Carries out approved erasures. If killed at any point, the next run continues. */
export async function executeErasures(eraser: Eraser, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await eraseNext(eraser.db)));
  await removeFiles(eraser, stopping);
}

/** Removes one user's personal data from every row, all or nothing. @returns whether an erasure was waiting. */
export async function eraseNext(db: Database): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const erasure = await takeApproved(tx);
    if (!erasure) return false;
    const { id, user_id: userId } = erasure;
    const blockers = await blockersOf(tx, userId);
    if (blockers.length > 0) {
      const outcome = blockers.join('；');
      await stopErasure(tx, id, outcome);
      await recordTrail(tx, eraserActor, { action: '中止删除个人信息', object: `user/${userId}`, after: { erasure: id, reason: outcome } });
      return true;
    }
    await beginErasing(tx, id);
    const words = await personalWords(tx, userId);
    const trail = await eraseFromTrail(tx, erasure, words);
    const evidence = await eraseRows(tx, erasure, words);
    await setErased(tx, id, { evidence, trailRows: trail.rows, reason: await withoutWords(tx, erasure.reason, words) });
    await recordTrail(tx, eraserActor, {
      action: '删除个人信息',
      object: `user/${userId}`,
      after: { erasure: id, evidenceCount: evidence, count: await filesOf(tx, id), rows: trail.rows, trail: trail.digest },
    });
    return true;
  });
}

async function filesOf(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from erased_object where erasure_id = ${id}`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Removes the files of erasures whose rows are erased, and completes erasures without remaining files. */
async function removeFiles(eraser: Eraser, stopping: AbortSignal): Promise<void> {
  const { db, store, settledSeconds = 600 } = eraser;
  const erased = await db.selectFrom('erasure').select('id').where('state', '=', 'erased').orderBy('id').execute();
  for (const { id } of erased) {
    if (stopping.aborted) return;
    // Written before any file is removed, so that a database restored to an earlier time learns of the erasure.
    await writeErasure(await eraser.files(), await recordOf(db, id));
    const left = await db.selectFrom('erased_object').select('sha256').where('erasure_id', '=', id).where('ended_at', 'is', null).execute();
    for (const { sha256 } of left) {
      if (stopping.aborted) return;
      await noteOrphan(db, sha256);
      if (await isNamed(db, sha256)) await endObject(db, id, sha256, true);
      else if (await takeObject(db, sha256, settledSeconds)) {
        await store.remove(sha256);
        await endObject(db, id, sha256, false);
      }
    }
    await endErasure(db, id);
  }
}

async function isNamed(db: Database, sha256: string): Promise<boolean> {
  return (await db.selectFrom('stored_object').select('sha256').where('sha256', '=', sha256).executeTakeFirst()) !== undefined;
}

async function endErasure(db: Database, id: string): Promise<void> {
  const { rows } = await sql<{ left: number; gone: number; kept: number; user_id: string }>`
    select e.user_id, count(*) filter (where o.sha256 is not null and o.ended_at is null)::integer as left,
      count(*) filter (where o.ended_at is not null and not o.is_kept)::integer as gone,
      count(*) filter (where o.is_kept)::integer as kept
    from erasure e left join erased_object o on o.erasure_id = e.id where e.id = ${id} group by e.user_id`.execute(db);
  const [files] = rows;
  if (!files || files.left > 0) return;
  await forgetPieces(db);
  await db.transaction().execute(async (tx) => {
    if (!(await setDone(tx, id))) return;
    await recordTrail(tx, eraserActor, {
      action: '删除个人信息文件',
      object: `user/${files.user_id}`,
      after: { erasure: id, count: files.gone, kept: files.kept },
    });
  });
}

/** The record that outlives the database. */
async function recordOf(db: Database, id: string): Promise<ErasureRecord> {
  const [record] = await decidedErasures(db, id);
  if (!record) throw new RangeError(`erasure ${id} is not decided`);
  return record;
}

/** All erasures that are carried out, or the one with this id. */
export async function decidedErasures(db: Database, id: string | null = null): Promise<ErasureRecord[]> {
  const rows = await db
    .selectFrom('erasure')
    .innerJoin('users', 'users.id', 'erasure.user_id')
    .selectAll('erasure')
    .select('users.registered_at')
    .where('erasure.state', 'in', ['erased', 'done'])
    .$if(id !== null, (query) => query.where('erasure.id', '=', id ?? ''))
    .orderBy('erasure.id')
    .execute();
  if (rows.length === 0) return [];
  const key = await recordKey(db);
  const factsOf = (row: (typeof rows)[number]) => ({
    userId: row.user_id,
    registeredAt: row.registered_at.toISOString(),
    reason: row.reason,
    requestedBy: row.requested_by,
    requestedName: row.requested_name,
    requestedAt: row.requested_at.toISOString(),
    decidedBy: row.decided_by ?? '',
    decidedName: row.decided_name,
    decidedAt: row.decided_at?.toISOString() ?? '',
  });
  return rows.map((row) => withMac(key, factsOf(row)));
}

export const eraserActor: Actor = { kind: 'system', id: 'eraser', name: '个人信息删除', ip: '' };
