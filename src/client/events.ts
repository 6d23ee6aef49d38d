import type { Calls } from './contract/calls.ts';
import type { Cancellation } from './contract/values.ts';
import { NotaryFault } from './net/refusal.ts';
import { whenHappened, type ObjectStates } from './object-state.ts';

/** An event of the office: a union discriminated by `type`. */
export type NotaryEvent = Awaited<ReturnType<Calls['listEvents']>>['list'][number];
export type EventType = NotaryEvent['type'];
export type EventOf<Type extends EventType> = Extract<NotaryEvent, { readonly type: Type }>;
/** A type of event, or a group such as `evidence.*`. */
export type EventPattern = Exclude<NonNullable<Parameters<Calls['listEvents']>[0]>['type'], readonly unknown[] | undefined>;
/** An event type, and values that the event's data must have. */
export type EventMatch<Type extends EventType> = { readonly type: Type } & Partial<EventOf<Type>['data']>;

export interface FeedOptions {
  /** Id of the last event that was processed. Without it and `since`, the feed starts at the earliest stored event. */
  readonly after?: string | null;
  /** Alternative to `after`: starts at that time (ISO 8601), or at `now`. */
  readonly since?: string;
  /** Event types, or groups such as `evidence.*`; default all. */
  readonly types?: readonly EventPattern[];
  /** Ends at the feed's end instead of waiting for the next event. */
  readonly untilEnd?: boolean;
  readonly signal?: Cancellation;
}
export interface WaitOptions extends Pick<FeedOptions, 'signal'> {
  /** Searches only the events after this one. */
  readonly after?: string | null;
  /** Alternative to `after`: searches from that time on (ISO 8601), or from `now` on. */
  readonly since?: string;
  /** Default 600,000. */
  readonly timeoutMs?: number;
}

type Feed = Pick<Calls, 'listEvents'>;

export async function* readEvents(calls: Feed, options: FeedOptions = {}): AsyncGenerator<NotaryEvent, void, undefined> {
  for await (const { list } of readPages(calls, options, () => (options.untilEnd ? 0 : longestWaitSeconds))) yield* list;
}

/**
 * Finds the first event of a type with these values. If the object's state tells whether the event happened, the search starts near it: at
 * the feed's end if it has not, about its time if it has, at the order's day for events of an order. Otherwise, the search starts at the
 * earliest stored event. `since` or `after` overrides all of this.
 */
export async function waitForEvent<Type extends EventType>(
  calls: Feed & ObjectStates,
  match: EventMatch<Type>,
  { timeoutMs = 600_000, after, since, signal }: WaitOptions = {},
): Promise<EventOf<Type>> {
  const { type, ...values } = match;
  const endMs = performance.now() + timeoutMs;
  const leftSeconds = () => Math.ceil((endMs - performance.now()) / 1000);
  const common = { types: [type], ...(signal === undefined ? {} : { signal }) };
  const find = async (from: Pick<FeedOptions, 'after' | 'since'>, untilEnd: boolean): Promise<EventOf<Type> | null> => {
    const wait = () => (untilEnd ? 0 : Math.max(0, Math.min(longestWaitSeconds, leftSeconds())));
    for await (const { list } of readPages(calls, { ...common, ...from, untilEnd }, wait)) {
      const found = list.find((event) => fits(event, values));
      // The server was asked for this type only.
      if (found) return found as EventOf<Type>;
      if (list.length === 0 && leftSeconds() <= 0) break;
    }
    return null;
  };
  const start = startOf(after ?? undefined, since);
  const found = await (start === null ? findFromState() : find(start, false));
  if (found) return found;
  throw signal?.aborted ? signal.reason : new NotaryFault(`no ${type} came within ${timeoutMs} ms`);

  async function findFromState(): Promise<EventOf<Type> | null> {
    // The feed's end is read before the object: what happens in between comes after that end.
    const newest = await newestEvent(calls, common);
    const happened = await whenHappened(calls, match);
    if (happened === 'not yet') return find({ after: newest }, false);
    if (happened === 'unknown') return find({}, false);
    if ('notBefore' in happened) return find({ since: happened.notBefore }, false);
    return (await find({ since: happened.about }, true)) ?? find({}, false);
  }
}

/** The id of the newest event; null if there is none yet. */
export async function newestEvent(calls: Feed, { signal }: Pick<FeedOptions, 'signal'> = {}): Promise<string | null> {
  return (await calls.listEvents({ since: 'now', limit: 1 }, signal === undefined ? {} : { signal })).next;
}

type Page = Awaited<ReturnType<Calls['listEvents']>>;

async function* readPages(
  calls: Feed,
  { after, since, types, untilEnd = false, signal }: FeedOptions,
  waitSeconds: () => number,
): AsyncGenerator<Page, void, undefined> {
  let cursor = after ?? undefined;
  const fixed = types === undefined ? {} : { type: [...types] };
  for (;;) {
    if (signal?.aborted) return;
    const input = { ...fixed, ...startOf(cursor, since), limit: pageSize, wait: waitSeconds() };
    const page = await calls.listEvents(input, signal === undefined ? {} : { signal });
    yield page;
    if (untilEnd && page.list.length === 0) return;
    cursor = page.next ?? cursor;
  }
}

function startOf(after: string | undefined, since: string | undefined) {
  if (after !== undefined) return { after };
  return since === undefined ? null : { since };
}

function fits({ data }: NotaryEvent, values: Readonly<Record<string, unknown>>): boolean {
  const found: Readonly<Record<string, unknown>> = { ...data };
  return Object.entries(values).every(([key, value]) => JSON.stringify(found[key]) === JSON.stringify(value));
}

const pageSize = 100;
/** The server's limit for holding an answer. */
const longestWaitSeconds = 25;
