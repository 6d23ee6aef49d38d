import type { Insertable, Updateable } from 'kysely';
import type { ReviewChoice } from '../../domain/codes/users.ts';
import type { Tx } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

// What locks or changes users, their submissions, and the credentials of enterprises.
//
// Order of locks: the user, and nothing else by itself: submissions, check records and credentials are written while their user is locked.

/** The user, locked: a second submission or review waits here, and then sees what the first one left. */
export function lockUser(tx: Tx, userId: string) {
  return tx.selectFrom('users').selectAll().where('id', '=', userId).forUpdate().executeTakeFirst();
}

/** Whether the personal data of a user who is locked was erased, or is about to be: nothing personal comes in any more. */
export async function isErased(tx: Tx, userId: string): Promise<boolean> {
  const erasure = await tx
    .selectFrom('erasure')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['approved', 'erased', 'done'])
    .executeTakeFirst();
  return erasure !== undefined;
}

/** @returns the id; undefined where the mobile is taken for this type. */
export async function insertUser(tx: Tx, user: Insertable<Tables['users']>): Promise<string | undefined> {
  const created = await tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.columns(['type', 'mobile']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return created?.id;
}

/** Changes a user who is locked. */
export async function changeUser(tx: Tx, userId: string, values: Updateable<Tables['users']>): Promise<void> {
  await tx.updateTable('users').set(values).where('id', '=', userId).execute();
}

/** @returns the submission's id. */
export async function insertSubmission(tx: Tx, submission: Insertable<Tables['user_submission']>): Promise<string> {
  const { id } = await tx.insertInto('user_submission').values(submission).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The account that refused a user's last submission; null where it passed, or where there was none. */
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

/** What the reviewer was shown of the submission; undefined where they never saw its hints. Nobody else's are needed any more. */
export async function takeShownHints(
  tx: Tx,
  submissionId: string,
  verifier: { readonly id: string },
): Promise<readonly string[] | undefined> {
  const shown = await tx.deleteFrom('hint_shown').where('submission_id', '=', submissionId).returning(['account_id', 'hints']).execute();
  return shown.find(({ account_id }) => account_id === verifier.id)?.hints;
}

/** What waits for a decision. @param seenId of the submission that it has to be; undefined takes whichever waits. */
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

/** Decides a submission, and writes the record of its check. */
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

/** Who checked a user's last submission of that kind. */
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

/** Writes a sign-in down, and moves the user's last one on, never back. @returns its id; undefined where there is no such user. */
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

/** Calls a user's credentials by the name that a supplementary review verified, whether they are enabled or not. */
export async function renameCredential(tx: Tx, userId: string, name: string): Promise<void> {
  await tx.updateTable('credential').set({ name }).where('user_id', '=', userId).execute();
}
