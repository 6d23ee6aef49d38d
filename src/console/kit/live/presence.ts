import { asBackgroundCall } from '../net/background-call.ts';
import { get } from '../net/call.ts';
import { carryUnread } from './keep-unread.ts';
import { areStreamsResting, followStream, pause, type Person } from './stream.ts';

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

async function follow(object: string, notify: (present: readonly Person[] | undefined) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const release = carryUnread();
    const end = await followStream({ object, notify }, signal).finally(release);
    if (end === 'refused') return;
    if (end === 'heldBack') await askOften(object, notify, signal);
  }
}

/** Registers the window and asks who is there, again and again while streams rest. */
async function askOften(object: string, notify: (present: readonly Person[] | undefined) => void, signal: AbortSignal): Promise<void> {
  let view = '';
  while (!signal.aborted && areStreamsResting()) {
    const answer = await asBackgroundCall(() => get('/api/ajax/presence/getList', { object, view }, { signal, quiet: true })).catch(
      () => undefined,
    );
    if (signal.aborted) return;
    view = answer?.view ?? '';
    notify(answer?.list);
    await pause(answer ? askMs : retryMs, signal);
  }
}
const askMs = 1_500;
const retryMs = 3_000;
