import { sql, type Insertable, type Updateable } from 'kysely';
import type { ReviewChoice } from '../../../domain/business/codes/users.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { isSpelled } from '../../desk/lists/mobile-of-users.ts';

// Queries that lock or change users, their submissions, and the credentials of enterprises.
//
// Order of locks: the user only. Submissions, check records and credentials are written while their user is locked.

/**
 * The user, locked: a concurrent submission or review waits, and then sees the committed result. Rows that name the user are inserted
 * meanwhile (`for no key update`): some hold the balance then, and others wait for the balance after they have named the user.
 */
export function lockUser(tx: Tx, userId: string) {
  return tx.selectFrom('users').selectAll().where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();
}

/** Whether the personal data of a locked user were erased, or are about to be. No more personal data may then be stored. */
export async function isErased(tx: Tx, userId: string): Promise<boolean> {
  const erasure = await tx
    .selectFrom('erasure')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['approved', 'erased', 'done'])
    .executeTakeFirst();
  return erasure !== undefined;
}

/** @returns the id; undefined if the mobile is taken for this type, in whatever spelling. */
export async function insertUser(tx: Tx, user: Insertable<Tables['users']>): Promise<string | undefined> {
  const spelled = await tx
    .selectFrom('users')
    .select('id')
    .where('type', '=', user.type)
    .where(isSpelled(sql.ref('mobile'), sql`${user.mobile}::text`))
    .limit(1)
    .executeTakeFirst();
  if (spelled) return undefined;
  const created = await tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.columns(['type', 'mobile']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return created?.id;
}

/** Changes a locked user. */
export async function changeUser(tx: Tx, userId: string, values: Updateable<Tables['users']>): Promise<void> {
  await tx.updateTable('users').set(values).where('id', '=', userId).execute();
}

/** @param appId the client that hands it in, in whose turn its pictures are read. @returns the submission's id. */
export async function insertSubmission(tx: Tx, submission: Insertable<Tables['user_submission']>, appId: string): Promise<string> {
  const { id } = await tx.insertInto('user_submission').values(submission).returning('id').executeTakeFirstOrThrow();
  await tx.updateTable('submission_reading').set({ app_id: appId }).where('submission_id', '=', id).execute();
  return id;
}

/** The account that refused a user's last submission; null if it passed, or if there was none. */
export async function lastRefuser(tx: Tx, userId: string): Promise<string | null> {
  const last = await tx
    .selectFrom('check_record')
    .select(['result', 'verifier_id'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.result === 'failed' ? last.verifier_id : null;
}

/** The hints that the reviewer was shown; undefined if they saw none. Deletes those of all operators, because the review is over. */
export async function takeShownHints(
  tx: Tx,
  submissionId: string,
  verifier: { readonly id: string },
): Promise<readonly string[] | undefined> {
  const shown = await tx.deleteFrom('hint_shown').where('submission_id', '=', submissionId).returning(['account_id', 'hints']).execute();
  return shown.find(({ account_id }) => account_id === verifier.id)?.hints;
}

/** The pending submission. @param seenId the submission that it must be; undefined accepts any. */
export function waitingSubmission(tx: Tx, userId: string, kind: 'first' | 'repair', seenId: string | undefined) {
  return tx
    .selectFrom('user_submission')
    .select(['id', 'name', 'tax_number', 'id_card'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('decision', 'is', null)
    .$if(seenId !== undefined, (query) => query.where('id', '=', seenId ?? ''))
    .executeTakeFirst();
}

/** Decides a submission, and writes its check record. */
export async function decideSubmission(
  tx: Tx,
  submissionId: string,
  decision: ReviewChoice,
  record: Omit<Insertable<Tables['check_record']>, 'submission_id'>,
): Promise<void> {
  await tx.updateTable('user_submission').set({ decision }).where('id', '=', submissionId).execute();
  await tx
    .insertInto('check_record')
    .values({ ...record, submission_id: submissionId })
    .execute();
}

/** The account that last decided a user's submission of that kind. */
export async function lastVerifier(tx: Tx, userId: string, kind: 'first' | 'repair'): Promise<string | undefined> {
  const last = await tx
    .selectFrom('check_record')
    .innerJoin('user_submission', 'user_submission.id', 'submission_id')
    .select('verifier_id')
    .where('check_record.user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('check_record.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.verifier_id;
}

/** Records a sign-in, and moves the user's last sign-in forward, never back. @returns its id; undefined if there is no such user. */
export async function insertLogin(tx: Tx, login: Insertable<Tables['user_login']>): Promise<string | undefined> {
  const user = await tx
    .updateTable('users')
    .set((set) => ({ last_login_at: set.fn<Date>('greatest', ['last_login_at', set.val(login.login_time)]) }))
    .where('id', '=', login.user_id)
    .returning('id')
    .executeTakeFirst();
  if (!user) return undefined;
  const { id } = await tx.insertInto('user_login').values(login).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function insertCredential(tx: Tx, credential: Insertable<Tables['credential']>): Promise<void> {
  await tx.insertInto('credential').values(credential).execute();
}

/** Renames a user's credentials, enabled or not, to the name that a supplementary review verified. */
export async function renameCredential(tx: Tx, userId: string, name: string): Promise<void> {
  await tx.updateTable('credential').set({ name }).where('user_id', '=', userId).execute();
}
