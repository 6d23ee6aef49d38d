import type { webhookCalls } from '../../../../contract/console/webhooks.ts';
import type { Database } from '../../../platform/db/database.ts';
import { placeOf } from '../../../desk/events/event-id.ts';
import type { Handlers } from '../../../platform/http/mount.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import { operatorActor } from '../../../desk/trail/trail.ts';
import { findEndpoint } from '../store.ts';
import { replay, setEndpointStatus } from './acts.ts';
import { listDeliveries } from './delivery-list.ts';
import { listEndpointsOfAll } from './endpoint-list.ts';
import { deliveryRowOf, webhookRowOf } from './wire-rows.ts';

/** The operators' calls for the endpoints of all clients. */
export function webhookRoutes(db: Database): Handlers<typeof webhookCalls> {
  return {
    async getWebhookList(query) {
      const { rows, total } = await listEndpointsOfAll(db, query);
      return { list: rows.map(webhookRowOf), count: total };
    },

    async getDeliveryList(query) {
      if (!(await findEndpoint(db, query.webhook_id))) throw refuse('该回调地址不存在');
      const { rows, total, isBounded } = await listDeliveries(db, query);
      return { list: rows.map((row) => deliveryRowOf(query.webhook_id, row)), count: total, is_more: isBounded };
    },

    async deliveryReplay({ webhook_id: id, event_ids: eventIds, datetime }, { operator, ip }) {
      const range = datetime ? { since: datetime.from, until: datetime.until } : { places: (eventIds ?? []).map(placeOf) };
      return { count: await replay(db, id, range, operatorActor(operator, ip)) };
    },

    async webhookDisable({ webhook_id: id, status }, { operator, ip }) {
      await setEndpointStatus(db, id, status, operatorActor(operator, ip));
      return null;
    },
  };
}
