import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { Database } from '../../platform/db/database.ts';

/** The waiting cases of one queue, as one operator may see them. They are decided in the order of `since` and `tie`. */
export interface WaitingCases<DB, Joined extends keyof DB> {
  readonly db: Database;
  readonly cases: SelectQueryBuilder<DB, Joined, WaitingCase>;
  /** A subquery for `since` and `tie` of a case, which may be decided by now. */
  placeOf(id: string): RawBuilder<unknown>;
}
interface WaitingCase {
  readonly id: string;
  readonly since: Date | null;
  /** Unique. */
  readonly tie: string;
  /** Whether the operator may claim it. */
  readonly is_claimable: SqlBool;
}

/** The first case that the operator may claim: of all, or after case `behind`; never case `except`. */
export async function nextCase<DB, Joined extends keyof DB>(
  { db, cases, placeOf }: WaitingCases<DB, Joined>,
  { behind, except = behind }: { readonly behind?: string; readonly except?: string },
): Promise<string | undefined> {
  const found = await db
    .selectFrom(cases.as('w'))
    .select('w.id')
    .where('w.is_claimable', '=', true)
    .$if(except !== undefined, (query) => query.where('w.id', '!=', except ?? ''))
    .$if(behind !== undefined, (query) => query.where(sql<SqlBool>`(w.since, w.tie) > ${placeOf(behind ?? '')}`))
    .orderBy('w.since')
    .orderBy('w.tie')
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

/** How many cases that the operator may claim come before a case; null if the case does not wait. */
export async function casesAhead<DB, Joined extends keyof DB>(
  { db, cases, placeOf }: WaitingCases<DB, Joined>,
  id: string,
): Promise<number | null> {
  const { ahead } = (await db
    .selectFrom(cases.as('own'))
    .select(
      db
        .selectFrom(cases.as('w'))
        .select(sql<number>`count(*)::int`.as('count'))
        .where('w.is_claimable', '=', true)
        .where(sql<SqlBool>`(w.since, w.tie) < ${placeOf(id)}`)
        .as('ahead'),
    )
    .where('own.id', '=', id)
    .executeTakeFirst()) ?? { ahead: null };
  return ahead;
}
