import { bigintIds, type FoundReference, type ReferenceRule } from '../../desk/references/reference.ts';

/** Invoices, as notes and messages refer to them. */
export const invoiceReference: ReferenceRule = {
  kind: 'invoice',

  async find(db, given) {
    const ids = bigintIds(given);
    if (ids.length === 0) return new Map();
    const rows = await db.selectFrom('invoice').select('id').where('id', 'in', ids).execute();
    return new Map(
      rows.map(({ id }): [string, FoundReference] => [
        id,
        {
          label: `发票申请 ${id}`,
          url: `/money/invoice/invoiceDetail?id=${id}`,
          trail: [`invoice/${id}`],
          mayOpen: ({ permissions }) => permissions.has('finance:invoice'),
        },
      ]),
    );
  },

  async related(db, id) {
    const [invoice, applications, recharges, covered] = await Promise.all([
      db.selectFrom('invoice').select('user_id').where('id', '=', id).executeTakeFirst(),
      db.selectFrom('notarization_order').select(['id', 'order_no']).where('invoice_id', '=', id).orderBy('id').limit(20).execute(),
      db.selectFrom('recharge_order').select('order_no').where('invoice_id', '=', id).orderBy('id').limit(20).execute(),
      db
        .selectFrom('notarization_order as o')
        .innerJoin('notarization_evidence as n', 'n.order_id', 'o.id')
        .innerJoin('evidence as e', 'e.id', 'n.evidence_id')
        .select('e.number')
        .where('o.invoice_id', '=', id)
        .orderBy('o.id')
        .orderBy('n.position')
        .limit(20)
        .execute(),
    ]);
    if (!invoice) return [];
    return [
      `user/${invoice.user_id}`,
      ...applications.flatMap((order) => [`application/${order.id}`, `order/${order.order_no}`] as const),
      ...recharges.map((order) => `order/${order.order_no}` as const),
      ...covered.map(({ number: of }) => `evidence/${of}` as const),
    ];
  },
};
