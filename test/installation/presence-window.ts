import type { Unread } from '../../src/server/desk/messages/store.ts';
import type { Person } from '../../src/server/desk/presence/watch.ts';

/**
 * A window that looks at an object, or at none: its last received state, and the id of its view. @param more headers of its call.
 */
export async function lookAt(server: string, token: string | undefined, object: string | undefined, more: Record<string, string> = {}) {
  const abort = new AbortController();
  const response = await fetch(`${server}/events/presence${object === undefined ? '' : `?object=${object}`}`, {
    headers: { authorization: `Bearer ${token}`, ...more },
    signal: abort.signal,
  });
  const seen = { view: '', present: [] as string[], isCrowded: false, unread: undefined as Unread | undefined };
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const answer = isStream ? '' : await response.text();
  const text = isStream ? response.body?.pipeThrough(new TextDecoderStream()) : undefined;
  const reading = (async () => {
    let rest = '';
    if (text)
      for await (const part of text) {
        const events = (rest + part).split('\n\n');
        rest = events.pop() ?? '';
        for (const event of events) {
          const data = event.slice(event.indexOf('data: ') + 6);
          if (event.startsWith('event: view')) seen.view = data;
          else if (event.startsWith('event: unread')) seen.unread = JSON.parse(data) as Unread;
          else if (event.startsWith('event: crowded')) seen.isCrowded = true;
          else if (!event.startsWith('event: open')) seen.present = (JSON.parse(data) as Person[]).map(({ id }) => id);
        }
      }
  })().catch(() => undefined);
  return { seen, answer, reading, leave: async () => (abort.abort(), reading) };
}
