import type { FoundReference, ReferenceRule } from '../../desk/references/reference.ts';

/** Orders by their number, as notes and messages refer to them. */
export const orderReference: ReferenceRule = {
  kind: 'order',

  async find(db, numbers) {
    const [applications, charges] = await Promise.all([
      db
        .selectFrom('notarization_order')
        .select('order_no')
        .where('order_no', 'in', [...numbers])
        .execute(),
      db
        .selectFrom('charge_order')
        .select('order_no')
        .where('order_no', 'in', [...numbers])
        .execute(),
    ]);
    const kinds = [
      { rows: applications, permission: 'finance:order' },
      { rows: charges, permission: 'finance:charge' },
    ] as const;
    return new Map(
      kinds.flatMap(({ rows, permission }) =>
        rows.map(({ order_no: number }): [string, FoundReference] => [
          number,
          {
            label: `订单 ${number}`,
            url: `/money/order/${encodeURIComponent(number)}`,
            trail: [`order/${number}`],
            mayOpen: ({ permissions }) => permissions.has(permission),
          },
        ]),
      ),
    );
  },

  async related(db, number) {
    const [application, charge, recharge, covered] = await Promise.all([
      db.selectFrom('notarization_order').select(['id', 'user_id', 'invoice_id']).where('order_no', '=', number).executeTakeFirst(),
      db.selectFrom('charge_order').select('user_id').where('order_no', '=', number).executeTakeFirst(),
      db.selectFrom('recharge_order').select('invoice_id').where('order_no', '=', number).executeTakeFirst(),
      db
        .selectFrom('notarization_order as o')
        .innerJoin('notarization_evidence as n', 'n.order_id', 'o.id')
        .innerJoin('evidence as e', 'e.id', 'n.evidence_id')
        .select('e.number')
        .where('o.order_no', '=', number)
        .orderBy('n.position')
        .execute(),
    ]);
    const invoice = application?.invoice_id ?? recharge?.invoice_id ?? null;
    return [
      ...(application ? ([`user/${application.user_id}`, `application/${application.id}`] as const) : []),
      ...(charge ? [`user/${charge.user_id}` as const] : []),
      ...(invoice === null ? [] : [`invoice/${invoice}` as const]),
      ...covered.map(({ number: of }) => `evidence/${of}` as const),
    ];
  },
};
