import type { Calls } from './contract/calls.ts';
import type { Cancellation } from './contract/values.ts';
import { NotaryFault } from './net/refusal.ts';

/** What the office tells of: a union, closed over `type`. */
export type NotaryEvent = Awaited<ReturnType<Calls['listEvents']>>['list'][number];
export type EventType = NotaryEvent['type'];
export type EventOf<Type extends EventType> = Extract<NotaryEvent, { readonly type: Type }>;
/** A type of event, or a group such as `evidence.*`. */
export type EventPattern = Exclude<NonNullable<Parameters<Calls['listEvents']>[0]>['type'], readonly unknown[] | undefined>;
/** A type, and values that the event's data must have. */
export type EventMatch<Type extends EventType> = { readonly type: Type } & Partial<EventOf<Type>['data']>;

export interface FeedOptions {
  /** The id of the last event that was dealt with; from the earliest that is kept unless given. */
  readonly after?: string | null;
  /** Types, or groups such as `evidence.*`; all unless given. */
  readonly types?: readonly EventPattern[];
  /** Ends where there is nothing more, instead of waiting for the next. */
  readonly untilEnd?: boolean;
  readonly signal?: Cancellation;
}
export interface WaitOptions extends Pick<FeedOptions, 'after' | 'signal'> {
  /** 600,000 unless given. */
  readonly timeoutMs?: number;
}

type Feed = Pick<Calls, 'listEvents'>;

export async function* readEvents(calls: Feed, options: FeedOptions = {}): AsyncGenerator<NotaryEvent, void, undefined> {
  for await (const { list } of readPages(calls, options, () => (options.untilEnd ? 0 : longestWaitSeconds))) yield* list;
}

export async function waitForEvent<Type extends EventType>(
  calls: Feed,
  { type, ...values }: EventMatch<Type>,
  { timeoutMs = 600_000, ...options }: WaitOptions = {},
): Promise<EventOf<Type>> {
  const endMs = performance.now() + timeoutMs;
  const leftSeconds = () => Math.ceil((endMs - performance.now()) / 1000);
  const wait = () => Math.max(0, Math.min(longestWaitSeconds, leftSeconds()));
  for await (const { list } of readPages(calls, { ...options, types: [type] }, wait)) {
    const found = list.find((event) => fits(event, values));
    // The server was asked for this type alone.
    if (found) return found as EventOf<Type>;
    if (list.length === 0 && leftSeconds() <= 0) break;
  }
  throw new NotaryFault(`no ${type} came within ${timeoutMs} ms`);
}

/** The id of the newest event; null where there is none yet. Reads the feed to its end, 100 events a call. */
export async function newestEvent(calls: Feed, options: Pick<FeedOptions, 'types' | 'signal'> = {}): Promise<string | null> {
  let newest: string | null = null;
  for await (const { next } of readPages(calls, { ...options, untilEnd: true }, () => 0)) newest = next;
  return newest;
}

type Page = Awaited<ReturnType<Calls['listEvents']>>;

async function* readPages(
  calls: Feed,
  { after, types, untilEnd = false, signal }: FeedOptions,
  waitSeconds: () => number,
): AsyncGenerator<Page, void, undefined> {
  let cursor = after ?? undefined;
  const fixed = types === undefined ? {} : { type: [...types] };
  for (;;) {
    if (signal?.aborted) return;
    const input = { ...fixed, ...(cursor === undefined ? {} : { after: cursor }), limit: pageSize, wait: waitSeconds() };
    const page = await calls.listEvents(input, signal === undefined ? {} : { signal });
    yield page;
    if (untilEnd && page.list.length === 0) return;
    cursor = page.next ?? cursor;
  }
}

function fits({ data }: NotaryEvent, values: Readonly<Record<string, unknown>>): boolean {
  const found: Readonly<Record<string, unknown>> = { ...data };
  return Object.entries(values).every(([key, value]) => JSON.stringify(found[key]) === JSON.stringify(value));
}

const pageSize = 100;
/** The server holds an answer no longer. */
const longestWaitSeconds = 25;
