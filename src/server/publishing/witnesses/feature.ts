import { nodeOf } from '../../../domain/business/access/access.ts';
import type { Deps } from '../../custody/deps.ts';
import type { Work } from '../../desk/work.ts';
import type { Database } from '../../platform/db/database.ts';
import { witnessRoutes } from './routes.ts';

/** 见证: the log's witnesses, and forks, which an administrator must answer. */
export function witnesses({ db }: Pick<Deps, 'db'>) {
  return { routes: witnessRoutes({ db }), work: witnessWork(db) };
}

/** Unanswered forks of the log: a number beside the menu, and the first line of the waiting work. */
function witnessWork(db: Database): Work {
  const open = async () =>
    db
      .selectFrom('witness_conflict')
      .select('found_at')
      .where('held_from', 'is not', null)
      .where('answered_at', 'is', null)
      .orderBy('found_at')
      .execute();
  return {
    waiting: [
      {
        label: '日志分叉',
        node: nodeOf('custody:witness'),
        needs: ['custody:witness'],
        url: '/office/witness',
        count: async () => (await open()).length,
        async oldest() {
          const [first] = await open();
          return first ? { since: first.found_at } : null;
        },
      },
    ],
    activities: [],
  };
}
