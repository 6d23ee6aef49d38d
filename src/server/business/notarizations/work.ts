import { sql } from 'kysely';
import { nodeOf } from '../../../domain/business/access/access.ts';
import { queuePath } from '../../../domain/business/codes/queues.ts';
import { scopeOf } from '../../desk/acceptors/scope.ts';
import type { Database } from '../../platform/db/database.ts';
import { listTotal } from '../../desk/lists/total.ts';
import type { Operator } from '../../platform/http/operator.ts';
import type { Work } from '../../desk/work.ts';
import { applicationList } from './application-list.ts';
import type { Deps } from '../../custody/deps.ts';

/** Paid applications that wait for a decision, and new applications. An operator under the data permission sees only their own. */
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
 * Waiting counts from the payment, because the term begins only then (decision 0018). The states are literals in the SQL text, so that the
 * partial index application_waiting is used.
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
