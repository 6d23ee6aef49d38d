import { parseTransaction, type TransactionSerializedEIP1559 } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { type Behaviour, type EvmNode, honest, startEvmNode } from '../../../../test/installation/servers/evm-node.ts';
import { emptyLog, enqueue } from '../../../../test/installation/factories/log.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { openDatabase, type Database } from '../../platform/db/database.ts';
import { extendTrailChain } from '../../desk/trail/chain.ts';
import { anchorCheckpoint } from './anchoring.ts';
import { openChain, type Chain } from './chain.ts';
import { custodyHealth } from '../audit/health.ts';
import { checkLog } from '../audit/log-check.ts';
import { openLogSigner, type LogSigner } from '../log/log-signer.ts';
import { growLog } from '../log/sequencer.ts';

const installation = testDatabase();
let signer: LogSigner;
let node: EvmNode;
let chain: Chain;
/** Another server on the same database. */
let other: { db: Database };
beforeAll(async () => {
  const { host, port, user, database } = installation.pool.options;
  other = openDatabase({ host, port, user, database }, 2);
  signer = await openLogSigner(installation.db, readConfig({}));
  node = await startEvmNode();
  chain = await openChain({ rpcUrl: node.url, key: node.key, maxFeeGwei: 500 });
});
beforeEach(() => emptyLog(installation));
afterEach(async () => {
  node.behave(honest);
  await node.rpc('evm_setAutomine', true);
  // Whatever the chain does, the log stays consistent.
  expect((await checkLog(installation.db)).broken).toBeNull();
});
afterAll(async () => {
  await other?.db.destroy();
  await node?.stop();
});

const grow = async (...texts: string[]) => {
  await enqueue(installation.db, texts);
  await growLog(installation.db, signer);
};
const due = () => installation.pool.query("update log_anchor set next_at = now() where state in ('waiting', 'sent')");
const pace = (confirmations = 1, intervalSeconds = 0) => ({ confirmations, intervalSeconds });
/** Runs one step as if the delay had passed. */
const turn = async (confirmations = 1) => {
  await due();
  return anchorCheckpoint(installation.db, chain, pace(confirmations));
};
const staleTurn = async () => {
  await installation.pool.query("update log_anchor set sent_at = sent_at - interval '1 hour' where state = 'sent'");
  return turn();
};
const row = () => installation.db.selectFrom('log_anchor').selectAll().orderBy('checkpoint_size', 'desc').executeTakeFirstOrThrow();
const bid = async () => parseTransaction((await row()).raw_tx as TransactionSerializedEIP1559);
const sentSoFar = async () =>
  Number(await node.rpc<string>('eth_getTransactionCount', (await node.rpc<string[]>('eth_accounts'))[0], 'latest'));
/** A node whose answers to one method are replaced. */
const altering =
  (method: string, change: (answer: string) => string): Behaviour =>
  async (call, response, forward) => {
    const answer = await forward();
    response.writeHead(200, { 'content-type': 'application/json' }).end(call.method === method ? change(answer) : answer);
  };

it('raises its bid no further than three times what is asked while no block comes, stays there, and is told of', async () => {
  await node.rpc('evm_setAutomine', false);
  const before = await sentSoFar();
  await grow('a');
  await turn();
  const first = (await bid()).maxFeePerGas ?? 0n;
  const hashes: string[] = [];
  for (let at = 0; at < 12; at += 1) {
    expect(await staleTurn()).toBeNull();
    hashes.push((await row()).tx_hash ?? '');
  }
  const last = (await bid()).maxFeePerGas ?? 0n;
  expect([last > first, last <= 2n * first + 1n]).toEqual([true, true]);
  expect(new Set(hashes.slice(-6)).size).toBe(1);
  expect(await row()).toMatchObject({ state: 'sent', is_capped: true, last_error: null });
  expect((await custodyHealth(installation.db)).chain).toMatchObject({ isCapped: true, uncovered: 1 });
  await node.rpc('anvil_mine', '0x1');
  expect(await turn()).toBe('1');
  expect((await custodyHealth(installation.db)).chain).toMatchObject({ isCapped: false, uncovered: 0 });
  expect(await sentSoFar()).toBe(before + 1);
});

