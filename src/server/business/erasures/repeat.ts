import { readErasures, type ErasureRecord } from '../../platform/installation/erasure-records.ts';
import type { Database } from '../../platform/db/database.ts';
import type { NamedFiles } from '../../platform/storage/named-files.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { isOwn, recordKey } from './record-mac.ts';
import { insertRepeated, lockErasable } from './store.ts';

/**
 * Repeats erasures that this database does not know because it was restored to an earlier time. A record is skipped if its user does not
 * exist, or was registered at another time. @returns how many were started. @throws ForeignErasure before any is started.
 */
export async function repeatErasures(db: Database, records: readonly ErasureRecord[], actor: Actor): Promise<number> {
  if (records.length === 0) return 0;
  const key = await recordKey(db);
  const foreign = records.find((record) => !isOwn(key, record));
  if (foreign) throw new ForeignErasure(foreign.userId);
  let begun = 0;
  for (const record of records) {
    const isBegun = await db.transaction().execute(async (tx) => {
      await lockErasable(tx, record.userId);
      const user = await tx.selectFrom('users').select('registered_at').where('id', '=', record.userId).executeTakeFirst();
      if (user?.registered_at.toISOString() !== record.registeredAt) return false;
      const id = await insertRepeated(tx, record);
      if (id === undefined) return false;
      const { requestedName, decidedName, decidedAt } = record;
      await recordTrail(tx, actor, {
        action: '重新删除个人信息',
        object: `user/${record.userId}`,
        after: { erasure: id, requested: requestedName, decided: decidedName, time: decidedAt },
      });
      return true;
    });
    if (isBegun) begun += 1;
  }
  return begun;
}

/** Runs `repeatErasures` with the records stored beside the files. */
export async function repeatRecorded(db: Database, files: NamedFiles, actor: Actor): Promise<number> {
  return repeatErasures(db, await readErasures(files), actor);
}

/** The record was not made by this installation, or was modified. */
export class ForeignErasure extends Error {
  override name = 'ForeignErasure';
  constructor(userId: string) {
    super(`the record of an erasure of user ${userId} was not made by this installation; nothing was erased`);
  }
}
