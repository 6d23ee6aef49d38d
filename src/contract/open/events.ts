import { z } from 'zod';
import type { IntakeCall } from './call.ts';
import { comparing, inputObject, noFields } from './faults.ts';

/**
 * Events of the open API. An event is thin (ids, numbers, states, times, nothing personal); a client fetches the object for more. Keys that
 * do not apply are null.
 */

const user_id = z.string();
const orNull = z.string().nullable();

/** Codes of `userStatus` and `repairType`. A refused supplementary submission is also `user.rejected`, with `user_status` 3. */
const user = z.object({ user_id, user_status: z.number(), repair_type: z.number(), reason: orNull });
/** `sha256` of the evidence itself, as in the reply of POST /evidence. */
const evidence = z.object({ user_id, baoquan: z.string(), sha256: z.string() });
/** The first checkpoint that covers it, like `checkpoint` of GET /evidence; `transaction` if a chain is configured. */
const anchored = z.object({ ...evidence.shape, checkpoint_size: z.string(), transaction: orNull });
/** The checkpoint that the office's witnesses have cosigned as its policy requires: its package is complete. */
const cosigned = z.object({ ...evidence.shape, checkpoint_size: z.string() });
/** `status` as in GET /captures and GET /recordings. */
const capture = z.object({ user_id, baoquan_no: z.string(), status: z.string(), reason: orNull });
const recording = z.object({ user_id, attestation_id: z.string(), status: z.string(), reason: orNull });
/** `progress` as in GET /notarizations. */
const notarization = z.object({ user_id, orderId: z.string(), order_no: z.string(), progress: z.number() });
const document = z.object({ ...notarization.shape, sha256: z.string() });
const order = z.object({ user_id, order_no: z.string(), trade_no: orNull, money: z.string(), refund_order_no: orNull });
/** `order_no` of a recharge; null for a gift. */
const points = z.object({
  user_id,
  points: z.number(),
  balance: z.number(),
  source: z.enum(['recharge', 'gift']),
  order_no: orNull,
});
/** `invoiceStatus`: code of the table of that name. */
const invoice = z.object({ user_id, id: z.string(), invoiceStatus: z.number(), order_nos: z.array(z.string()) });
/** `user_id` for an enterprise's endpoint; null for a platform client's. */
const webhook = z.object({ user_id: orNull, webhook_id: z.string() });

/** Every event type with the shape of its data: a closed union. */
export const openEvent = z.discriminatedUnion('type', [
  eventOf('user.approved', user),
  eventOf('user.rejected', user),
  eventOf('user.repaired', user),
  eventOf('user.suspended', user),
  eventOf('user.resumed', user),
  eventOf('evidence.created', evidence),
  eventOf('evidence.anchored', anchored),
  eventOf('evidence.cosigned', cosigned),
  eventOf('evidence.damaged', evidence),
  eventOf('evidence.recovered', evidence),
  eventOf('capture.succeeded', capture),
  eventOf('capture.failed', capture),
  eventOf('capture.cancelled', capture),
  eventOf('recording.succeeded', recording),
  eventOf('recording.failed', recording),
  eventOf('recording.cancelled', recording),
  eventOf('notarization.created', notarization),
  eventOf('notarization.approved', notarization),
  eventOf('notarization.rejected', notarization),
  eventOf('notarization.withdrawn', notarization),
  eventOf('document.issued', document),
  eventOf('order.paid', order),
  eventOf('order.payment_failed', order),
  eventOf('order.refunded', order),
  eventOf('points.credited', points),
  eventOf('invoice.created', invoice),
  eventOf('invoice.submitted', invoice),
  eventOf('invoice.issued', invoice),
  eventOf('invoice.rejected', invoice),
  eventOf('webhook.test', webhook),
  eventOf('webhook.disabled', webhook),
]);
export type OpenEvent = z.output<typeof openEvent>;
export type EventType = OpenEvent['type'];
/** Data of an event type, including `user_id`. */
export type EventData<T extends EventType> = Extract<OpenEvent, { readonly type: T }>['data'];

export const eventTypes: readonly EventType[] = openEvent.options.map(({ shape }) => shape.type.value);

/** All types of one kind of object, for example `evidence.*`. */
export type EventGroup = EventType extends `${infer Kind}.${string}` ? `${Kind}.*` : never;
export const eventGroups = Object.keys({
  'user.*': true,
  'evidence.*': true,
  'capture.*': true,
  'recording.*': true,
  'notarization.*': true,
  'document.*': true,
  'order.*': true,
  'points.*': true,
  'invoice.*': true,
  'webhook.*': true,
} satisfies Record<EventGroup, true>) as readonly EventGroup[];

const noType = 'is no type of event, nor a group such as evidence.*';
/** A type, or a group of types. */
export const eventPattern = z.enum([...eventTypes, ...eventGroups], noType);

/** The types that match a type name or a group. */
export function eventTypesNamed(pattern: EventType | EventGroup): EventType[] {
  return eventTypes.filter((type) => type === pattern || `${type.split('.')[0]}.*` === pattern);
}

/** `evt_` and the event's position in the feed, a bigint: ids sort in the order in which events became visible. */
export const eventId = z.string().regex(/^evt_[0-7][0-9a-f]{15}$/, 'is no id of an event');

/** `now`, or an ISO 8601 instant. */
const feedStart = z
  .union([z.literal('now'), z.iso.datetime({ offset: true })], 'must be now, or a time such as 2026-11-22T08:00:00Z')
  .transform((text) => (text === 'now' ? text : new Date(text)));

/** The feed of events, and the calling client. */
export const eventIntakeCalls = {
  listEvents: {
    method: 'GET',
    path: '/open/v1/events',
    summary: '事件：按可见的先后，从 after 之后或 since 那时读起；wait 大于 0 时等到有事件或时间到',
    caller: 'any',
    body: noFields,
    query: inputObject({
      /** Exclusive. Without `after` and `since`, the list begins with the earliest stored event. */
      after: eventId.optional(),
      /** Instead of `after`: begins with what became visible at or after that time, or with future events. */
      since: feedStart.optional(),
      /** May be repeated. */
      type: z.union([eventPattern.transform((type) => [type]), z.array(eventPattern).max(100)], noType).optional(),
      limit: z.coerce.number<number | string>().int().min(1).max(100).default(50),
      /** Seconds. */
      wait: z.coerce.number<number | string>().int().min(0).max(25).default(0),
    }).refine(({ after, since }) => after === undefined || since === undefined, {
      path: ['since'],
      message: 'is instead of after',
      ...comparing('after', 'since'),
    }),
    output: z.object({
      list: z.array(openEvent),
      /** Cursor to continue with; null only if `after` was omitted and there is no earlier event. */
      next: eventId.nullable(),
    }),
  },
  getMe: {
    method: 'GET',
    path: '/open/v1/me',
    summary: '查询本次调用所用的接口客户端',
    caller: 'any',
    body: noFields,
    output: z.object({
      app_id: z.string(),
      kind: z.enum(['platform', 'enterprise']),
      /** Null for a platform client. */
      user_id: orNull,
      name: z.string(),
    }),
  },
} as const satisfies Record<string, IntakeCall>;

function eventOf<const T extends string, Data extends z.ZodObject>(type: T, data: Data) {
  return z.object({
    id: z.string(),
    type: z.literal(type),
    /** When it happened: ISO 8601 in UTC with milliseconds; only events and webhooks use this form. */
    timestamp: z.string(),
    data,
  });
}
