import { sql, type SqlBool } from 'kysely';
import { queueNeeds } from '../../domain/access/queue-access.ts';
import type { QueueKind } from '../../domain/codes/queues.ts';
import type { UserType } from '../../domain/codes/users.ts';
import { heldByOthers, isClaimable } from '../claims/store.ts';
import type { ClaimTerms } from '../claims/terms.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../feature/deps.ts';
import type { WorkQueue } from '../feature/work.ts';
import type { Lists } from '../lists/pools.ts';
import { listTotal } from '../lists/total.ts';
import { claimReview, releaseReview, revokeReview } from './claim.ts';
import { userList } from './user-list.ts';

/** The four queues of user reviews, by the time of submission. A case is identified by its user, who has at most one pending submission. */
export function userQueues({ config, db, lists }: Pick<Deps, 'config' | 'db' | 'lists'>): WorkQueue[] {
  const terms = config.claims;
  return which.map(([name, type, kind]) => ({
    kind: name,
    needs: queueNeeds(name),
    count: () => countWaiting(lists, type, kind),
    ahead: (operator, id) => aheadOf({ db, terms, type, kind }, operator.accountId, id),
    held: (operator) =>
      heldByOthers(db, 'user', operator.accountId, waiting({ db, terms, type, kind }).select(['s.user_id as id', 's.name as title'])),
    next: (operator, place) => nextFree({ db, terms, type, kind }, operator.accountId, place),
    take: (_operator, actor, id) => claimReview(db, id, kind, terms, actor),
    release: (_operator, actor, id) => releaseReview(db, id, actor),
    revoke: (actor, id) => revokeReview(db, id, terms, actor),
  }));
}

const which = [
  ['enterprise', 'enterprise', 'first'],
  ['enterprise-repair', 'enterprise', 'repair'],
  ['individual', 'personal', 'first'],
  ['individual-repair', 'personal', 'repair'],
] as const satisfies readonly (readonly [QueueKind, UserType, Which['kind']])[];

interface Which {
  readonly db: Database;
  readonly terms: ClaimTerms;
  readonly type: UserType;
  readonly kind: 'first' | 'repair';
}

function countWaiting(lists: Lists, type: UserType, kind: Which['kind']): Promise<number> {
  return listTotal(lists, userList, kind === 'first' ? { type, status: 'pending' } : { type, awaits: 'supplementary' });
}

/** The kind is a literal in the SQL text, so that the partial index user_submission_waiting is used. */
function waiting({ db, type, kind }: Which) {
  return db
    .selectFrom('user_submission as s')
    .where('s.user_type', '=', type)
    .where('s.kind', '=', sql.lit(kind))
    .where('s.decision', 'is', null);
}

async function nextFree(
  of: Which,
  operatorId: string,
  { behind, except = behind }: { readonly behind?: string; readonly except?: string },
): Promise<string | undefined> {
  const found = await waiting(of)
    .select('s.user_id as id')
    .where(isClaimable(operatorId, 'user', sql.ref('s.user_id'), of.terms))
    .$if(except !== undefined, (query) => query.where('s.user_id', '!=', except ?? ''))
    // A decided submission keeps its position, so that the one after it is found.
    .$if(behind !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(s.submitted_at, s.id) > (select p.submitted_at, p.id from user_submission p
          where p.user_id = ${behind} and p.kind = ${of.kind} order by p.id desc limit 1)`,
      ),
    )
    .orderBy('s.submitted_at')
    .orderBy('s.id')
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

async function aheadOf(of: Which, operatorId: string, userId: string): Promise<number | null> {
  const place = await waiting(of).select('s.id').where('s.user_id', '=', userId).executeTakeFirst();
  if (!place) return null;
  const { ahead } = await waiting(of)
    .select(sql<number>`count(*)::int`.as('ahead'))
    .where(sql<SqlBool>`(s.submitted_at, s.id) < (select p.submitted_at, p.id from user_submission p where p.id = ${place.id})`)
    .where(isClaimable(operatorId, 'user', sql.ref('s.user_id'), of.terms))
    .executeTakeFirstOrThrow();
  return ahead;
}
