import { readErasures, type ErasureRecord } from '../installation/erasure-records.ts';
import type { Database } from '../db/database.ts';
import type { NamedFiles } from '../storage/named-files.ts';
import { recordTrail, type Actor } from '../trail/trail.ts';
import { isOwn, recordKey } from './record-mac.ts';
import { insertRepeated, lockErasable } from './store.ts';

/**
 * Begins erasures again that this database does not know: it was restored, or taken back, to a moment before them. A user who is not there,
 * or who was registered at another time, is none of theirs. @returns how many it began. @throws ForeignErasure before anything is begun.
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

/** As `repeatErasures`, of what lies beside the stored files. */
export async function repeatRecorded(db: Database, files: NamedFiles, actor: Actor): Promise<number> {
  return repeatErasures(db, await readErasures(files), actor);
}

/** Somebody wrote it who was not this installation, or it was changed. */
export class ForeignErasure extends Error {
  override name = 'ForeignErasure';
  constructor(userId: string) {
    super(`the record of an erasure of user ${userId} was not made by this installation; nothing was erased`);
  }
}
