import { presenceLeaseSeconds } from '../../../domain/business/rules/presence-beat.ts';
import type { Database } from '../../platform/db/database.ts';
import { renewViews } from './store.ts';

/** The views whose streams this server holds. Their heartbeats need no database access; their leases are renewed together. */
export interface ActiveViews {
  add(viewId: string): void;
  drop(viewId: string): void;
  /** Records a heartbeat. @returns false for a view of another server, or one whose lease has ended. */
  heartbeat(viewId: string): boolean;
  /** Renews the views with a heartbeat since the last renewal, in one statement. Views whose lease had ended are dropped. */
  renew(): Promise<void>;
}

export function activeViews(db: Database): ActiveViews {
  const heardAt = new Map<string, number>();
  let renewedAt = -Infinity;
  const hear = (viewId: string): void => void heardAt.set(viewId, performance.now());
  return {
    add: hear,
    drop: (viewId) => void heardAt.delete(viewId),
    heartbeat(viewId) {
      const isActive = performance.now() - (heardAt.get(viewId) ?? -Infinity) < presenceLeaseSeconds * 1000;
      if (isActive) hear(viewId);
      else heardAt.delete(viewId);
      return isActive;
    },
    async renew() {
      const now = performance.now();
      const news = [...heardAt]
        .filter(([, at]) => at > renewedAt)
        .map(([viewId, at]) => ({ viewId, seconds: presenceLeaseSeconds - (now - at) / 1000 }));
      const renewed = new Set(
        await renewViews(
          db,
          news.filter(({ seconds }) => seconds > 0),
        ),
      );
      renewedAt = now;
      for (const { viewId } of news) if (!renewed.has(viewId)) heardAt.delete(viewId);
    },
  };
}
