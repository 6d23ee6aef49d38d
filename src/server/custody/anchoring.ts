import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { Chain, MinedTransaction } from './chain.ts';

/**
 * Takes the newest checkpoint's root to a chain, one step a turn: sign and store, send, wait until enough blocks confirm it. The signed transaction is stored
 * before it is sent, so that a server that dies, or a node that answers late or never, leads to the same transaction again and not to a second one.
 * @returns the size of the checkpoint whose anchor was completed by this turn, or null. @throws what the node did, after it is noted on the row.
 */
export async function anchorCheckpoint(db: Database, chain: Chain, confirmations: number): Promise<string | null> {
  const claim = await claimAnchor(db);
  if (!claim) return null;
  try {
    const sent = claim.txHash === null ? await signAndStore(db, chain, claim) : claim;
    const mined = await carry(db, chain, sent);
    const isDone = mined !== null && mined.confirmations >= BigInt(confirmations);
    await (isDone ? complete(db, claim.size, mined) : postpone(db, claim, pollSeconds, null));
    return isDone ? claim.size : null;
  } catch (error) {
    await postpone(db, claim, Math.min(longestSeconds, 5 * 2 ** Math.min(claim.attempts - 1, 20)), error);
    throw error;
  }
}

interface Claim {
  readonly size: string;
  readonly root: Buffer;
  readonly attempts: number;
  readonly rawTx: string | null;
  readonly txHash: string | null;
  /** Sent long ago and in no block: the fee was too low, or the node forgot it. */
  readonly isStale: boolean;
}

/** A lease, as with timestamps: nothing is locked while the node thinks. */
async function claimAnchor(db: Database): Promise<Claim | null> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${anchorLock})`.execute(tx);
    await chooseCheckpoint(tx);
    const { rows } = await sql<Claim>`
      update log_anchor a set attempts = attempts + 1, next_at = now() + make_interval(secs => ${leaseSeconds})
        from log_checkpoint c
       where a.state <> 'done' and c.size = a.checkpoint_size and (next_at <= now() or next_at > now() + make_interval(secs => ${longestSeconds + leaseSeconds}))
      returning c.size, c.root, a.attempts, a.raw_tx as "rawTx", a.tx_hash as "txHash", coalesce(a.sent_at < now() - make_interval(secs => ${staleSeconds}), false) as "isStale"`.execute(tx);
    return rows[0] ?? null;
  });
}

async function chooseCheckpoint(tx: Tx): Promise<void> {
  const open = await tx.selectFrom('log_anchor').select('checkpoint_size').where('state', '<>', 'done').executeTakeFirst();
  if (open) return;
  const newest = await tx.selectFrom('log_checkpoint').select('size').orderBy('size', 'desc').limit(1).executeTakeFirst();
  if (newest) await tx.insertInto('log_anchor').values({ checkpoint_size: newest.size }).onConflict((conflict) => conflict.doNothing()).execute();
}

async function signAndStore(db: Database, chain: Chain, claim: Claim): Promise<Claim> {
  const { raw, hash, chainId } = await chain.sign(claim.root, claim.isStale ? claim.rawTx : null);
  const { numUpdatedRows } = await db
    .updateTable('log_anchor')
    .set({ state: 'sent', raw_tx: raw, tx_hash: hash, chain_id: String(chainId), sent_at: sql<Date>`now()` })
    .where('checkpoint_size', '=', claim.size)
    // Two servers may sign when a lease runs out; the transaction of the first is the one that is sent.
    .where((row) => row.or([row('tx_hash', 'is', null), row('tx_hash', '=', claim.txHash)]))
    .where('state', '<>', 'done')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Error('another server has signed meanwhile');
  return { ...claim, rawTx: raw, txHash: hash, isStale: false };
}

/** Looks for the transaction, and sends it (again) while no block holds it. */
async function carry(db: Database, chain: Chain, claim: Claim): Promise<MinedTransaction | null> {
  const { rawTx, txHash, root } = claim;
  if (rawTx === null || txHash === null) throw new Error('the anchor was not signed');
  const found = await chain.find(txHash, root);
  if (found) return found;
  if (claim.isStale) return carry(db, chain, await signAndStore(db, chain, claim));
  if ((await chain.send(rawTx)) === 'taken') return null;
  // Mined since we looked; or the nonce went to a transaction that somebody sent with our key, and this one can never be mined.
  const late = await chain.find(txHash, root);
  if (!late) await signAndStore(db, chain, claim);
  return late;
}

async function complete(db: Database, size: string, { hash, blockHeight, chainTime }: MinedTransaction): Promise<void> {
  await db
    .updateTable('log_anchor')
    .set({ state: 'done', block_height: String(blockHeight), chain_time: chainTime, last_error: null, failing_since: null })
    .where('checkpoint_size', '=', size)
    .where('tx_hash', '=', hash)
    .where('state', '<>', 'done')
    .execute();
}

async function postpone(db: Database, { size }: Claim, seconds: number, error: unknown): Promise<void> {
  await db
    .updateTable('log_anchor')
    .set({
      // What waits for blocks has not failed: the next failure begins with a short wait again.
      ...(error === null ? { attempts: 0, last_error: null, failing_since: null } : { last_error: (error instanceof Error ? error.message : String(error)).slice(0, 500), failing_since: sql<Date>`coalesce(failing_since, now())` }),
      next_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .where('checkpoint_size', '=', size)
    .where('state', '<>', 'done')
    .execute();
}

const anchorLock = 7_240_006;
/** Longer than all the node's answers of one turn may take. */
const leaseSeconds = 120;
const pollSeconds = 2;
const longestSeconds = 600;
const staleSeconds = 900;
