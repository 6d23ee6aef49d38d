import type { Database } from '../db/database.ts';

/** Everything the detail page shows of a user, or null when there is none. */
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
  const latest = submissions[0] ?? null;
  const waits = latest?.kind === 'repair' && latest.decision === null;
  const verified = waits ? (submissions.find((submission) => submission.decision === 'approve') ?? null) : null;
  return { user, latest, verified, checkRecords };
}
export type FoundUser = NonNullable<Awaited<ReturnType<typeof findUser>>>;
