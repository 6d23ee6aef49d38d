import { sql, type Insertable } from 'kysely';
import type { EnabledStatus } from '../../../domain/business/codes/access.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

// Queries that lock or change clients of the open API.
//
// Order of locks: the client only. A review of an enterprise locks its user first (`users/store`); acts on a client never do.

/** A client, locked. */
export function lockClient(tx: Tx, by: { readonly appId: string } | { readonly userId: string }) {
  const [column, value] = 'appId' in by ? (['app_id', by.appId] as const) : (['user_id', by.userId] as const);
  return tx
    .selectFrom('credential')
    .select(['app_id', 'kind', 'user_id', 'name', 'status', 'security_key', 'previous_until'])
    .where(column, '=', value)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
export type LockedClient = NonNullable<Awaited<ReturnType<typeof lockClient>>>;

export async function insertClient(tx: Tx, client: Insertable<Tables['credential']>): Promise<void> {
  await tx.insertInto('credential').values(client).execute();
}

export async function changeClientStatus(tx: Tx, appId: string, from: EnabledStatus, to: EnabledStatus): Promise<void> {
  await tx.updateTable('credential').set({ status: to }).where('app_id', '=', appId).where('status', '=', from).execute();
}

/** Replaces a client's key; the current one stays valid for `overlapHours`. @returns until when. */
export async function replaceKey(tx: Tx, { app_id, security_key }: LockedClient, key: string, overlapHours: number): Promise<Date> {
  const { previous_until: until } = await tx
    .updateTable('credential')
    .set({
      security_key: key,
      previous_key: security_key,
      previous_until: sql<Date>`now() + make_interval(hours => ${overlapHours})`,
    })
    .where('app_id', '=', app_id)
    .where('security_key', '=', security_key)
    .returning('previous_until')
    .executeTakeFirstOrThrow();
  if (until === null) throw new Error('a key was replaced without an end of the old one');
  return until;
}

/** Deletes replaced keys whose overlap has ended. */
export async function forgetPreviousKeys(db: Database): Promise<void> {
  await db
    .updateTable('credential')
    .set({ previous_key: null, previous_until: null })
    .where('previous_until', '<', sql<Date>`now()`)
    .execute();
}
