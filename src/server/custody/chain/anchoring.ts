import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import { isFree, leaseEnd } from '../../platform/db/lease.ts';
import { locks } from '../../platform/db/locks.ts';
import { emitAnchored } from '../../desk/events/anchored-store.ts';
import { recordTrail, type Actor } from '../../desk/trail/trail.ts';
import { ChainError, type Chain, type MinedTransaction } from './chain.ts';

export interface AnchorPace {
  /** Number of blocks, including the transaction's own, that make an anchor final. */
  readonly confirmations: number;
  /** Transactions cost money: a new anchor starts no sooner than this after the end of the last one, whichever server made it. */
  readonly intervalSeconds: number;
  /** Whether evidence also waits for a timestamp. */
  readonly awaitsTimestamp?: boolean;
}

/**
 * Anchors the newest checkpoint's root on a chain, one step per run: sign and store, send, wait for enough confirmations. The signed
 * transaction is stored before it is sent. So after a crash of the server, or a late or missing answer of the node, the same transaction is
 * sent again and not a second one.
 * @returns the size of the checkpoint whose anchor this run completed, or null.
 * @throws the node's error, after recording it on the row; ChainError if the transaction failed on the chain, which ends this anchor, and
 * the next checkpoint follows.
 */
export async function anchorCheckpoint(
  db: Database,
  chain: Chain,
  { confirmations, intervalSeconds, awaitsTimestamp = false }: AnchorPace,
): Promise<string | null> {
  const claim = await claimAnchor(db, intervalSeconds);
  if (!claim) return null;
  const mined = await take(db, chain, claim).catch(async (error: unknown) => {
    await postpone(db, claim, Math.min(longestSeconds, 5 * 2 ** Math.min(claim.attempts - 1, 20)), error);
    throw error;
  });
  // Too few blocks decide nothing, not even a failure: the chain may still revert them.
  if (!mined || mined.confirmations < BigInt(confirmations)) {
    await postpone(db, claim, pollSeconds, null);
    return null;
  }
  const hasEnded = await end(db, claim.size, mined, awaitsTimestamp);
  if (mined.hasFailed) throw new ChainError(`the chain holds transaction ${mined.hash} of checkpoint ${claim.size} as failed`);
  return hasEnded ? claim.size : null;
}

async function take(db: Database, chain: Chain, claim: Claim): Promise<MinedTransaction | null> {
  return carry(db, chain, claim.txHash === null ? await signAndStore(db, chain, claim) : claim);
}

interface Claim {
  readonly size: string;
  readonly root: Buffer;
  readonly attempts: number;
  readonly rawTx: string | null;
  readonly txHash: string | null;
  /** Sent long ago and still in no block: the fee was too low, or the node lost it. */
  readonly isStale: boolean;
}

