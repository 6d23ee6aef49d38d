import type { DeliveryRow, WebhookRow } from '../../../../contract/console/webhooks.ts';
import { clientStatus } from '../../../../domain/business/codes/clients.ts';
import { deliveryStatus, faultText } from '../../../../domain/business/codes/deliveries.ts';
import { webhookReasons } from '../../../../domain/business/codes/webhooks.ts';
import { formatTime } from '../../../../domain/kit/text/time.ts';
import { eventIdOf } from '../../../desk/events/event-id.ts';
import { bodyOf } from '../delivery/message.ts';
import type { ListedDelivery } from './delivery-list.ts';
import type { ListedEndpoint } from './endpoint-list.ts';

export function webhookRowOf(endpoint: ListedEndpoint): WebhookRow {
  const { id, url, app_id, types, description, status, reason, failures } = endpoint;
  return {
    webhook_id: id,
    url,
    app_id,
    client_name: endpoint.clientName,
    client_status: clientStatus.code(endpoint.clientStatus),
    types,
    description,
    status: clientStatus.code(status),
    status_name: clientStatus.label(status),
    reason: reason === null ? '' : webhookReasons[reason],
    disabled_by: endpoint.disabledBy ?? '',
    disabled_time: timeOf(endpoint.disabledAt),
    failures,
    failing_since: timeOf(endpoint.failing_since),
    last_success: timeOf(endpoint.last_success_at),
    create_time: formatTime(endpoint.created_at),
  };
}

export function deliveryRowOf(webhookId: string, delivery: ListedDelivery): DeliveryRow {
  const { id, place, type, attempt, status, error } = delivery;
  return {
    // Ids of pending deliveries and of attempts come from two sequences, so a prefix keeps them apart.
    id: `${status === 'pending' ? 'w' : 'm'}${id}`,
    webhook_id: webhookId,
    event_id: eventIdOf(place),
    type,
    attempt,
    status: deliveryStatus.code(status),
    status_name: deliveryStatus.label(status),
    time: timeOf(delivery.at),
    http_status: delivery.http_status,
    ms: delivery.duration_ms,
    error: error === null ? '' : faultText(error),
    next_time: timeOf(delivery.next_at),
    request: requestOf(delivery),
    answer: delivery.answer ?? '',
  };
}

/** Headers, an empty line and the body, as sent. */
function requestOf({ request_headers: headers, place, type, occurred, user_id, data }: ListedDelivery): string {
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const body = occurred && data ? [bodyOf({ place, type, at: occurred, user_id, data })] : [];
  return [...(lines.length > 0 ? [lines.join('\n')] : []), ...body].join('\n\n');
}

function timeOf(at: Date | null): string {
  return at ? formatTime(at) : '';
}
