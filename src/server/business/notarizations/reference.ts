import { userType } from '../../../domain/business/codes/users.ts';
import type { NotarizationStatus } from '../../../domain/business/rules/notarization.ts';
import type { PanelObject } from '../../../domain/business/trail/panel-object.ts';
import { maySee } from '../../desk/acceptors/visibility.ts';
import type { Database } from '../../platform/db/database.ts';
import { bigintIds, type FoundReference, type ReferenceRule } from '../../desk/references/reference.ts';
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
          name: row.name,
          outcome: outcomes[row.status](row.verifier ?? ''),
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

const outcomes: Record<NotarizationStatus, (verifier: string) => string> = {
  pending: () => '',
  passed: (verifier) => `已由 ${verifier} 通过`,
  failed: (verifier) => `已由 ${verifier} 审核，不通过`,
  withdrawn: () => '申请人已撤回',
};

function ordersOf(db: Database, ids: readonly string[]) {
  return db
    .selectFrom('notarization_order')
    .select(['id', 'order_no', 'user_id', 'type', 'name', 'acceptor_id', 'status'])
    .select((is) =>
      is
        .selectFrom('notarization_check')
        .select('verifier')
        .whereRef('order_id', '=', 'notarization_order.id')
        .orderBy('id', 'desc')
        .limit(1)
        .as('verifier'),
    )
    .where('id', 'in', [...ids])
    .execute();
}
