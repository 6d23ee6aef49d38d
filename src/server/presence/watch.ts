import type { Database } from '../db/database.ts';
import type { KeptViews } from './kept-views.ts';
import { listPresent, type Present } from './store.ts';

/** Tells windows who else looks at their object, whichever server those are connected to. */
export interface PresenceWatch {
  /** @param notify called at once with who is there, and again at each change. @returns what ends it. */
  watch(object: string, notify: (present: readonly Person[]) => void): () => void;
  /** A presence of this server began or ended: asks at once, not at the next turn. */
  changed(): void;
  close(): void;
}
export type Person = Pick<Present, 'id' | 'name'>;

/**
 * One query a second for all windows of a server, and none while there is no window: cheaper than a connection that listens, and the same
 * behind a pooler of connections. A failed look keeps what was sent before.
 */
export function watchPresence(db: Database, views: Pick<KeptViews, 'renew'>, everyMs = 1000): PresenceWatch {
  const watchers = new Set<{ readonly object: string; sent: string; readonly notify: (present: readonly Person[]) => void }>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let looking: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    // Windows tell every five seconds that they are there: the lease outlasts a renewal or two that failed.
    await views.renew().catch(() => undefined);
    const present = await listPresent(db).catch(() => undefined);
    if (!present || isClosed) return;
    const byObject = new Map<string, Person[]>();
    for (const { object, id, name } of present) byObject.set(object, [...(byObject.get(object) ?? []), { id, name }]);
    for (const watcher of watchers) {
      const people = byObject.get(watcher.object) ?? [];
      const sent = JSON.stringify(people);
      if (sent === watcher.sent) continue;
      watcher.sent = sent;
      watcher.notify(people);
    }
  };
  const turn = (delayMs: number): void => {
    clearTimeout(timer);
    if (isClosed || watchers.size === 0) return;
    timer = setTimeout(() => {
      looking = look().finally(() => {
        looking = undefined;
        turn(everyMs);
      });
    }, delayMs);
    timer.unref();
  };
  const soon = (): void => {
    // What is under way may have read before the change.
    if (looking) void looking.finally(() => turn(togetherMs));
    else turn(togetherMs);
  };

  return {
    watch(object, notify) {
      const watcher = { object, sent: '', notify };
      watchers.add(watcher);
      soon();
      return () => void watchers.delete(watcher);
    },
    changed: soon,
    close() {
      isClosed = true;
      clearTimeout(timer);
      watchers.clear();
    },
  };
}
/** Windows that open at the same moment share a look. */
const togetherMs = 30;
