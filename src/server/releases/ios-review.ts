import type { IosReview } from '../../domain/codes/releases.ts';
import type { Database } from '../db/database.ts';
import { conflict, refuse } from '../http/refusal.ts';
import { recordTrail, type Actor } from '../trail/trail.ts';
import { changeReview } from './store.ts';

/** Sets whether the store approved an iOS version. @throws Refusal if it is not an iOS version, or is already in that state. */
export async function setIosReview(db: Database, id: string, to: IosReview, actor: Actor): Promise<void> {
  const from: IosReview = to === 'passed' ? 'waiting' : 'passed';
  await db.transaction().execute(async (tx) => {
    const changed = await changeReview(tx, id, from, to);
    if (!changed) {
      const version = await tx.selectFrom('app_version').select('platform').where('id', '=', id).executeTakeFirst();
      if (!version) throw refuse('该版本不存在');
      if (version.platform !== 'ios') throw refuse('仅iOS版本有过审状态');
      throw conflict('该版本的过审状态已被修改，请刷新后查看');
    }
    await recordTrail(tx, actor, { action: '设置过审状态', object: `version/${id}`, before: { review: from }, after: { review: to } });
  });
}
