import { z } from 'zod';
import { limits } from '../../domain/business/codes/limits.ts';
import { parseUrl } from '../../domain/kit/text/parse-url.ts';
import { attemptStatuses } from '../../domain/business/codes/webhooks.ts';
import type { IntakeCall } from './call.ts';
import { eventGroups, eventTypes } from './events.ts';
import { comparing, inputObject, noFields } from './faults.ts';
import { characters, optionalText, uniqueId } from './fields.ts';

const selectable = new Set<string>(['*', ...eventGroups, ...eventTypes]);

/** An event type, all types of a group (`evidence.*`), or all types (`*`). */
const typeSelector = z.string().refine((text) => selectable.has(text), 'is no type of event, no group such as evidence.*, and not *');
const types = z
  .array(typeSelector)
  .min(1)
  .max(100)
  .transform((given) => [...new Set(given)]);

/** Checks the form of an address; the server checks where it leads. Faults are reported in the order that helps integrators most. */
const webhookUrl = characters(z.string().trim(), limits.webhookUrlChars).transform((text, context) => {
  const url = parseUrl(text);
  const fault = /\s/.test(text) ? 'must be one address without blanks or other text' : urlFault(url);
  if (url && fault === null) return url.href;
  context.addIssue({ code: 'custom', message: fault ?? 'must be an https address' });
  return z.NEVER;
});

function urlFault(url: URL | null): string | null {
  if (!url || !/^https?:$/.test(url.protocol)) return 'must be an https address';
  if (url.username !== '' || url.password !== '') return 'must hold no user name and no password';
  if (url.port === '0') return 'must not have the port 0';
  if (url.hash !== '') return 'must hold no fragment';
  return null;
}

/** An ISO 8601 instant, in UTC or with an offset. */
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const description = optionalText(limits.webhookDescriptionChars);
const deliveryStates = ['pending', ...attemptStatuses] as const;
/** Anything with the form of an event id; an id without an event is not counted (spec/integration, 2). */
const anyEventId = z.string().regex(/^evt_[\w-]{1,60}$/, 'is no id of an event');

/** Instants are ISO 8601 in UTC with milliseconds. */
const webhook = z.object({
  id: z.string(),
  url: z.string(),
  types: z.array(z.string()),
  description: z.string(),
  status: z.enum(['enabled', 'disabled']),
  /** Why it was disabled, in Chinese; null otherwise. */
  reason: z.string().nullable(),
  created_at: z.string(),
  last_success_at: z.string().nullable(),
  /** Time of the first failure since the last success. */
  failing_since: z.string().nullable(),
});
export type WebhookAnswer = z.input<typeof webhook>;

const attempt = z.object({
  event_id: z.string(),
  type: z.string(),
  /** Counts from 1. */
  attempt: z.number(),
  /** When it was made; null for a pending attempt. */
  at: z.string().nullable(),
  status: z.enum(deliveryStates),
  /** Null if there was no response. */
  http_status: z.number().nullable(),
  duration_ms: z.number().nullable(),
  /** A kind before the text, for example `timeout: …`; null if it succeeded or is pending. */
  error: z.string().nullable(),
  /** When the next attempt is due, or this one if it is pending. Null if there is none. */
  next_at: z.string().nullable(),
  /** As sent; null for a pending attempt. */
  request_headers: z.record(z.string(), z.string()).nullable(),
  /** The first 4 KB of the response, as text. */
  answer: z.string().nullable(),
});
export type AttemptAnswer = z.input<typeof attempt>;

/** Endpoints to which events are sent, following Standard Webhooks 1.0.0. Each client has its own. */
export const webhookIntakeCalls = {
  createWebhook: {
    method: 'POST',
    path: '/open/v1/webhooks',
    summary: '登记事件回调地址；密钥仅在此显示一次，以相同 unique_id 重复请求只应答 id',
    caller: 'any',
    body: inputObject({ unique_id: uniqueId, url: webhookUrl, types, description }),
    output: z.object({ id: z.string(), secret: z.string().optional() }),
  },
  listWebhooks: {
    method: 'GET',
    path: '/open/v1/webhooks',
    summary: '查询本客户端的事件回调地址',
    caller: 'any',
    body: noFields,
    output: z.object({ list: z.array(webhook) }),
  },
  getWebhook: {
    method: 'GET',
    path: '/open/v1/webhooks/:id',
    summary: '查询事件回调地址',
    caller: 'any',
    body: noFields,
    output: webhook,
  },
  updateWebhook: {
    method: 'PATCH',
    path: '/open/v1/webhooks/:id',
    summary: '修改、停用或启用事件回调地址；由公证处停用的只能由公证处启用，应答 403',
    caller: 'any',
    body: inputObject({
      url: webhookUrl.optional(),
      types: types.optional(),
      description: description.unwrap().optional(),
      status: z.enum(['enabled', 'disabled']).optional(),
    }),
    output: webhook,
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/open/v1/webhooks/:id',
    summary: '删除事件回调地址',
    caller: 'any',
    body: noFields,
    output: z.object({}),
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/open/v1/webhooks/:id/rotate',
    summary: '轮换密钥；旧密钥在 24 小时内同时签名',
    caller: 'any',
    body: noFields,
    output: z.object({ secret: z.string() }),
  },
  testWebhook: {
    method: 'POST',
    path: '/open/v1/webhooks/:id/test',
    summary: '立即发送 webhook.test，应答这一次投递',
    caller: 'any',
    body: noFields,
    output: attempt,
  },
  listDeliveries: {
    method: 'GET',
    path: '/open/v1/webhooks/:id/deliveries',
    summary: '查询投递记录，最近的在前；next 用作下一页的 after',
    caller: 'any',
    body: noFields,
    query: inputObject({
      status: z.enum(deliveryStates).optional(),
      after: z.string().max(100).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    output: z.object({ list: z.array(attempt), next: z.string().nullable() }),
  },
  replayDeliveries: {
    method: 'POST',
    path: '/open/v1/webhooks/:id/replay',
    summary: '重发事件：按编号，或按时间范围；编号不变，以当前密钥签名，各投递一次',
    caller: 'any',
    body: inputObject({
      event_ids: z.array(anyEventId).min(1).max(limits.replayEventsMax).optional(),
      since: instant.optional(),
      until: instant.optional(),
    }).refine(({ event_ids: ids, since, until }) => (ids === undefined ? since !== undefined && until !== undefined : !since && !until), {
      message: 'needs event_ids, or since and until',
      ...comparing('event_ids', 'since', 'until'),
    }),
    bodyBytes: 8 * 1024 * 1024,
    output: z.object({ count: z.number() }),
  },
  getWebhookKeys: {
    method: 'GET',
    path: '/open/v1/webhook-key',
    summary: '查询回调签名 v1a 的公钥；更换后旧公钥保留 24 小时',
    caller: 'any',
    body: noFields,
    output: z.object({ list: z.array(z.object({ key: z.string(), since: z.string() })) }),
  },
} as const satisfies Record<string, IntakeCall>;
