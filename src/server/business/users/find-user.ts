import type { ReviewChoice } from '../../../domain/business/codes/users.ts';
import type { Database } from '../../platform/db/database.ts';

/** All data of a user's detail page, or null if the user does not exist. */
export async function findUser(db: Database, userId: string) {
  const user = await db
    .selectFrom('users')
    .leftJoin('credential', (join) => join.onRef('credential.user_id', '=', 'users.id').on('credential.status', '=', 'enabled'))
    .selectAll('users')
    .select(['credential.app_id', 'credential.security_key'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!user) return null;
  const [submissions, checkRecords] = await Promise.all([
    db.selectFrom('user_submission').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute(),
    db.selectFrom('check_record').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute(),
  ]);
  return { user, ...submissionsShown(submissions), checkRecords };
}
export type FoundUser = NonNullable<Awaited<ReturnType<typeof findUser>>>;

/**
 * The submissions to show, given newest first: the current one, the verified one beside a pending supplementary one, and a supplementary
 * one that was refused last. A refusal leaves the verified data unchanged (domain/user-review).
 */
function submissionsShown<Row extends { readonly kind: 'first' | 'repair'; readonly decision: ReviewChoice | null }>(
  submissions: readonly Row[],
) {
  const latest = submissions[0] ?? null;
  const verified = submissions.find((submission) => submission.decision === 'approve') ?? null;
  if (latest?.kind !== 'repair' || latest.decision === 'approve') return { submitted: latest, verified: null, refused: null };
  return latest.decision === null
    ? { submitted: latest, verified, refused: null }
    : { submitted: verified, verified: null, refused: latest };
}
