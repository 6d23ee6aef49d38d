import type { Database } from '../../platform/db/database.ts';
import { createTurns } from '../../platform/runtime/turns.ts';
import type { ActiveViews } from './active-views.ts';
import { listPresent, type Present } from './store.ts';

/** Notifies windows of who views their object, on whichever server. */
export interface PresenceWatch {
  /** @param notify called soon with all who are present, and again at each change. @returns the function that ends the watch. */
  watch(object: string, notify: (present: readonly Person[]) => void): () => void;
  /** Queries at once instead of at the next turn, because a presence of this server began or ended. */
  changed(): void;
  close(): void;
}
export type Person = Pick<Present, 'id' | 'name'>;

/**
 * Runs one query per second for all windows of a server, and none without windows. This is cheaper than a connection for LISTEN, and works
 * the same behind a connection pooler. If a query fails, windows keep their last state.
 */
export function watchPresence(db: Database, views: Pick<ActiveViews, 'renew'>, everyMs = 1000): PresenceWatch {
  const watchers = new Set<{ readonly object: string; sent: string; readonly notify: (present: readonly Person[]) => void }>();
  const look = async (): Promise<void> => {
    // Errors are ignored: windows send heartbeats every five seconds, and the lease outlasts one or two failed renewals.
    await views.renew().catch(() => undefined);
    const present = await listPresent(db).catch(() => undefined);
    if (!present) return;
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
  const turns = createTurns({ look, isNeeded: () => watchers.size > 0, everyMs });

  return {
    watch(object, notify) {
      const watcher = { object, sent: '', notify };
      watchers.add(watcher);
      turns.soon();
      return () => void watchers.delete(watcher);
    },
    changed: turns.soon,
    close() {
      turns.stop();
      watchers.clear();
    },
  };
}
