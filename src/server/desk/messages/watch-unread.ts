import type { Database } from '../../platform/db/database.ts';
import { createTurns } from '../../platform/runtime/turns.ts';
import { listUnread, type Unread } from './store.ts';

/** Notifies windows of their operator's unread messages, on whichever server these were written or read. */
export interface UnreadWatch {
  /** @param notify called soon with the state, and again at each change. @returns the function that ends the watch. */
  watch(accountId: string, notify: (unread: Unread) => void): () => void;
  close(): void;
}

/** Runs one query per second for all windows of a server, and none without windows. If it fails, windows keep their last state. */
export function watchUnread(db: Database, everyMs = 1000): UnreadWatch {
  const watchers = new Set<{ readonly accountId: string; sent: string; readonly notify: (unread: Unread) => void }>();
  const look = async (): Promise<void> => {
    const found = await listUnread(db, [...new Set([...watchers].map(({ accountId }) => accountId))]).catch(() => undefined);
    if (!found) return;
    for (const watcher of watchers) {
      const unread = found.get(watcher.accountId);
      const sent = JSON.stringify(unread);
      // A watcher that began during the query waits for the next one.
      if (!unread || sent === watcher.sent) continue;
      watcher.sent = sent;
      watcher.notify(unread);
    }
  };
  const turns = createTurns({ look, isNeeded: () => watchers.size > 0, everyMs });

  return {
    watch(accountId, notify) {
      const watcher = { accountId, sent: '', notify };
      watchers.add(watcher);
      turns.soon();
      return () => void watchers.delete(watcher);
    },
    close() {
      turns.stop();
      watchers.clear();
    },
  };
}
