import { sql, type Insertable } from 'kysely';
import type { Withdrawal } from '../../../domain/proof/platform/credential.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { locks } from '../../platform/db/locks.ts';
import type { Tables } from '../../platform/db/tables.ts';

// Queries that lock or change credentials of the office.
//
// Order of locks: all changes of credentials, by an advisory lock; then the credential. Log entries follow, and messages last.

/** Serialises changes until the transaction's end, so that each list in the log contains all earlier changes. */
export async function lockCredentials(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks.officeCredentials})`.execute(tx);
}

export async function insertCredential(tx: Tx, credential: Insertable<Tables['office_credential']>): Promise<string> {
  const { id } = await tx.insertInto('office_credential').values(credential).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function changeToWithdrawn(tx: Tx, id: string, { at, reason }: Withdrawal): Promise<void> {
  await tx
    .updateTable('office_credential')
    .set({ withdrawn_at: new Date(at), withdrawn_reason: reason })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .execute();
}

export async function insertList(tx: Tx, logEntry: string, listedAt: Date): Promise<void> {
  await tx.insertInto('office_credential_list').values({ log_entry: logEntry, listed_at: listedAt }).execute();
}

/** Marks valid credentials that end by a day and were not announced yet. @returns their ids. */
export async function markAnnounced(tx: Tx | Database, until: string): Promise<string[]> {
  const announced = await tx
    .updateTable('office_credential as ending')
    .set({ told_at: sql<Date>`clock_timestamp()` })
    .where('told_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('valid_until', '<=', sql<Date>`${until}::date`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('office_credential as next').select('next.id').whereRef('next.replaces', '=', 'ending.id'))),
    )
    .returning('id')
    .execute();
  return announced.map(({ id }) => id);
}
