import { sql, type SqlBool } from 'kysely';
import type { UserType } from '../../domain/codes/users.ts';
import { identitySpellings } from '../../domain/text/identity-number.ts';
import type { TimeRange } from '../../domain/text/time.ts';
import { isFreeFor } from '../claims/store.ts';
import type { Database } from '../db/database.ts';
import { containsPattern } from '../lists/keyword.ts';

/** Selects pending submissions by the list's filters. */
export interface Queue {
  readonly type: UserType;
  readonly kind: 'first' | 'repair';
  readonly keyword: string;
  readonly registered?: TimeRange | undefined;
  readonly checked?: TimeRange | undefined;
}

/**
 * The user whose submission follows that of `after`, longest waiting first. At the end it continues from the front, so that there is always
 * a next one. Submissions claimed by other operators are skipped. Without `after`, the one that has waited longest. Undefined if no other
 * submission is pending.
 */
export async function nextWaiting(db: Database, queue: Queue, operatorId: string, after: string | undefined): Promise<string | undefined> {
  if (after === undefined) return first(db, queue, operatorId);
  // A decided submission keeps its position, so that the one after it is found.
  const place = sql<SqlBool>`(s.submitted_at, s.id) > (select p.submitted_at, p.id from user_submission p
    where p.user_id = ${after} and p.kind = ${queue.kind} order by p.id desc limit 1)`;
  return (await first(db, queue, operatorId, after, place)) ?? first(db, queue, operatorId, after);
}

async function first(
  db: Database,
  { type, kind, keyword, registered, checked }: Queue,
  operatorId: string,
  except?: string,
  place?: ReturnType<typeof sql<SqlBool>>,
): Promise<string | undefined> {
  // The kind is a literal in the SQL text, so that the partial index user_submission_waiting is used.
  let query = db
    .selectFrom('user_submission as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('s.user_id as id')
    .where('s.user_type', '=', type)
    .where('s.kind', '=', sql.lit(kind))
    .where('s.decision', 'is', null)
    .where(isFreeFor(operatorId, 'user', sql.ref('s.user_id')));
  if (except !== undefined) query = query.where('s.user_id', '!=', except);
  if (place) query = query.where(place);
  if (registered) query = query.where('u.registered_at', '>=', registered.from).where('u.registered_at', '<', registered.until);
  if (checked) query = query.where('u.checked_at', '>=', checked.from).where('u.checked_at', '<', checked.until);
  const papers = identitySpellings(keyword);
  if (keyword !== '')
    query = query.where((is) =>
      is.or([
        is('u.name', 'ilike', containsPattern(keyword)),
        is('u.mobile', 'like', containsPattern(keyword)),
        ...(papers.length > 0 ? [is('u.id_card', 'in', papers), is('u.tax_code', 'in', papers)] : []),
      ]),
    );
  const found = await query.orderBy('s.submitted_at').orderBy('s.id').limit(1).executeTakeFirst();
  return found?.id;
}