it('bids no more than its ceiling, whatever the node says is asked', async () => {
  await grow('a');
  node.behave(
    altering('eth_maxPriorityFeePerGas', (answer) => answer.replace(/"result":"0x[0-9a-f]+"/, `"result":"0x${(10n ** 18n).toString(16)}"`)),
  );
  const modest = await openChain({ rpcUrl: node.url, key: node.key, maxFeeGwei: 40 });
  await anchorCheckpoint(installation.db, modest, pace());
  expect(await bid()).toMatchObject({ maxFeePerGas: 40_000_000_000n, maxPriorityFeePerGas: 40_000_000_000n });
  expect(await row()).toMatchObject({ is_capped: true });
  node.behave(honest);
  expect(await turn()).toBe('1');
});

const asFailed = altering('eth_getTransactionReceipt', (answer) => answer.replace('"status":"0x1"', '"status":"0x0"'));

it('goes on with the next checkpoint when the chain holds a transaction as failed, keeps the failed one and tells of it', async () => {
  await grow('a');
  await turn();
  node.behave(asFailed);
  await expect(turn()).rejects.toThrow('as failed');
  const failed = await row();
  expect(failed).toMatchObject({ state: 'failed', checkpoint_size: '1', last_error: 'the chain holds it as failed' });
  await expect(installation.pool.query("update log_anchor set state = 'waiting'")).rejects.toThrow('append-only');
  expect((await custodyHealth(installation.db)).chain).toMatchObject({ failed: 1, uncovered: 1 });
  node.behave(honest);
  expect(await turn()).toBeNull(); // nothing new yet
  // The trail records it and the trail's head becomes a log entry, so there is a next checkpoint although no evidence came.
  await extendTrailChain(installation.db);
  await growLog(installation.db, signer, { now: () => new Date(Date.now() + 61_000) });
  // A failed anchor costs as much, so it doubles the interval.
  const endedAt = (seconds: number) =>
    installation.pool.query(
      `begin; set local session_replication_role = replica; update log_anchor set ended_at = now() - interval '${seconds} seconds'; commit`,
    );
  await endedAt(110);
  expect(await anchorCheckpoint(installation.db, chain, pace(1, 60))).toBeNull();
  expect((await row()).checkpoint_size).toBe('1');
  await endedAt(130);
  expect(await anchorCheckpoint(installation.db, chain, pace(1, 60))).toBeNull(); // sent
  expect(await turn()).toBe('2');
  expect((await custodyHealth(installation.db)).chain).toMatchObject({ failed: 0, uncovered: 0 });
  expect(await installation.db.selectFrom('log_anchor').selectAll().where('checkpoint_size', '=', '1').executeTakeFirst()).toEqual({
    ...failed,
    ended_at: expect.any(Date) as Date,
  });
  expect(await installation.db.selectFrom('trail').select(['action', 'object']).execute()).toEqual([
    { action: '上链失败', object: 'checkpoint/1' },
  ]);
});

it('holds no transaction for failed before as many blocks confirm that as would confirm a success', async () => {
  await grow('a');
  await turn(2);
  node.behave(asFailed);
  expect(await turn(2)).toBeNull();
  expect(await row()).toMatchObject({ state: 'sent' });
  node.behave(honest);
  await node.rpc('anvil_mine', '0x1');
  expect(await turn(2)).toBe('1');
});

