import { untilNextBeat } from '../../../domain/business/rules/presence-beat.ts';
import { asBackgroundCall } from '../net/background-call.ts';
import { get } from '../net/call.ts';
import { effects } from '../net/effects.ts';

export interface Person {
  readonly id: string;
  readonly name: string;
}

/**
 * Reports the operator as present at an object while the page is visible, and tells who else is. Uses an event stream, or polling if a
 * proxy holds streams back or the operator has more streams open than allowed. @param notify gets undefined while nobody can tell.
 * @returns a function that stops it.
 */
export function watchPresence(object: string, notify: (present: readonly Person[] | undefined) => void): () => void {
  let round: AbortController | undefined;
  const update = () => {
    round?.abort();
    round = undefined;
    if (document.visibilityState !== 'visible') return;
    round = new AbortController();
    void follow(object, notify, round.signal);
  };
  document.addEventListener('visibilitychange', update);
  notify(undefined);
  update();
  return () => {
    document.removeEventListener('visibilitychange', update);
    round?.abort();
  };
}

/** Set when a stream was held back in this page, or gave way to others of the operator. Streams are not tried again then. */
let isStreamBroken = false;

async function follow(object: string, notify: (present: readonly Person[] | undefined) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const end = isStreamBroken ? await askOften(object, notify, signal) : await readStream(object, notify, signal);
    if (end === 'refused') return;
    if (end === 'heldBack') isStreamBroken = true;
    if (end === 'failed' && !signal.aborted) {
      notify(undefined);
      await pause(retryMs, signal);
    }
  }
}
type End = 'over' | 'failed' | 'heldBack' | 'refused';

async function readStream(object: string, notify: (present: readonly Person[]) => void, signal: AbortSignal): Promise<End> {
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
  try {
    const response = await fetch(`/events/presence?object=${encodeURIComponent(object)}`, {
      headers: { authorization: `Bearer ${effects().currentToken()}` },
      signal: round.signal,
    });
    const type = response.headers.get('content-type') ?? '';
    // The page's other calls report that the operator may not view the object.
    if (!type.startsWith('text/event-stream')) return type.includes('json') ? 'refused' : 'heldBack';
    for await (const { name, data } of eventsOf(response)) {
      clearTimeout(late);
      if (name === 'crowded') return 'heldBack';
      if (name !== 'view')
        notify(JSON.parse(data) as Person[]); // the wire is parsed here
      else if (beats === undefined) beatOn(data);
    }
    return 'over';
  } catch {
    return isHeldBack ? 'heldBack' : 'failed';
  } finally {
    clearTimeout(late);
    clearTimeout(beats);
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

async function askOften(object: string, notify: (present: readonly Person[]) => void, signal: AbortSignal): Promise<End> {
  let view = '';
  while (!signal.aborted) {
    const answer = await asBackgroundCall(() => get('/api/ajax/presence/getList', { object, view }, { signal, quiet: true })).catch(
      () => undefined,
    );
    if (!answer) return 'failed';
    view = answer.view;
    notify(answer.list);
    await pause(askMs, signal);
  }
  return 'over';
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
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

const firstEventMs = 4_000;
const againMs = 1_000;
const askMs = 1_500;
const retryMs = 3_000;

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
