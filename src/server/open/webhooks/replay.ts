import { limits } from '../../../domain/business/codes/limits.ts';
import type { Database } from '../../platform/db/database.ts';
import { conflict, IntakeRefusal } from '../signed/refusal.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import type { Endpoint } from './store.ts';
import { lockEndpoint } from './store.ts';
import { countReplays, queueReplays, type ReplayRange } from './replay-store.ts';

/**
 * Sends events to an endpoint again, one attempt each, even if it is disabled: with the same ids and the current secret. Events that do not
 * exist or that the client may not see are skipped.
 * @param judge checks the caller's permission on the locked endpoint. @returns how many. @throws IntakeRefusal
 */
export async function replayEvents(
  db: Database,
  id: string,
  judge: (endpoint: Endpoint | undefined) => Endpoint,
  range: ReplayRange,
  actor: Actor,
): Promise<number> {
  if ('since' in range && range.since >= range.until) throw new IntakeRefusal(400, 'malformed', 'until: must be later than since');
  return db.transaction().execute(async (tx) => {
    const endpoint = judge(await lockEndpoint(tx, id));
    const owner = await tx.selectFrom('credential').select('user_id').where('app_id', '=', endpoint.app_id).executeTakeFirstOrThrow();
    const waiting = await countReplays(tx, id);
    const target = { webhookId: id, types: endpoint.types, userId: owner.user_id };
    const count = await queueReplays(tx, target, range, limits.replayEventsMax + 1);
    if (count > limits.replayEventsMax)
      throw new IntakeRefusal(400, 'malformed', `more than ${limits.replayEventsMax} events: give a shorter time`);
    if (waiting + count > limits.replayEventsMax)
      throw conflict(`${waiting} replays of this webhook still wait, and at most ${limits.replayEventsMax} may`);
    if (count > 0) await recordTrail(tx, actor, { action: '重发事件', object: `webhook/${id}`, after: { events: count } });
    return count;
  });
}
