import { sql, type Insertable, type Updateable } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

// Queries that lock or change a session's identity at the provider.
//
// Order of locks: the session, or its identity, or that of an account; never two of them.

export async function insertIdentity(tx: Tx, identity: Insertable<Tables['session_identity']>): Promise<void> {
  await tx.insertInto('session_identity').values(identity).execute();
}

/** Binds an account and an identity to each other, unless either is bound already. @returns whether they are now. */
export async function bindIdentity(tx: Tx, identity: Pick<Insertable<Tables['account_identity']>, 'account_id' | 'issuer' | 'subject'>) {
  await tx
    .insertInto('account_identity')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const bound = await tx
    .selectFrom('account_identity')
    .select('account_id')
    .where('account_id', '=', identity.account_id)
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirst();
  return bound !== undefined;
}

/** @returns false if the account was not bound. */
export async function unbindIdentity(tx: Tx, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('account_identity').where('account_id', '=', accountId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** @param checkSeconds how long the provider's last answer stays fresh. */
export function readIdentity(db: Database | Tx, hash: Buffer, checkSeconds: number) {
  return db
    .selectFrom('session_identity')
    .select([
      'issuer',
      'subject',
      'tokens',
      sql<boolean>`coalesce(expires_at < clock_timestamp() + interval '5 seconds', false)`.as('has_expired'),
      sql<boolean>`checked_at > clock_timestamp() - make_interval(secs => ${checkSeconds})`.as('is_fresh'),
    ])
    .where('token_hash', '=', hash)
    .executeTakeFirst();
}

/** Serialises token refreshes of a session. */
export async function lockIdentity(tx: Tx, hash: Buffer): Promise<void> {
  await tx.selectFrom('session_identity').select('token_hash').where('token_hash', '=', hash).forUpdate().execute();
}

export async function changeIdentity(tx: Tx, hash: Buffer, values: Updateable<Tables['session_identity']>): Promise<void> {
  await tx.updateTable('session_identity').set(values).where('token_hash', '=', hash).execute();
}

/** Records that the provider has just vouched for the session. */
export async function noteCheck(db: Database, hash: Buffer): Promise<void> {
  await db.updateTable('session_identity').set({ checked_at: sql<Date>`clock_timestamp()` }).where('token_hash', '=', hash).execute();
}

/** A session that has not ended, locked; undefined if no such session has this token. */
export function lockSessionOf(tx: Tx, hash: Buffer) {
  return tx
    .selectFrom('session')
    .select(['id', 'account_id'])
    .where('token_hash', '=', hash)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}
