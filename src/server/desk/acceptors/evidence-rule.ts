import { sql } from 'kysely';
import type { AnyEvidenceKind } from '../../../domain/business/codes/evidence.ts';
import type { UserType } from '../../../domain/business/codes/users.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/operator.ts';
import { maySee, pageOf } from './visibility.ts';

/** The facts that decide who may view an evidence. */
export interface EvidenceFacts {
  readonly number: string;
  readonly kind: AnyEvidenceKind;
  readonly type: UserType;
  readonly user_id: string;
  /** The acceptors of the applications that cover it; null for an application without one. */
  readonly acceptors: readonly (string | null)[];
}

/** The facts of the given numbers, in one query. Unknown numbers are omitted. */
export async function evidenceFacts(db: Database, numbers: readonly string[]): Promise<EvidenceFacts[]> {
  if (numbers.length === 0) return [];
  return db
    .selectFrom('evidence')
    .select(['number', 'kind', 'type', 'user_id'])
    .select(
      sql<(string | null)[]>`array(select distinct o.acceptor_id::text from notarization_evidence c
        join notarization_order o on o.id = c.order_id where c.evidence_id = evidence.id)`.as('acceptors'),
    )
    .where('number', 'in', [...numbers])
    .execute();
}

/** As `mayView`, for facts that were already read. */
export function mayViewFacts(viewer: Viewer, facts: EvidenceFacts): boolean {
  return viewer.permissions.has(pageOf(facts)) || facts.acceptors.some((acceptor) => maySee(viewer, acceptor));
}
