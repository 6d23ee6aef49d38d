import { userPage } from '../../domain/access/access.ts';
import { bigintIds, type FoundReference, type ReferenceRule } from '../references/reference.ts';

/** Users, as notes and messages refer to them. */
export const userReference: ReferenceRule = {
  kind: 'user',

  async find(db, given) {
    const ids = bigintIds(given);
    if (ids.length === 0) return new Map();
    const rows = await db.selectFrom('users').select(['id', 'type', 'name', 'mobile']).where('id', 'in', ids).execute();
    return new Map(
      rows.map(({ id, type, name, mobile }): [string, FoundReference] => [
        id,
        {
          label: `用户 ${name === '' ? mobile : name}`,
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
