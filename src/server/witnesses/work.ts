import { nodeOf } from '../../domain/access/access.ts';
import type { Database } from '../db/database.ts';
import type { Work } from '../feature/work.ts';

/** Unanswered forks of the log: a number beside the menu, and the first line of the waiting work. */
export function witnessWork(db: Database): Work {
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
        url: '/custody/witness',
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
