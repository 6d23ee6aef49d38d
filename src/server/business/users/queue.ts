import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { queueNeeds } from '../../../domain/business/access/queue-access.ts';
import type { QueueKind } from '../../../domain/business/codes/queues.ts';
import type { UserType } from '../../../domain/business/codes/users.ts';
import { casesAhead, nextCase } from '../../desk/claims/case-order.ts';
import { heldByOthers, isClaimable } from '../../desk/claims/store.ts';
import type { ClaimTerms } from '../../desk/claims/terms.ts';
import { identitySpellings } from '../../../domain/kit/text/identity-number.ts';
import { phoneNumber } from '../../../domain/kit/text/phone-number.ts';
import type { TimeRange } from '../../../domain/kit/text/time.ts';
import { spellingsOf } from '../../../domain/kit/text/typed.ts';
import { containsPattern, foldOf, foldWithoutHidden, isFolded } from '../../desk/lists/keyword.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Deps } from '../../custody/deps.ts';
import type { WorkQueue } from '../../desk/work.ts';
import type { Lists } from '../../desk/lists/pools.ts';
import { listTotal } from '../../desk/lists/total.ts';
import { claimReview, releaseReview, revokeReview } from './claim.ts';
import { userList } from './user-list.ts';

/** The four queues of user reviews, by the time of submission. A case is identified by its user, who has at most one pending submission. */
export function userQueues({ config, db, lists }: Pick<Deps, 'config' | 'db' | 'lists'>): WorkQueue[] {
  const terms = config.claims;
  return which.map(([name, type, kind]) => ({
    kind: name,
    needs: queueNeeds(name),
    count: () => countWaiting(lists, type, kind),
    ahead: ({ accountId }, id) => casesAhead(casesOf({ db, type, kind }, accountId, terms), id),
    held: ({ accountId }) =>
      heldByOthers(db, 'user', accountId, waiting({ db, type, kind }).select(['s.user_id as id', 's.name as title'])),
    next: ({ accountId }, place) => nextCase(casesOf({ db, type, kind }, accountId, terms), place),
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

function casesOf(of: Which, operatorId: string, terms: ClaimTerms) {
  const mayClaim = isClaimable(operatorId, 'user', sql.ref('s.user_id'), terms);
  return {
    db: of.db,
    cases: waiting(of).select(['s.user_id as id', 's.submitted_at as since', 's.id as tie', mayClaim.as('is_claimable')]),
    // A decided submission keeps its position, so that the one after it is found.
    placeOf: (userId: string) => sql`(select p.submitted_at, p.id from user_submission p
      where p.user_id = ${userId} and p.kind = ${of.kind} order by p.id desc limit 1)`,
  };
}

/** Selects waiting users by the list's filters. */
export interface ReviewFilters extends Omit<Which, 'db'> {
  readonly keyword: string;
  readonly registered?: TimeRange | undefined;
  readonly checked?: TimeRange | undefined;
}

/**
 * The user whose submission follows that of `after`, longest waiting first, under the filters. At the end it continues from the front, so
 * that there is always a next one. Cases that the operator cannot claim are skipped. Without `after`, the one that has waited longest.
 */
export async function nextUnder(
  db: Database,
  { type, kind, keyword, registered, checked }: ReviewFilters,
  operatorId: string,
  terms: ClaimTerms,
  after: string | undefined,
): Promise<string | undefined> {
  const all = casesOf({ db, type, kind }, operatorId, terms);
  const cases = all.cases
    .innerJoin('users as u', 'u.id', 's.user_id')
    .where((is) =>
      is.and([
        ...(registered ? [isWithin(sql.ref('u.registered_at'), registered)] : []),
        ...(checked ? [isWithin(sql.ref('u.checked_at'), checked)] : []),
        ...(keyword === '' ? [] : [holds(keyword)]),
      ]),
    );
  const behind = after === undefined ? undefined : await nextCase({ ...all, cases }, { behind: after });
  return behind ?? nextCase({ ...all, cases }, after === undefined ? {} : { except: after });
}

/** Whether the list finds the user `u` by the keyword. Few wait, so that their texts are read without an index. */
function holds(keyword: string): RawBuilder<SqlBool> {
  const spellings = spellingsOf(keyword);
  const papers = spellings.flatMap(identitySpellings);
  const folds = [...spellings.map(foldOf), foldWithoutHidden(keyword)].filter(({ pattern }) => pattern !== '%%');
  const phone = phoneNumber(keyword) ?? null;
  return sql<SqlBool>`(${sql.join(
    folds.map((fold) => isFolded(sql.ref('u.name'), fold)),
    sql` or `,
  )}
    or u.mobile like any (${spellings.map(containsPattern)}::text[]) or telephone_number(u.mobile) = ${phone}::text
    or u.id_card = any (${papers}::text[]) or u.tax_code = any (${papers}::text[]))`;
}

function isWithin(column: RawBuilder<unknown>, { from, until }: TimeRange) {
  return sql<SqlBool>`${column} >= ${from} and ${column} < ${until}`;
}
