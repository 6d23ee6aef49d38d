import { sql, type Insertable } from 'kysely';
import type { Pool } from 'pg';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { SessionEnd, Tables } from '../../platform/db/tables.ts';

// Queries that lock or change sessions and the secrets of one-time passwords.
//
// Order of locks: the account; its role; its sessions and its secret. A sign-in takes shared locks on the first two. Whoever changes the
// password or disables the account or role locks that row first and ends the sessions afterwards, so a session that begins meanwhile is not
// missed.

/** The fields that decide on a sign-in, locked (shared) until the commit. */
export function shareAccount(tx: Tx, id: string) {
  return tx.selectFrom('account').select(['password_hash', 'status', 'role_id']).where('id', '=', id).forShare().executeTakeFirst();
}

/** The role's status, locked like `shareAccount`. */
export function shareRole(tx: Tx, id: string) {
  return tx.selectFrom('role').select('status').where('id', '=', id).forShare().executeTakeFirstOrThrow();
}

/** @returns when it began, by the database clock that `validity` also uses. */
export async function insertSession(tx: Tx, session: Omit<Insertable<Tables['session']>, 'created_at' | 'last_seen_at'>): Promise<Date> {
  const now = sql<Date>`clock_timestamp()`;
  const times = { created_at: now, last_seen_at: now };
  const row = await tx
    .insertInto('session')
    .values({ ...session, ...times })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  return row.created_at;
}

/** Records activity in a session. Uses a prepared statement, because it runs during calls. */
export async function touchSession(pool: Pool, hash: Buffer): Promise<void> {
  await pool.query({
    name: 'session-touch',
    text: 'update session set last_seen_at = clock_timestamp() where token_hash = $1',
    values: [hash],
  });
}

/** A session that has not ended, locked; undefined if no such session has this id. */
export function lockSession(tx: Tx, id: string) {
  return tx
    .selectFrom('session')
    .select(['token_hash', 'ip'])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Ends one session by its hash, or all sessions of an account or a role. Their tokens then get 401, or 账号被禁用 while disabled. */
export async function endSessions(
  tx: Tx,
  which: { hash: Buffer } | { accountId: string } | { roleId: string },
  reason: SessionEnd,
): Promise<void> {
  const ended = tx.updateTable('session').set({ ended_at: new Date(), ended_reason: reason }).where('ended_at', 'is', null);
  if ('hash' in which) await ended.where('token_hash', '=', which.hash).execute();
  else if ('accountId' in which) await ended.where('account_id', '=', which.accountId).execute();
  else
    await ended.where('account_id', 'in', (from) => from.selectFrom('account').select('id').where('role_id', '=', which.roleId)).execute();
}

export async function deleteOldSessions(db: Database, seconds: number): Promise<void> {
  await db.deleteFrom('session').where('created_at', '<', sql<Date>`now() - make_interval(secs => ${seconds})`).execute();
}

/** Stores an account's secret, valid once it is confirmed. @returns false if one is already confirmed. */
export async function setSecret(db: Database | Tx, accountId: string, secret: Buffer): Promise<boolean> {
  const row = await db
    .insertInto('account_totp')
    .values({ account_id: accountId, secret, confirmed_at: null })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ secret }).where('account_totp.confirmed_at', 'is', null))
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Consumes the code of a time step, and confirms the secret. @returns false if this or a later step was used, or the secret changed. */
export async function takeStep(db: Database | Tx, accountId: string, secret: Buffer, step: number): Promise<boolean> {
  const used = await db
    .updateTable('account_totp')
    .set({ last_step: String(step), confirmed_at: sql<Date>`coalesce(confirmed_at, now())` })
    .where('account_id', '=', accountId)
    .where('secret', '=', secret)
    .where('last_step', '<', String(step))
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

/** @returns false if there was no confirmed secret. */
export async function removeSecret(tx: Tx, accountId: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('account_totp')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
}
