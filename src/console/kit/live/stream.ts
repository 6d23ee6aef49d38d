import { untilNextBeat } from '../../../domain/business/rules/presence-beat.ts';
import { effects } from '../net/effects.ts';
import { heardUnread, type Unread } from './heard-unread.ts';

export interface Person {
  readonly id: string;
  readonly name: string;
}

/** Until then, no stream is tried: one was held back in this page, or gave way to others of the operator. */
let restUntil = 0;

export function areStreamsResting(): boolean {
  return Date.now() < restUntil;
}

interface Wanted {
  /** The object that the window shows; without it, the stream tells of messages alone. */
  readonly object?: string;
  readonly notify?: (present: readonly Person[] | undefined) => void;
}

/**
 * Follows the stream until it is held back or refused, and opens it again each time it ends otherwise.
 * @returns why it ended; `over` once `signal` is aborted.
 */
export async function followStream({ object, notify = () => undefined }: Wanted, signal: AbortSignal): Promise<End> {
  let waitMs = retryMs;
  while (!signal.aborted) {
    if (areStreamsResting()) return 'heldBack';
    const openedAt = Date.now();
    const end = await readStream(object, notify, signal);
    if (end === 'heldBack') restUntil = Date.now() + restMs;
    if (end === 'heldBack' || end === 'refused') return end;
    if (signal.aborted) break;
    // A server that stops ends each stream at once.
    if (end === 'over' && Date.now() - openedAt > briefMs) waitMs = retryMs;
    else {
      if (end === 'failed') notify(undefined);
      await pause(waitMs, signal);
      await online(signal);
      waitMs = Math.min(2 * waitMs, retryMaxMs);
    }
  }
  return 'over';
}
type End = 'over' | 'failed' | 'heldBack' | 'refused';

async function readStream(object: string | undefined, notify: (present: readonly Person[]) => void, signal: AbortSignal): Promise<End> {
  const round = new AbortController();
  const stop = () => round.abort();
  signal.addEventListener('abort', stop);
  let isHeldBack = false;
  const late = setTimeout(() => {
    isHeldBack = true;
    stop();
  }, firstEventMs);
  let beats: ReturnType<typeof setTimeout> | undefined;
  const beatOn = (view: string): void => {
    beats = setTimeout(() => {
      beatOn(view);
      void beat(view, stop, round.signal);
    }, untilNextBeat(Date.now()));
  };
  let endTelling: (() => void) | undefined;
  try {
    const response = await fetch(`/events/presence${object === undefined ? '' : `?object=${encodeURIComponent(object)}`}`, {
      headers: { authorization: `Bearer ${effects().currentToken()}` },
      signal: round.signal,
    });
    const type = response.headers.get('content-type') ?? '';
    // The page's other calls report that the operator may not view the object.
    if (!type.startsWith('text/event-stream')) return type.includes('json') ? 'refused' : 'heldBack';
    for await (const { name, data } of eventsOf(response)) {
      clearTimeout(late);
      if (name === 'crowded') return 'heldBack';
      // The wire is parsed here.
      if (name === 'message') notify(JSON.parse(data) as Person[]);
      if (name === 'view' && beats === undefined) beatOn(data);
      if (name !== 'unread') continue;
      endTelling ??= heardUnread.tell();
      heardUnread.hear(JSON.parse(data) as Unread);
    }
    return 'over';
  } catch {
    return isHeldBack ? 'heldBack' : 'failed';
  } finally {
    clearTimeout(late);
    clearTimeout(beats);
    endTelling?.();
    signal.removeEventListener('abort', stop);
  }
}

/** Renews the view, with one retry before the server's lease ends. If the view has ended (410), the stream starts again. */
async function beat(view: string, stop: () => void, signal: AbortSignal): Promise<void> {
  const tell = () => fetch(`/events/presence/${view}`, { method: 'POST', signal }).catch(() => undefined);
  let answer = await tell();
  if (!answer) {
    await pause(againMs, signal);
    answer = await tell();
  }
  if (answer?.status === 410) stop();
}

/** Waits, or until the signal. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}

/** Waits until the browser has a network; what is tried before fails at once, and says so in the console. */
async function online(signal: AbortSignal): Promise<void> {
  if (navigator.onLine || signal.aborted) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}

const firstEventMs = 8_000;
const againMs = 1_000;
const briefMs = 1_000;
const retryMs = 3_000;
const retryMaxMs = 15_000;
const restMs = 300_000;

interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** The events of a stream as they arrive. */
export async function* eventsOf(response: Pick<Response, 'body'>): AsyncGenerator<ServerEvent> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return;
    const blocks = (rest + part.value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) yield eventOf(block);
  }
}

function eventOf(block: string): ServerEvent {
  const fields = new Map(block.split('\n').map((line): [string, string] => [line.split(':', 1)[0] ?? '', line.replace(/^[^:]*: ?/, '')]));
  return { name: fields.get('event') ?? 'message', data: fields.get('data') ?? '' };
}
