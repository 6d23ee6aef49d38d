import { z } from 'zod';
import { clientStatus } from '../../domain/business/codes/clients.ts';
import { deliveryStatus, webhookHealth } from '../../domain/business/codes/deliveries.ts';
import { limits } from '../../domain/business/codes/limits.ts';
import { get, post } from '../call.ts';
import { code, id, keyword, limit, listOf, optional, page, timeRange } from '../fields.ts';
import { eventId } from '../open/events.ts';

const webhookRow = z.object({
  webhook_id: z.string(),
  url: z.string(),
  app_id: z.string(),
  client_name: z.string(),
  /** 1 while the client is enabled; endpoints of a disabled client are paused. */
  client_status: z.number(),
  /** Event types, `evidence.*` or `*`. */
  types: z.array(z.string()),
  description: z.string(),
  status: z.number(),
  status_name: z.string(),
  /** Why it was disabled; empty while it is enabled, and if its client disabled it. */
  reason: z.string(),
  /** Who disabled it and when; empty while it is enabled. */
  disabled_by: z.string(),
  disabled_time: z.string(),
  /** Failed attempts since the last success, and since when; empty if the last attempt succeeded. */
  failures: z.number().int(),
  failing_since: z.string(),
  last_success: z.string(),
  create_time: z.string(),
});
export type WebhookRow = z.output<typeof webhookRow>;

const deliveryRow = z.object({
  /** Id of the attempt. */
  id: z.string(),
  webhook_id: z.string(),
  event_id: z.string(),
  type: z.string(),
  /** Counts from 1. */
  attempt: z.number().int(),
  status: z.number(),
  status_name: z.string(),
  /** When it was made; empty for a pending attempt. */
  time: z.string(),
  /** Null if there was no response. */
  http_status: z.number().int().nullable(),
  ms: z.number().int().nullable(),
  /** Why there was no valid response; empty otherwise. */
  error: z.string(),
  /** When the next attempt is due, or this one if it is pending; empty if there is none. */
  next_time: z.string(),
  /** Headers and body as sent. A pending attempt has only the body; an event that is no longer stored leaves only the headers. */
  request: z.string(),
  /** The first 4 KB of the response. */
  answer: z.string(),
});
export type DeliveryRow = z.output<typeof deliveryRow>;

/** Comma-joined event ids. */
const eventIds = z.string().transform((text, context) => {
  const ids = text.split(',').map((one) => one.trim());
  if (ids.length <= limits.replayMarkedMax && ids.every((one) => eventId.safeParse(one).success)) return [...new Set(ids)];
  context.addIssue({ code: 'custom', message: `事件编号无效，或多于${limits.replayMarkedMax}个` });
  return z.NEVER;
});

const webhookId = id;
const needs = { anyOf: ['open:webhook'] } as const;

/** 事件与回调: endpoints of all clients and their deliveries (integration, Console). */
export const webhookCalls = {
  getWebhookList: get('/api/ajax/open/getWebhookList', {
    summary: '回调地址',
    needs,
    input: z.object({
      /** Part of the address, of the client's name or its app_id. */
      keyword,
      webhook_id: optional(webhookId),
      status: optional(code(clientStatus, '状态无效')),
      health: optional(code(webhookHealth, '投递情况无效')),
      page,
      limit,
    }),
    output: listOf(webhookRow),
  }),
  getDeliveryList: get('/api/ajax/open/getDeliveryList', {
    summary: '投递记录',
    needs,
    input: z.object({ webhook_id: webhookId, status: optional(code(deliveryStatus, '状态无效')), page, limit }),
    /** `is_more`: there are more than `count`, which is capped. */
    output: listOf(deliveryRow).extend({ is_more: z.boolean() }),
  }),
  deliveryReplay: post('/api/ajax/open/deliveryReplay', {
    summary: '重发事件：按编号，或按时间范围',
    needs,
    message: '已开始重发',
    input: z
      .object({ webhook_id: webhookId, event_ids: optional(eventIds), datetime: optional(timeRange) })
      .refine(({ event_ids: ids, datetime }) => (ids === undefined) !== (datetime === undefined), '请给出事件编号或时间范围'),
    /** Number of events that are sent again, one attempt each. */
    output: z.object({ count: z.number().int() }),
  }),
  webhookDisable: post('/api/ajax/open/webhookDisable', {
    summary: '停用或启用回调地址',
    needs,
    message: '操作成功',
    /** `status` is the new state. */
    input: z.object({ webhook_id: webhookId, status: code(clientStatus, '状态无效') }),
    output: z.null(),
  }),
} as const;
