import { sql } from 'kysely';
import { nodeOf } from '../../domain/access/access.ts';
import { queuePath } from '../../domain/codes/queues.ts';
import { scopeOf } from '../acceptors/scope.ts';
import type { Database } from '../db/database.ts';
import { listTotal } from '../lists/total.ts';
import type { Operator } from '../http/operator.ts';
import type { Work } from '../feature/work.ts';
import { applicationList } from './application-list.ts';
import type { Deps } from '../feature/deps.ts';

/**
 * Applications that are paid and wait for a decision, and those that came in. An operator under the data permission is told of his own
 * alone.
 */
export function notarizationWork({ db, lists }: Pick<Deps, 'db' | 'lists'>): Work {
  return {
    waiting: [
      {
        label: '出证申请审核',
        node: nodeOf('notarization:list'),
        needs: ['notarization:list', 'notarization:review'],
        url: queuePath('notarization'),
        count: (operator) =>
          listTotal(lists, applicationList, { accepted_by: scopeOf(operator) ?? undefined, pay_status: 'paid', shown_status: 'waiting' }),
        oldest: (operator) => oldestPaid(db, operator),
      },
    ],
    activities: [
      { name: '出证申请', needs: ['notarization:list'], series: (operator) => ({ list: 'applications', facet: scopeOf(operator) ?? '' }) },
    ],
  };
}

/**
 * It waits since its payment: only then its term begins (decision 0018). The states stand in the text, so that the indexes of what waits
 * serve it (application_waiting).
 */
async function oldestPaid(db: Database, operator: Operator): Promise<{ readonly since: Date } | null> {
  const scope = scopeOf(operator);
  const found = await db
    .selectFrom('notarization_order')
    .select('paid_at')
    .where('shown_status', '=', sql.lit('waiting'))
    .where('pay_status', '=', sql.lit('paid'))
    .$if(scope !== null, (query) => query.where('accepted_by', '=', scope))
    .orderBy('paid_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return found?.paid_at ? { since: found.paid_at } : null;
}
