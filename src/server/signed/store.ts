import { sql, type Insertable } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import { keptPlan } from '../db/plans/kept-plans.ts';
import type { Tables } from '../db/tables.ts';

// What remembers signed calls: their answers under a unique_id, and their nonces.
//
// Order of locks: the unique_id, by an advisory lock over client and id, before whatever the call itself locks. The batch of evidence takes
// the same lock (`evidence/intake/store`). Nonces are written, and forgotten, in transactions of their own.

/** Calls of one unique_id go through one after the other. @returns its client's state, and what is remembered under the id. */
export async function lockUniqueId(tx: Tx, appId: string, uniqueId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${appId}\n${uniqueId}`}, 0))`.execute(tx);
  return tx
    .selectFrom('credential')
    .leftJoin('intake_request', (join) => join.onRef('intake_request.app_id', '=', 'credential.app_id').on('unique_id', '=', uniqueId))
    .select(['status', 'fingerprint', 'answer'])
    .where('credential.app_id', '=', appId)
    .executeTakeFirst();
}

/** Remembers what a call was answered. Its unique_id is locked. */
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
 * A nonce serves once inside the window of the timestamp; older ones are forgotten, and a timestamp up to which that was done serves no
 * more. Its commit does not wait for the disk: the commit of whatever the request does comes later, and takes it there first. A loss of
 * power can lose the nonces of the last half second whose requests changed nothing.
 * @returns for each use, whether it is the first.
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
    on conflict do nothing returning app_id, nonce ${keptPlan}`.execute(db);
  const taken = new Set(rows.map(({ app_id, nonce }) => `${app_id} ${nonce}`));
  // Of two that came together with the same nonce one took it.
  return uses.map(({ appId, nonce }) => ({ status: 'fulfilled', value: taken.delete(`${appId} ${nonce}`) }));
}

/**
 * Forgets nonces whose timestamps no window takes any more, as the clock of this server says. Should the clock be wrong, and come back: up
 * to what is forgotten no timestamp is taken again (`useNonces`). That is written first, and committed, so that there is no moment at which
 * a nonce is neither known nor closed.
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

/** Twice the window to either side, for the clocks of other servers. */
const retentionSeconds = 1200;
