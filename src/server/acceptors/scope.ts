import type { Database, Tx } from '../db/database.ts';
import { isSuper, type Operator } from '../session/operator.ts';

/** The account whose applications an operator is narrowed to by node 37: his own; null where he sees all. */
export function scopeOf(operator: Operator): string | null {
  return operator.permissions.has('data:own') && !isSuper(operator) ? operator.accountId : null;
}

/** Whether an evidence belongs to an application that the operator may see (wire, section 5, saveDataDetail). */
export async function seesThroughApplication(db: Database | Tx, operator: Operator, evidenceId: string): Promise<boolean> {
  if (!operator.permissions.has('notarization:list')) return false;
  const scope = scopeOf(operator);
  const found = await db
    .selectFrom('notarization_evidence')
    .innerJoin('notarization_order', 'notarization_order.id', 'order_id')
    .select('order_id')
    .where('evidence_id', '=', evidenceId)
    .$if(scope !== null, (query) => query.where('acceptor_id', '=', scope))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
