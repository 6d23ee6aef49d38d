import type { Deps } from '../../custody/deps.ts';
import { placeAll } from '../../desk/events/sequencer.ts';
import { dropEvents } from '../../desk/events/store.ts';
import { feedOpenRoutes } from './open-routes.ts';
import { watchFeed } from './watch.ts';

/** The feed of events, for clients of the open API. */
export function feed({ db, config }: Pick<Deps, 'db' | 'config'>) {
  const watch = watchFeed(db);
  const place = async (stopping: AbortSignal): Promise<void> => {
    if ((await placeAll(db, stopping)) > 0) watch.changed();
  };
  return {
    openRoutes: feedOpenRoutes({ db, watch }),
    jobs: [
      { name: 'giving events their places', everyMs: 200, run: place },
      { name: 'dropping old events', everyMs: 600_000, run: () => dropEvents(db, config.eventKeepDays) },
    ],
  };
}
