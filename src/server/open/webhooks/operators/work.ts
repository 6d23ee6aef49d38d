import { sql } from 'kysely';
import { nodeOf } from '../../../../domain/business/access/access.ts';
import { webhookHealth } from '../../../../domain/business/codes/deliveries.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Work } from '../../../desk/work.ts';

/** Failing endpoints: an operator should contact the integrator before they are disabled. */
export function webhookWork(db: Database): Work {
  const failing = () => db.selectFrom('webhook').where('status', '=', 'enabled').where('failing_since', 'is not', null);
  return {
    waiting: [
      {
        label: '失败的回调地址',
        node: nodeOf('open:webhook'),
        needs: ['open:webhook'],
        url: `/open/webhook?health=${webhookHealth.code('failing')}`,
        // A partial index covers only these.
        async count() {
          const { count } = await failing().select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
          return count;
        },
        async oldest() {
          const first = await failing().select('failing_since').orderBy('failing_since').limit(1).executeTakeFirst();
          return first?.failing_since ? { since: first.failing_since } : null;
        },
      },
    ],
    activities: [],
  };
}
