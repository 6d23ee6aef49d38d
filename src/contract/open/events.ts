import { z } from 'zod';
import type { IntakeCall } from './call.ts';

/**
 * What the open API tells of by itself: events. One is thin (ids, numbers, states, times, nothing personal); who wants more asks for the
 * object. A key that does not apply is null.
 */

const user_id = z.string();
const orNull = z.string().nullable();

/** Codes of `userStatus` and `repairType`. A refused supplementary submission is `user.rejected` too: `user_status` then says 3. */
const user = z.object({ user_id, user_status: z.number(), repair_type: z.number(), reason: orNull });
/** `sha256` of the evidence itself, as the answer of POST /evidence has it. */
const evidence = z.object({ user_id, baoquan: z.string(), sha256: z.string() });
/** The first checkpoint that covers it, as `checkpoint` of GET /evidence; `transaction` where a chain is configured. */
const anchored = z.object({ ...evidence.shape, checkpoint_size: z.string(), transaction: orNull });
/** `status` as GET /captures and GET /recordings have it. */
const capture = z.object({ user_id, baoquan_no: z.string(), status: z.string(), reason: orNull });
const recording = z.object({ user_id, attestation_id: z.string(), status: z.string(), reason: orNull });
/** `progress` as GET /notarizations has it. */
const notarization = z.object({ user_id, orderId: z.string(), order_no: z.string(), progress: z.number() });
const document = z.object({ ...notarization.shape, sha256: z.string() });
const order = z.object({ user_id, order_no: z.string(), trade_no: orNull, money: z.string(), refund_order_no: orNull });
/** `order_no` of a recharge; a gift has none. */
const points = z.object({
  user_id,
  points: z.number(),
  balance: z.number(),
  source: z.enum(['recharge', 'gift']),
  order_no: orNull,
});
/** Code of `invoiceStatus`. */
const invoice = z.object({ user_id, id: z.string(), invoiceStatus: z.number(), order_nos: z.array(z.string()) });
/** `user_id` of an enterprise's endpoint; null for one of a platform client. */
const webhook = z.object({ user_id: orNull, webhook_id: z.string() });

/** Every type of event, with the shape of its data: a closed union. */
export const openEvent = z.discriminatedUnion('type', [
  eventOf('user.approved', user),
  eventOf('user.rejected', user),
  eventOf('user.repaired', user),
  eventOf('user.suspended', user),
  eventOf('user.resumed', user),
  eventOf('evidence.created', evidence),
  eventOf('evidence.anchored', anchored),
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
/** What an event of a type says, `user_id` included. */
export type EventData<T extends EventType> = Extract<OpenEvent, { readonly type: T }>['data'];

export const eventTypes: readonly EventType[] = openEvent.options.map(({ shape }) => shape.type.value);

/** `evidence.*` and its like: all types of a kind of object. */
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
/** A type, or a group of them. */
export const eventPattern = z.enum([...eventTypes, ...eventGroups], noType);

/** The types that a name, or a group, stands for. */
export function eventTypesNamed(pattern: EventType | EventGroup): EventType[] {
  return eventTypes.filter((type) => type === pattern || `${type.split('.')[0]}.*` === pattern);
}

/** `evt_` and its place in the feed, a bigint: ids sort as the events became visible. */
export const eventId = z.string().regex(/^evt_[0-7][0-9a-f]{15}$/, 'is no id of an event');

/** `now`, or an instant as ISO 8601. */
const feedStart = z
  .union([z.literal('now'), z.iso.datetime({ offset: true })], 'must be now, or a time such as 2026-11-22T08:00:00Z')
  .transform((text) => (text === 'now' ? text : new Date(text)));

/** The feed of events, and who asks. */
export const eventIntakeCalls = {
  listEvents: {
    method: 'GET',
    path: '/open/v1/events',
    summary: '事件：按可见的先后，从 after 之后或 since 那时读起；wait 大于 0 时等到有事件或时间到',
    caller: 'any',
    body: z.object({}),
    query: z
      .object({
        /** Exclusive; from the earliest that is kept where it and `since` are left out. */
        after: eventId.optional(),
        /** Instead of `after`: begins with what became visible at that time or later, or with what comes from now on. */
        since: feedStart.optional(),
        /** Repeats. */
        type: z.union([eventPattern.transform((type) => [type]), z.array(eventPattern).max(100)], noType).optional(),
        limit: z.coerce.number<number | string>().int().min(1).max(100).default(50),
        /** Seconds. */
        wait: z.coerce.number<number | string>().int().min(0).max(25).default(0),
      })
      .refine(({ after, since }) => after === undefined || since === undefined, { path: ['since'], message: 'is instead of after' }),
    output: z.object({
      list: z.array(openEvent),
      /** What to go on from; null only where there is no event before it, and `after` was left out. */
      next: eventId.nullable(),
    }),
  },
  getMe: {
    method: 'GET',
    path: '/open/v1/me',
    summary: '查询本次调用所用的接口客户端',
    caller: 'any',
    body: z.object({}),
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
    /** When it happened: ISO 8601 in UTC with milliseconds, here and in webhooks alone. */
    timestamp: z.string(),
    data,
  });
}
