import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { presenceCalls } from '../../../contract/console/presence.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { conflict } from '../../platform/http/refusal.ts';
import { watchUnread } from '../messages/watch-unread.ts';
import { activeViews } from './active-views.ts';
import { forgetPresence, insertView, listPresent, renewView } from './store.ts';
import { presenceStream, type StreamDeps } from './stream.ts';
import { watchPresence } from './watch.ts';

/** Presence: who is viewing an object. Its stream carries the number of unread messages as well. */
export function presence(deps: Omit<StreamDeps, 'watch' | 'views' | 'unread'>) {
  const views = activeViews(deps.db);
  const parts = { ...deps, views, watch: watchPresence(deps.db, views), unread: watchUnread(deps.db) };
  return {
    routes: presenceRoutes(parts),
    register: (app: FastifyInstance) => presenceStream(app, parts),
    jobs: [{ name: 'forgetting who looked', everyMs: 60_000, run: () => forgetPresence(deps.db) }],
  };
}

function presenceRoutes({ db, references, watch }: Pick<StreamDeps, 'db' | 'references' | 'watch'>): Handlers<typeof presenceCalls> {
  return {
    async getPresence({ object, view }, { operator }) {
      await references().open(operator, object);
      const { accountId, realname } = operator;
      if (view !== undefined && !(await renewView(db, view, { accountId, object }))) throw conflict('在场状态已过期');
      const viewId = view ?? randomUUID();
      if (view === undefined) {
        await insertView(db, { viewId, object, accountId, operator: realname });
        watch.changed();
      }
      const present = await listPresent(db, object);
      return { view: viewId, list: present.map(({ id, name }) => ({ id, name })) };
    },
  };
}