it('believes no node whose block is not the one of the receipt', async () => {
  await grow('a');
  await turn();
  node.behave(altering('eth_getBlockByNumber', (answer) => answer.replace(/"hash":"0x..../, '"hash":"0x0000')));
  await expect(turn()).rejects.toThrow('another block');
  expect(await row()).toMatchObject({ state: 'sent', last_error: expect.stringContaining('another block') as string });
  node.behave(honest);
  expect(await turn()).toBe('1');
});

it('signs anew for the right chain what it signed for the wrong one', async () => {
  const before = await sentSoFar();
  await grow('a');
  node.behave(altering('eth_chainId', (answer) => answer.replace(/"result":"0x[0-9a-f]+"/, '"result":"0x1"')));
  await expect(turn()).rejects.toMatchObject({ name: 'ChainError' });
  node.behave(honest);
  await expect(turn()).rejects.toMatchObject({ name: 'ChainError' });
  expect(await row()).toMatchObject({ state: 'sent', chain_id: '1', last_error: expect.any(String) as string });
  await staleTurn();
  expect(await turn()).toBe('1');
  expect(await row()).toMatchObject({ chain_id: '31337' });
  expect(await sentSoFar()).toBe(before + 1);
});

it('sends again what a reorganisation took back, and completes only what as many blocks hold', async () => {
  await grow('a');
  await turn(3);
  expect(await turn(3)).toBeNull();
  await node.rpc('anvil_rollback', 1);
  expect(await turn(3)).toBeNull(); // sent again
  await node.rpc('anvil_mine', '0x1');
  expect(await turn(3)).toBeNull();
  await node.rpc('anvil_mine', '0x1');
  expect(await turn(3)).toBe('1');
  const { tx_hash: hash, block_height: height } = await row();
  const { blockNumber } = await node.rpc<{ blockNumber: string }>('eth_getTransactionByHash', hash);
  expect(height).toBe(String(Number(blockNumber)));
});

it('completes what was mined while its server died, once its lease is over, with the same transaction', async () => {
  const before = await sentSoFar();
  await grow('a');
  await turn();
  const { tx_hash: sent } = await row();
  // The dead server had claimed its next run.
  await installation.pool.query("update log_anchor set attempts = attempts + 1, next_at = now() + interval '120 seconds'");
  expect(await anchorCheckpoint(other.db, chain, pace())).toBeNull();
  await due();
  expect(await anchorCheckpoint(other.db, chain, pace())).toBe('1');
  expect([(await row()).tx_hash, await sentSoFar()]).toEqual([sent, before + 1]);
});

it('keeps a lease that the clock, set back, would hold for a year for no longer than a turn', async () => {
  await grow('a');
  await turn();
  await installation.pool.query("update log_anchor set next_at = now() + interval '1 year'");
  expect(await anchorCheckpoint(installation.db, chain, pace())).toBe('1');
});

it('sends the transaction that was stored first when a second server signs after the lease', async () => {
  const before = await sentSoFar();
  await grow('a');
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let reached = () => {};
  const signing = new Promise<void>((resolve) => (reached = resolve));
  const slow: Chain = {
    ...chain,
    async sign(...given) {
      const signed = await chain.sign(...given);
      reached();
      await released;
      return signed;
    },
  };
  const late = anchorCheckpoint(installation.db, slow, pace());
  await signing;
  // Since the nonce was used meanwhile, the second server's transaction differs.
  await node.rpc('eth_sendTransaction', { from: (await node.rpc<string[]>('eth_accounts'))[0], to: `0x${'1'.repeat(40)}`, value: '0x1' });
  await due();
  expect(await anchorCheckpoint(other.db, chain, pace())).toBeNull();
  const stored = (await row()).tx_hash;
  release();
  await expect(late).rejects.toThrow('another server has signed meanwhile');
  expect((await row()).tx_hash).toBe(stored);
  expect(await turn()).toBe('1');
  expect(await sentSoFar()).toBe(before + 2);
});

it('does not complete a checkpoint with a transaction that another server has replaced meanwhile', async () => {
  await grow('a');
  await turn();
  const { tx_hash: mined } = await row();
  const replaced = `0x${'ab'.repeat(32)}`;
  const overtaken: Chain = {
    ...chain,
    async find(...given) {
      const found = await chain.find(...given);
      await other.db.updateTable('log_anchor').set({ tx_hash: replaced }).execute();
      return found;
    },
  };
  await due();
  expect(await anchorCheckpoint(installation.db, overtaken, pace())).toBeNull();
  expect(await row()).toMatchObject({ state: 'sent', tx_hash: replaced, block_height: null });
  await installation.pool.query('update log_anchor set tx_hash = $1', [mined]);
  expect(await turn()).toBe('1');
});

it('begins no new anchor before the interval is over, on any server, and does not wait for a clock that jumped back', async () => {
  await grow('a');
  await turn();
  await due();
  expect(await anchorCheckpoint(installation.db, chain, pace(1, 3600))).toBe('1');
  await grow('b');
  expect(await anchorCheckpoint(installation.db, chain, pace(1, 3600))).toBeNull();
  // A newly started server knows the same.
  expect(await anchorCheckpoint(other.db, chain, pace(1, 3600))).toBeNull();
  expect((await row()).checkpoint_size).toBe('1');
  const endedAt = (when: string) =>
    installation.pool.query(`begin; set local session_replication_role = replica; update log_anchor set ended_at = ${when}; commit`);
  await endedAt("now() + interval '1 year'");
  expect(await anchorCheckpoint(other.db, chain, pace(1, 3600))).toBeNull(); // sent
  await due();
  expect(await anchorCheckpoint(other.db, chain, pace(1, 3600))).toBe('2');
  await grow('c');
  await endedAt("now() - interval '2 hours'");
  await anchorCheckpoint(other.db, chain, pace(1, 3600));
  expect(await row()).toMatchObject({ checkpoint_size: '3', state: 'sent' });
});
