import type { ClientStatus } from '../../../../domain/business/codes/clients.ts';
import { limits } from '../../../../domain/business/codes/limits.ts';
import type { Database } from '../../../platform/db/database.ts';
import { conflict, refuse } from '../../../platform/http/refusal.ts';
import { IntakeRefusal } from '../../signed/refusal.ts';
import type { Actor } from '../../../desk/trail/trail.ts';
import { applyChanges } from '../endpoints.ts';
import { replayEvents } from '../replay.ts';
import type { ReplayRange } from '../replay-store.ts';
import { lockEndpoint, type Endpoint } from '../store.ts';

/**
 * Disables an endpoint in the office's name, or enables one regardless of who disabled it. Disabling emits an event to the client's other
 * endpoints.
 * @throws Refusal if it does not exist; a conflict if it already has that status.
 */
export async function setEndpointStatus(db: Database, id: string, status: ClientStatus, actor: Actor): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const endpoint = existing(await lockEndpoint(tx, id));
    if (endpoint.status === status) throw conflict(status === 'enabled' ? '该回调地址已启用' : '该回调地址已停用');
    await applyChanges(tx, endpoint, { status, reason: status === 'disabled' ? 'office' : null }, actor);
  });
}

/** Sends events to an endpoint again, one attempt each. @returns how many. @throws Refusal if there are none to send, or too many. */
export async function replay(db: Database, id: string, range: ReplayRange, actor: Actor): Promise<number> {
  const count = await replayEvents(db, id, existing, range, actor).catch((error: unknown) => {
    throw error instanceof IntakeRefusal ? inWords(error, range) : error;
  });
  if (count === 0) throw refuse('没有可以重发的事件');
  return count;
}

function inWords({ code }: IntakeRefusal, range: ReplayRange): Error {
  if (code === 'conflict') return conflict(`该回调地址等待重发的事件将超过${limits.replayEventsMax}个，请稍后再试`);
  if ('since' in range && range.since >= range.until) return refuse('时间范围无效');
  return refuse(`该时间范围内的事件超过${limits.replayEventsMax}个，请缩短范围`);
}

function existing(endpoint: Endpoint | undefined): Endpoint {
  if (!endpoint) throw refuse('该回调地址不存在');
  return endpoint;
}