/** Takes a lease, so that nothing is locked while the node answers. */
async function claimAnchor(db: Database, intervalSeconds: number): Promise<Claim | null> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.anchoring})`.execute(tx);
    await chooseCheckpoint(tx, intervalSeconds);
    const { rows } = await sql<Claim>`
      update log_anchor a set attempts = attempts + 1, next_at = ${leaseEnd(leaseSeconds)}
        from log_checkpoint c
       where a.state in ('waiting', 'sent') and c.size = a.checkpoint_size and ${isFree(sql`next_at`, longestSeconds + leaseSeconds)}
      returning c.size, c.root, a.attempts, a.raw_tx as "rawTx", a.tx_hash as "txHash",
         coalesce(a.sent_at < now() - make_interval(secs => ${staleSeconds}), false) as "isStale"`.execute(tx);
    return rows[0] ?? null;
  });
}

async function chooseCheckpoint(tx: Tx, intervalSeconds: number): Promise<void> {
  // One anchor at a time, each newer than the last. Failures cost too: each one in a row doubles the interval.
  const { rows } = await sql<{ isBusy: boolean }>`
    with failed as (
      select count(*) as times from log_anchor
       where state = 'failed' and checkpoint_size > coalesce((select max(checkpoint_size) from log_anchor where state = 'done'), 0)
    )
    select state in ('waiting', 'sent')
      or coalesce(
        ended_at between now() - make_interval(
          secs => least(${longestRestSeconds}::float8, ${intervalSeconds}::float8 * 2 ^ least(times, 20))
        ) and now(),
        false
      ) as "isBusy"
      from log_anchor, failed order by checkpoint_size desc limit 1`.execute(tx);
  if (rows[0]?.isBusy) return;
  const newest = await tx.selectFrom('log_checkpoint').select('size').orderBy('size', 'desc').limit(1).executeTakeFirst();
  if (newest)
    await tx
      .insertInto('log_anchor')
      .values({ checkpoint_size: newest.size })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

async function signAndStore(db: Database, chain: Chain, claim: Claim): Promise<Claim> {
  const signed = await chain.sign(claim.root, claim.isStale ? claim.rawTx : null);
  const { numUpdatedRows } = await db
    .updateTable('log_anchor')
    .set(
      signed
        ? { state: 'sent', raw_tx: signed.raw, tx_hash: signed.hash, chain_id: String(signed.chainId), is_capped: signed.isCapped }
        : { is_capped: true },
    )
    .set({ sent_at: sql<Date>`now()` })
    .where('checkpoint_size', '=', claim.size)
    // Two servers may sign if a lease runs out; only the transaction stored first is sent.
    .where('tx_hash', 'is not distinct from', claim.txHash)
    .where('state', 'in', open)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Error('another server has signed meanwhile');
  return { ...claim, ...(signed && { rawTx: signed.raw, txHash: signed.hash }), isStale: false };
}

/** Looks for the transaction, and sends it (again) while no block contains it. */
async function carry(db: Database, chain: Chain, claim: Claim): Promise<MinedTransaction | null> {
  const { rawTx, txHash, root } = claim;
  if (rawTx === null || txHash === null) throw new Error('the anchor was not signed');
  const found = await chain.find(txHash, root);
  if (found) return found;
  if (claim.isStale) return carry(db, chain, await signAndStore(db, chain, claim));
  if ((await chain.send(rawTx)) === 'taken') return null;
  // Mined meanwhile; or another transaction of our key took the nonce, so that this one can never be mined.
  const late = await chain.find(txHash, root);
  if (!late) await signAndStore(db, chain, claim);
  return late;
}

/** @returns false if another server has ended the anchor, or has sent another transaction for it. */
async function end(
  db: Database,
  size: string,
  { hash, blockHeight, chainTime, hasFailed }: MinedTransaction,
  awaitsTimestamp: boolean,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('log_anchor')
      .set({
        block_height: String(blockHeight),
        chain_time: chainTime,
        failing_since: null,
        ended_at: sql<Date>`now()`,
        ...(hasFailed ? { state: 'failed', last_error: 'the chain holds it as failed' } : { state: 'done', last_error: null }),
      })
      .where('checkpoint_size', '=', size)
      .where('tx_hash', '=', hash)
      .where('state', 'in', open)
      .executeTakeFirst();
    // The trail's new row soon becomes a log entry, so there is a next checkpoint even if nothing else happens.
    if (numUpdatedRows > 0n && hasFailed)
      await recordTrail(tx, anchorActor, {
        action: '上链失败',
        object: `checkpoint/${size}`,
        after: { transaction: hash, block: String(blockHeight) },
      });
    if (numUpdatedRows > 0n && !hasFailed) await emitAnchored(tx, { timestamp: awaitsTimestamp, transaction: true });
    return numUpdatedRows > 0n;
  });
}

async function postpone(db: Database, { size }: Claim, seconds: number, error: unknown): Promise<void> {
  await db
    .updateTable('log_anchor')
    .set({
      // Waiting for blocks is not a failure: the delay after the next failure starts short again.
      ...(error === null
        ? { attempts: 0, last_error: null, failing_since: null }
        : {
            last_error: (error instanceof Error ? error.message : String(error)).slice(0, 500),
            failing_since: sql<Date>`coalesce(failing_since, now())`,
          }),
      next_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .where('checkpoint_size', '=', size)
    .where('state', 'in', open)
    .execute();
}

const anchorActor: Actor = { kind: 'system', id: '', name: '上链', ip: '' };
const open = ['waiting', 'sent'] as const;
/** Longer than all the node's answers of one run may take together. */
const leaseSeconds = 120;
const pollSeconds = 2;
const longestSeconds = 600;
const staleSeconds = 900;
/** Longest interval between two anchors after failures. */
const longestRestSeconds = 86_400;
