import { createEmitter } from '../net/emitter.ts';
import { heardUnread } from './heard-unread.ts';
import { followStream, pause } from './stream.ts';

let carriers = 0;
const carriersChanged = createEmitter();

/** Says that the stream of an object tells of messages too, so that the window needs none of its own for these. @returns ends it. */
export function carryUnread(): () => void {
  carriers += 1;
  carriersChanged.emit();
  return () => {
    carriers -= 1;
    carriersChanged.emit();
  };
}

/**
 * Has `heardUnread` told while the page is visible: by the stream of the object that the window shows, or else by one of its own.
 * @returns the function that ends it.
 */
export function keepUnreadTold(): () => void {
  let round: AbortController | undefined;
  const update = () => {
    const isNeeded = document.visibilityState === 'visible' && carriers === 0;
    if (isNeeded === (round !== undefined)) return;
    round?.abort();
    round = isNeeded ? new AbortController() : undefined;
    if (round) void follow(round.signal);
  };
  document.addEventListener('visibilitychange', update);
  const stop = carriersChanged.subscribe(update);
  update();
  return () => {
    document.removeEventListener('visibilitychange', update);
    stop();
    round?.abort();
    heardUnread.forget();
  };
}

async function follow(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // A poll takes the place of the stream, and reports why it was refused.
    if ((await followStream({}, signal)) === 'refused') return;
    if (!signal.aborted) await pause(restMs, signal);
  }
}
const restMs = 60_000;
