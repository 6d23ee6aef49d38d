import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';

export interface ErasuresCheck {
  /** Erasures carried out, trail rows changed by them, and files removed. */
  readonly erasures: number;
  readonly trailRows: number;
  readonly files: number;
  /** The first erasure that was not decided by two people, or that left data behind; null if there is none. */
  readonly broken: { readonly erasure: string; readonly reason: string } | null;
}

/**
 * Checks erasures against the trail: each was requested by one operator and approved by another, or repeated after a restore. Also checks
 * that the removed data is gone. Rows are compared by `checkTrailChain` and `checkEvidence`.
 */
export async function checkErasures(db: Database, store: Pick<ObjectStore, 'stat'>): Promise<ErasuresCheck> {
  const { rows } = await sql<{ erasures: number; trail_rows: number; files: number; of: string | null; reason: string }>`
    with carried as materialized (select * from erasure where state in ('erased', 'done')),
    acts as materialized (
      select t.action, t.actor_id, t.after ->> 'erasure' as erasure from trail t
       where t.object in (select 'user/' || user_id from carried)
         and t.action in ('申请删除个人信息', '批准删除个人信息', '重新删除个人信息', '删除个人信息')),
    broken as (
      select c.id as of, 'nobody asked for it' as reason from carried c where c.repeated_at is null and not exists (
        select from acts a where a.action = '申请删除个人信息' and a.erasure = c.id::text and a.actor_id = c.requested_by::text)
      union all
      select c.id, 'nobody else approved it' from carried c where c.repeated_at is null and not exists (
        select from acts a where a.action = '批准删除个人信息' and a.erasure = c.id::text and a.actor_id = c.decided_by::text
          and a.actor_id <> c.requested_by::text)
      union all
      select c.id, 'is called repeated, and nobody did it' from carried c where c.repeated_at is not null and not exists (
        select from acts a where a.action = '重新删除个人信息' and a.erasure = c.id::text)
      union all
      select c.id, 'is called carried out, and the trail does not say so' from carried c where not exists (
        select from acts a where a.action = '删除个人信息' and a.erasure = c.id::text)
      union all
      select c.id, 'left data of user ' || c.user_id from carried c join users u on u.id = c.user_id
       where u.id_card <> '' or u.tax_number <> '' or u.mobile <> 'erased-' || u.id
          or exists (select from user_submission s where s.user_id = u.id and (s.name, s.id_card, s.address) <> ('', '', '')))
    select (select count(*) from carried)::integer as erasures, (select count(*) from trail_erased)::integer as trail_rows,
      (select count(*) from erased_object where ended_at is not null and not is_kept)::integer as files, first.*
    from (select 1) one left join (select * from broken order by of, reason limit 1) first on true`.execute(db);
  const [row] = rows;
  const found = row && row.of !== null ? { erasure: row.of, reason: row.reason } : await fileLeft(db, store);
  return { erasures: row?.erasures ?? 0, trailRows: row?.trail_rows ?? 0, files: row?.files ?? 0, broken: found };
}

/** A removed file may exist again as somebody else's, either referenced by a row or just being put; those are left out. */
async function fileLeft(db: Database, store: Pick<ObjectStore, 'stat'>): Promise<ErasuresCheck['broken']> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ erasure_id: string; sha256: string }>`
      select o.erasure_id, o.sha256 from erased_object o
       where o.ended_at is not null and not o.is_kept and o.sha256 > ${after}
         and not exists (select from stored_object s where s.sha256 = o.sha256)
         and not exists (select from unnamed_object s where s.sha256 = o.sha256)
       order by o.sha256 limit 500`.execute(db);
    for (const { erasure_id, sha256 } of rows)
      if ((await store.stat(sha256)) !== null) return { erasure: erasure_id, reason: `left the file ${sha256}` };
    const last = rows.at(-1);
    if (!last || rows.length < 500) return null;
    after = last.sha256;
  }
}
