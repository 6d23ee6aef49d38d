import { sql } from 'kysely';
import { evidencePage, onlinePage } from '../../../contract/console/evidence.ts';
import type { Permission } from '../../../domain/business/access/access.ts';
import type { AnyEvidenceKind } from '../../../domain/business/codes/evidence.ts';
import { onlineKind } from '../../../domain/business/codes/online-evidence.ts';
import type { UserType } from '../../../domain/business/codes/users.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/operator.ts';
import { scopeOf } from './scope.ts';

/**
 * Which of these evidence numbers an operator may view: those on a list page for which they have the permission, and those covered by an
 * application that they may see. This is the only rule for viewing, playing, downloading, batches, histories, and the links to all of them
 * (spec/wire, 5). Unknown numbers are omitted.
 */
export async function viewableOf(db: Database, viewer: Viewer, numbers: readonly string[]): Promise<ReadonlySet<string>> {
  if (numbers.length === 0) return new Set();
  const found = await db
    .selectFrom('evidence')
    .select(['number', 'kind', 'type', isCovered(viewer).as('is_covered')])
    .where('number', 'in', [...numbers])
    .execute();
  return new Set(found.filter((evidence) => evidence.is_covered || viewer.permissions.has(pageOf(evidence))).map(({ number }) => number));
}

/** Whether an operator may view one evidence. */
export async function mayView(db: Database, viewer: Viewer, number: string): Promise<boolean> {
  return (await viewableOf(db, viewer, [number])).has(number);
}

/** Whether an operator may see an application: they need its page and, if node 37 restricts them, must be its acceptor. */
export async function maySeeApplication(db: Database, viewer: Viewer, orderId: string): Promise<boolean> {
  if (!viewer.permissions.has('notarization:list')) return false;
  const found = await db.selectFrom('notarization_order').select('acceptor_id').where('id', '=', orderId).executeTakeFirst();
  return found !== undefined && maySee(viewer, found.acceptor_id);
}

/** As `maySeeApplication`, for an application that was already read. @param acceptorId null if it has no acceptor. */
export function maySee(viewer: Viewer, acceptorId: string | null): boolean {
  if (!viewer.permissions.has('notarization:list')) return false;
  const scope = scopeOf(viewer);
  return scope === null || scope === acceptorId;
}

/** The page that lists an evidence: by kind for online evidence, else by its owner's type. */
export function pageOf({ kind, type }: { readonly kind: AnyEvidenceKind; readonly type: UserType }): Permission {
  const online = onlineKind.names.find((name) => name === kind);
  return online ? onlinePage[online] : evidencePage[type];
}

/** SQL: whether an application that the operator may see covers the row's evidence. */
function isCovered(viewer: Viewer) {
  if (!viewer.permissions.has('notarization:list')) return sql<boolean>`false`;
  const scope = scopeOf(viewer);
  const within = scope === null ? sql`` : sql`and o.acceptor_id = ${scope}`;
  return sql<boolean>`exists (select from notarization_evidence c join notarization_order o on o.id = c.order_id
    where c.evidence_id = evidence.id ${within})`;
}
