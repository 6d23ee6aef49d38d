import { randomUUID } from 'node:crypto';
import type { presenceCalls } from '../../contract/panel/presence.ts';
import type { Handlers } from '../http/mount.ts';
import { conflict } from '../http/refusal.ts';
import { insertView, listPresent, renewView } from './store.ts';
import type { StreamDeps } from './stream.ts';

export function presenceRoutes({ db, references, watch }: Pick<StreamDeps, 'db' | 'references' | 'watch'>): Handlers<typeof presenceCalls> {
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
