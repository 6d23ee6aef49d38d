import type { AttemptAnswer, WebhookAnswer } from '../../../contract/open/webhooks.ts';
import { webhookReasons } from '../../../domain/business/codes/webhooks.ts';
import { eventIdOf } from '../../desk/events/event-id.ts';
import type { ListedAttempt } from './attempts.ts';
import type { Endpoint } from './store.ts';

export function webhookAnswerOf(endpoint: Endpoint): WebhookAnswer {
  const { id, url, types, description, status, reason } = endpoint;
  return {
    id,
    url,
    types,
    description,
    status,
    reason: reason && webhookReasons[reason],
    created_at: endpoint.created_at.toISOString(),
    last_success_at: endpoint.last_success_at?.toISOString() ?? null,
    failing_since: endpoint.failing_since?.toISOString() ?? null,
  };
}

export function attemptAnswerOf(attempt: ListedAttempt): AttemptAnswer {
  return {
    event_id: eventIdOf(attempt.place),
    type: attempt.type,
    attempt: attempt.attempt,
    at: attempt.at?.toISOString() ?? null,
    status: attempt.status,
    http_status: attempt.http_status,
    duration_ms: attempt.duration_ms,
    error: attempt.error,
    next_at: attempt.next_at?.toISOString() ?? null,
    request_headers: attempt.request_headers,
    answer: attempt.answer,
  };
}
