import { userPage } from '../../../domain/business/access/access.ts';
import { typedPhone } from '../../../domain/kit/text/typed.ts';
import type { Deps } from '../../custody/deps.ts';
import type { ListCounts } from '../../desk/lists/list-counts.ts';
import { bigintIds, type FoundReference, type ReferenceRule } from '../../desk/references/reference.ts';
import { userFinders } from './finders.ts';
import { userOpenRoutes } from './open-routes.ts';
import { userQueues } from './queue.ts';
import { userFiltersOf, userRoutes } from './routes.ts';
import { countedUsers } from './user-list.ts';
import { userWork } from './work.ts';

/** Users of the front end and their reviews. */
export function users(deps: Pick<Deps, 'config' | 'db' | 'lists' | 'put'>) {
  return {
    routes: userRoutes(deps),
    openRoutes: userOpenRoutes(deps),
    work: { ...userWork(deps), queues: userQueues(deps) },
    counts,
    finders: userFinders(deps),
    references: [userReference],
  };
}

/** Totals of its lists. */
const counts: ListCounts = { getUserList: (input) => countedUsers(userFiltersOf(input)) };

/** Users, as notes and messages refer to them. */
const userReference: ReferenceRule = {
  kind: 'user',

  async find(db, given) {
    const ids = bigintIds(given);
    if (ids.length === 0) return new Map();
    const rows = await db
      .selectFrom('users')
      .leftJoinLateral(
        (is) =>
          is
            .selectFrom('check_record')
            .select(['verifier', 'result'])
            .whereRef('user_id', '=', 'users.id')
            .orderBy('check_record.id', 'desc')
            .limit(1)
            .as('last'),
        (join) => join.onTrue(),
      )
      .select(['users.id', 'type', 'name', 'mobile', 'status', 'repair', 'verifier', 'result'])
      .where('users.id', 'in', ids)
      .execute();
    return new Map(
      rows.map(({ id, type, name, mobile, status, repair, verifier, result }): [string, FoundReference] => [
        id,
        {
          label: `用户 ${name === '' ? typedPhone(mobile) : name}`,
          ...(status === 'pending' || repair === 'pending'
            ? { outcome: '' }
            : verifier !== null && { outcome: `已由 ${verifier} ${result === 'passed' ? '通过' : '审核，不通过'}` }),
          url: `/user/Detail/${id}`,
          trail: [`user/${id}`],
          mayOpen: ({ permissions }) => permissions.has('user:review') || permissions.has(userPage[type]),
        },
      ]),
    );
  },

  async related(db, id) {
    const [applications, recharges, evidence, invoices] = await Promise.all([
      db
        .selectFrom('notarization_order')
        .select(['id', 'order_no'])
        .where('user_id', '=', id)
        .orderBy('id', 'desc')
        .limit(relatedMax)
        .execute(),
      db.selectFrom('recharge_order').select('order_no').where('user_id', '=', id).orderBy('id', 'desc').limit(relatedMax).execute(),
      db.selectFrom('evidence').select('number').where('user_id', '=', id).orderBy('id', 'desc').limit(relatedMax).execute(),
      db.selectFrom('invoice').select('id').where('user_id', '=', id).orderBy('id', 'desc').limit(relatedMax).execute(),
    ]);
    return [
      ...applications.map((row) => `application/${row.id}` as const),
      ...[...applications, ...recharges].map((row) => `order/${row.order_no}` as const),
      ...evidence.map((row) => `evidence/${row.number}` as const),
      ...invoices.map((row) => `invoice/${row.id}` as const),
    ];
  },
};
const relatedMax = 10;
