import type { PanelObject } from '../../../domain/business/trail/panel-object.ts';
import { evidenceFacts, mayViewFacts } from '../../desk/acceptors/evidence-rule.ts';
import type { Database } from '../../platform/db/database.ts';
import type { FoundReference, ReferenceRule } from '../../desk/references/reference.ts';

/** Evidence as notes and messages refer to it. Evidence collected online is also referred to as its capture or recording. */
export const evidenceReference: ReferenceRule = {
  kind: 'evidence',

  async find(db, numbers) {
    const found = await evidenceFacts(db, numbers);
    return new Map(
      found.map((facts): [string, FoundReference] => [
        facts.number,
        {
          label: `存证 ${facts.number}`,
          url: `/certificate/${facts.number}/${facts.user_id}`,
          trail: [`evidence/${facts.number}`, ...originOf(facts.kind, facts.number)],
          mayOpen: (viewer) => mayViewFacts(viewer, facts),
        },
      ]),
    );
  },

  related: (db, number) => belongingTo(db, number),
};

function originOf(kind: string, number: string): PanelObject[] {
  if (kind === 'web') return [`capture/${number}`];
  return kind === 'process' || kind === 'move' ? [`recording/${number}`] : [];
}

/** The owner of an evidence, and the applications that cover it with their orders and invoices, newest first. */
export async function belongingTo(db: Database, number: string): Promise<PanelObject[]> {
  const [owner, covering] = await Promise.all([
    db.selectFrom('evidence').select('user_id').where('number', '=', number).executeTakeFirst(),
    db
      .selectFrom('notarization_evidence')
      .innerJoin('evidence', 'evidence.id', 'evidence_id')
      .innerJoin('notarization_order as o', 'o.id', 'order_id')
      .select(['o.id', 'o.order_no', 'o.invoice_id'])
      .where('number', '=', number)
      .orderBy('o.id', 'desc')
      .limit(20)
      .execute(),
  ]);
  if (!owner) return [];
  const invoices = new Set(covering.flatMap(({ invoice_id: invoice }) => invoice ?? []));
  return [
    `user/${owner.user_id}`,
    ...covering.flatMap(({ id, order_no: order }) => [`application/${id}`, `order/${order}`] as const),
    ...[...invoices].map((invoice) => `invoice/${invoice}` as const),
  ];
}
