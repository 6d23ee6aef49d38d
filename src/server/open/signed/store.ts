import { sql, type Insertable } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import { preparedPlan } from '../../platform/db/plans/prepared-plans.ts';
import type { Tables } from '../../platform/db/tables.ts';

// All SQL that records signed calls: their answers under a unique_id, and their nonces.
//
// Order of locks: the unique_id, by an advisory lock over client and unique_id, before whatever the call itself locks. The batch of
// evidence takes the same lock (`evidence/intake/store`). Nonces are written and deleted in transactions of their own.

/** Serialises calls with one unique_id. @returns the client's status, and the stored fingerprint and answer, null if there are none. */
export async function lockUniqueId(tx: Tx, appId: string, uniqueId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${appId}\n${uniqueId}`}, 0))`.execute(tx);
  return tx
    .selectFrom('credential')
    .leftJoin('intake_request', (join) => join.onRef('intake_request.app_id', '=', 'credential.app_id').on('unique_id', '=', uniqueId))
    .select(['status', 'fingerprint', 'answer'])
    .where('credential.app_id', '=', appId)
    .executeTakeFirst();
}

/** Stores the answer of a call. The caller has locked its unique_id. */
export async function insertAnswer(tx: Tx, answered: Insertable<Tables['intake_request']>): Promise<void> {
  await tx.insertInto('intake_request').values(answered).execute();
}

export interface NonceUse {
  readonly appId: string;
  readonly nonce: string;
  /** Unix seconds, as signed. */
  readonly timestamp: number;
}

/**
 * Records nonces. A nonce may be used once within the window of its timestamp. Older nonces are deleted, and timestamps up to which that
 * was done are no longer accepted. The commit does not wait for the disk: the later commit of the request's own work also flushes this
 * one. A power failure can lose nonces of the last half second, but only of requests that changed nothing.
 * @returns for each use, whether it is the first and its timestamp is still accepted.
 */
export async function useNonces(db: Database, uses: readonly NonceUse[]): Promise<PromiseSettledResult<boolean>[]> {
  const { rows } = await sql<{ app_id: string; nonce: string }>`
    insert into intake_nonce (app_id, nonce, signed_at)
    select given.*
     from unnest(
       ${uses.map(({ appId }) => appId)}::text[], ${uses.map(({ nonce }) => nonce)}::text[],
       ${uses.map(({ timestamp }) => timestamp)}::bigint[]
     ) given (app_id, nonce, signed_at)
     cross join (select set_config('synchronous_commit', 'off', true)) of_this_statement
     where not exists (select from intake_nonce_over o where o.hour = given.signed_at / 3600 and o.newest >= given.signed_at)
     order by 1, 2
    on conflict do nothing returning app_id, nonce ${preparedPlan}`.execute(db);
  const taken = new Set(rows.map(({ app_id, nonce }) => `${app_id} ${nonce}`));
  // `delete`, because of two uses of one nonce in the same batch only the first one may succeed.
  return uses.map(({ appId, nonce }) => ({ status: 'fulfilled', value: taken.delete(`${appId} ${nonce}`) }));
}

/**
 * Deletes nonces whose timestamps are outside every window, by this server's clock. In case the clock is wrong and is set back later, the
 * newest deleted timestamp is recorded, and no timestamp up to it is accepted again (`useNonces`). This is committed before the deletion,
 * so that at any moment a nonce is either known or its timestamp refused.
 */
export async function forgetNonces(db: Database, now: Date): Promise<void> {
  const before = Math.floor(now.getTime() / 1000) - retentionSeconds;
  await sql`
    insert into intake_nonce_over as known (hour, newest)
    select signed_at / 3600, max(signed_at) from intake_nonce where signed_at < ${before} group by 1
    on conflict (hour) do update set newest = greatest(known.newest, excluded.newest)`.execute(db);
  await sql`
    delete from intake_nonce n using intake_nonce_over o
     where n.signed_at < ${before} and o.hour = n.signed_at / 3600 and n.signed_at <= o.newest`.execute(db);
}

/** Twice the window in both directions, to allow for other servers' clocks. */
const retentionSeconds = 1200;
