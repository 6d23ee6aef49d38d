import type { Database, Tx } from '../../platform/db/database.ts';
import { conflict, refuse } from '../../platform/http/refusal.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { requireTwoPeople } from '../../desk/two-people/independence.ts';
import { blockersOf } from './blockers.ts';
import { decide, insertErasure, lockErasable, lockErasure } from './store.ts';

/** Requests the erasure of a user's personal data. @returns its id. @throws Refusal with the reason if that is not possible. */
export async function requestErasure(
  db: Database,
  { userId, reason }: { readonly userId: string; readonly reason: string },
  actor: Actor,
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockErasable(tx, userId))) throw refuse('该用户不存在');
    await refuseBlocked(tx, userId);
    const id = await insertErasure(tx, { userId, reason, by: actor });
    if (id === undefined) throw conflict('该用户已有删除申请，或者个人信息已删除');
    await recordTrail(tx, actor, { action: '申请删除个人信息', object: `user/${userId}`, after: { erasure: id, reason } });
    return id;
  });
}

export interface ErasureDecision {
  readonly id: string;
  readonly choice: 'approve' | 'refuse';
  readonly reason: string;
}

/** Decides a request; only another operator may approve it. Of several concurrent decisions one wins. @throws Refusal */
export async function decideErasure(db: Database, { id, choice, reason }: ErasureDecision, actor: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const erasure = await lockErasure(tx, id);
    if (!erasure) throw refuse('该删除申请不存在');
    if (erasure.state !== 'requested') throw conflict('该删除申请已被处理');
    if (choice === 'approve') {
      if (erasure.requested_by === actor.id) throw refuse('不能批准自己提出的删除申请，须由另一名操作员批准');
      await requireTwoPeople(tx, { asker: erasure.requested_by, approver: actor.id, askerWord: '申请人' });
      await refuseBlocked(tx, erasure.user_id);
    }
    // The requester may refuse their own request: two people are needed to erase data, not to keep it.
    await decide(tx, id, { state: choice === 'approve' ? 'approved' : 'refused', by: actor, outcome: reason });
    await recordTrail(tx, actor, {
      action: choice === 'approve' ? '批准删除个人信息' : '驳回删除个人信息',
      object: `user/${erasure.user_id}`,
      after: { erasure: id, ...(reason === '' ? {} : { reason }) },
    });
  });
}

async function refuseBlocked(tx: Tx, userId: string): Promise<void> {
  const blockers = await blockersOf(tx, userId);
  if (blockers.length > 0) throw refuse(`暂不能删除：${blockers.join('；')}`);
}
