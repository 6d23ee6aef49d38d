import type { FoundReference, ReferenceRule } from '../references/reference.ts';

/** Orders by their number, as notes and messages refer to them; they have a row in a list and no page of their own. */
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
    const pages = [
      { rows: applications, path: '/money/just', permission: 'finance:order' },
      { rows: charges, path: '/money/customer', permission: 'finance:charge' },
    ] as const;
    return new Map(
      pages.flatMap(({ rows, path, permission }) =>
        rows.map(({ order_no: number }): [string, FoundReference] => [
          number,
          {
            label: `订单 ${number}`,
            url: `${path}?keyword=${encodeURIComponent(number)}`,
            trail: [`order/${number}`],
            mayOpen: ({ permissions }) => permissions.has(permission),
          },
        ]),
      ),
    );
  },

  async related(db, number) {
    const [application, charge] = await Promise.all([
      db.selectFrom('notarization_order').select(['id', 'user_id', 'invoice_id']).where('order_no', '=', number).executeTakeFirst(),
      db.selectFrom('charge_order').select('user_id').where('order_no', '=', number).executeTakeFirst(),
    ]);
    const invoice = application?.invoice_id ?? null;
    return [
      ...(application ? ([`user/${application.user_id}`, `application/${application.id}`] as const) : []),
      ...(charge ? [`user/${charge.user_id}` as const] : []),
      ...(invoice === null ? [] : [`invoice/${invoice}` as const]),
    ];
  },
};
