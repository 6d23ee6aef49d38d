import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { UserType } from '../../domain/codes/users.ts';
import { identitySpellings } from '../../domain/text/identity-number.ts';
import { withoutMarks } from '../../domain/text/half-width.ts';
import { isLandline, isMobile, phoneNumber } from '../../domain/text/phone-number.ts';
import type { TimeRange } from '../../domain/text/time.ts';
import { spellingsOf, typedName } from '../../domain/text/typed.ts';
import { isFreeFor } from '../claims/store.ts';
import type { Database } from '../db/database.ts';
import { containsPattern, hiddenLetters } from '../lists/keyword.ts';

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
  if (keyword !== '') query = query.where(holds(keyword));
  const found = await query.orderBy('s.submitted_at').orderBy('s.id').limit(1).executeTakeFirst();
  return found?.id;
}

/** Whether the list finds the user `u` by the keyword. Few wait, so that their texts are read without an index. */
function holds(keyword: string): RawBuilder<SqlBool> {
  const patterns = spellingsOf(keyword).map(containsPattern);
  const papers = identitySpellings(keyword);
  const plain = containsPattern(withoutMarks(typedName(keyword)) || keyword);
  const number = phoneNumber(keyword) ?? '';
  const phone = isMobile(number) || isLandline(number) ? number : null;
  return sql<SqlBool>`(u.name ilike any (${patterns}::text[]) or u.mobile like any (${patterns}::text[])
    or translate(u.name, ${hiddenLetters}::text, '') ilike ${plain} or phone_key(u.mobile) = phone_key(${phone}::text)
    or u.id_card = any (${papers}::text[]) or u.tax_code = any (${papers}::text[]))`;
}
