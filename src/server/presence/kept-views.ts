import { presenceLeaseSeconds } from '../../domain/rules/presence-beat.ts';
import type { Database } from '../db/database.ts';
import { renewViews } from './store.ts';

/** The views whose streams this server holds: it hears that they are there without the database, and renews them together. */
export interface KeptViews {
  add(viewId: string): void;
  drop(viewId: string): void;
  /** @returns false for a view of another server, or one that is over. */
  hear(viewId: string): boolean;
  /** Renews what was heard of since the last time, in one statement; what was over before is kept no more. */
  renew(): Promise<void>;
}

export function keepViews(db: Database): KeptViews {
  const heardAt = new Map<string, number>();
  let renewedAt = -Infinity;
  const hear = (viewId: string): void => void heardAt.set(viewId, performance.now());
  return {
    add: hear,
    drop: (viewId) => void heardAt.delete(viewId),
    hear(viewId) {
      const isKept = performance.now() - (heardAt.get(viewId) ?? -Infinity) < presenceLeaseSeconds * 1000;
      if (isKept) hear(viewId);
      else heardAt.delete(viewId);
      return isKept;
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
