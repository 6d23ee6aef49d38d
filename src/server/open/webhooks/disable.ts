import type { Database } from '../../platform/db/database.ts';
import { sendMessage } from '../../desk/messages/store.ts';
import { holdersOf } from '../../desk/references/colleagues.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { emitDisabled } from './endpoints.ts';
import { changeEndpoint, lockEndpoint } from './store.ts';

/**
 * Disables an endpoint that answered 410, or that failed for too long. Emits an event to the client's other endpoints, and sends a message
 * to the operators responsible for endpoints. Does nothing if the endpoint is already disabled.
 */
export async function disableEndpoint(db: Database, id: string, reason: 'gone' | 'failing'): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const endpoint = await lockEndpoint(tx, id);
    if (endpoint?.status !== 'enabled') return;
    await changeEndpoint(tx, id, { status: 'disabled', reason }, false);
    await recordTrail(tx, delivery, {
      action: '停用回调地址',
      object: `webhook/${id}`,
      before: { status: 'enabled' },
      after: { status: 'disabled', reason },
    });
    await emitDisabled(tx, endpoint);
    await sendMessage(
      tx,
      { kind: 'webhook', object: '', event: `webhook/${id}/${new Date().toISOString()}` },
      await holdersOf(tx, 'open:webhook'),
    );
  });
}

const delivery: Actor = { kind: 'system', id: '', name: '事件投递', ip: '' };
