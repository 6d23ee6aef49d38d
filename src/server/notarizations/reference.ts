import { userType } from '../../domain/codes/users.ts';
import { shownStatus } from '../../domain/rules/notarization.ts';
import type { PanelObject } from '../../domain/trail/panel-object.ts';
import { maySee } from '../acceptors/visibility.ts';
import type { Database } from '../db/database.ts';
import { bigintIds, type FoundReference, type ReferenceRule } from '../references/reference.ts';
import { firstNumbers } from './find-application.ts';

/** Applications, as notes and messages refer to them. */
export const applicationReference: ReferenceRule = {
  kind: 'application',

  async find(db, given) {
    const ids = bigintIds(given);
    if (ids.length === 0) return new Map();
    const [rows, numbers] = await Promise.all([ordersOf(db, ids), firstNumbers(db, ids)]);
    return new Map(
      rows.map((row): [string, FoundReference] => [
        row.id,
        {
          label: `出证申请 ${row.order_no}`,
          isDone: shownStatus[row.status] !== 'waiting',
          url: `/evidence/results/${row.user_id}/${numbers.get(row.id) ?? ''}/${row.id}/${userType.code(row.type)}`,
          trail: [`application/${row.id}`, `order/${row.order_no}`],
          mayOpen: (viewer) => maySee(viewer, row.acceptor_id),
        },
      ]),
    );
  },

  async related(db, id) {
    const [order, covered] = await Promise.all([
      db.selectFrom('notarization_order').select(['user_id', 'order_no', 'invoice_id']).where('id', '=', id).executeTakeFirst(),
      db
        .selectFrom('notarization_evidence')
        .innerJoin('evidence', 'evidence.id', 'evidence_id')
        .select('number')
        .where('order_id', '=', id)
        .orderBy('position')
        .execute(),
    ]);
    if (!order) return [];
    const invoice: PanelObject[] = order.invoice_id === null ? [] : [`invoice/${order.invoice_id}`];
    return [`user/${order.user_id}`, `order/${order.order_no}`, ...invoice, ...covered.map(({ number }) => `evidence/${number}` as const)];
  },

  async documents(db, given) {
    const ids = bigintIds(given);
    if (ids.length === 0) return [];
    return db.selectFrom('notarial_document').select(['order_id as id', 'number']).where('order_id', 'in', ids).orderBy('id').execute();
  },
};

function ordersOf(db: Database, ids: readonly string[]) {
  return db
    .selectFrom('notarization_order')
    .select(['id', 'order_no', 'user_id', 'type', 'acceptor_id', 'status'])
    .where('id', 'in', [...ids])
    .execute();
}
