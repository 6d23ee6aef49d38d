import { feedbackType } from '../../domain/codes/feedback.ts';
import type { Tx } from '../db/database.ts';
import { recordTrail, type Actor } from '../trail/trail.ts';
import { IntakeRefusal } from '../signed/refusal.ts';
import { insertFeedback } from './store.ts';

export interface NewFeedback {
  readonly user_id: string;
  readonly type: number;
  readonly content: string;
  readonly version: string;
  readonly model_name: string;
  readonly status_name: string;
}

/** Stores a user's feedback. @throws IntakeRefusal 404 */
export async function addFeedback(
  tx: Tx,
  { user_id, type, content, version, model_name: model, status_name: system }: NewFeedback,
  actor: Actor,
): Promise<string> {
  const user = await tx.selectFrom('users').select('type').where('id', '=', user_id).executeTakeFirst();
  if (!user) throw new IntakeRefusal(404, 'unknown', 'there is no such user');
  const kind = feedbackType.nameOf(type);
  if (!kind) throw new IntakeRefusal(400, 'malformed', 'type: is unknown');
  const id = await insertFeedback(tx, { user_id, user_type: user.type, kind, content, version, model, system });
  await recordTrail(tx, actor, { action: '提交反馈', object: `feedback/${id}`, after: { user: user_id, kind } });
  return id;
}
