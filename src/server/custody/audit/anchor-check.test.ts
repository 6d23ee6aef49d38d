import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { type EvmNode, honest, startEvmNode } from '../../../../test/installation/servers/evm-node.ts';
import { enqueue } from '../../../../test/installation/factories/log.ts';
import { fsck } from '../../../cli/check/fsck.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { checkAnchors } from './anchor-check.ts';
import { anchorCheckpoint } from '../chain/anchoring.ts';
import { openChain, type Chain } from '../chain/chain.ts';
import { openLogSigner } from '../log/log-signer.ts';
import { growLog } from '../log/sequencer.ts';

const installation = testDatabase();
let node: EvmNode;
let chain: Chain;

/** Two checkpoints, of 1 and 2 entries, each anchored by the real node. */
beforeAll(async () => {
  node = await startEvmNode();
  chain = await openChain({ rpcUrl: node.url, key: node.key, maxFeeGwei: 500 });
  const signer = await openLogSigner(installation.db, readConfig({}));
  for (const [text, size] of [
    ['a', '1'],
    ['b', '2'],
  ] as const) {
    await enqueue(installation.db, [text]);
    await growLog(installation.db, signer);
    let done: string | null = null;
    for (let turns = 0; turns < 5 && done === null; turns += 1) {
      await installation.pool.query("update log_anchor set next_at = now() where state in ('waiting', 'sent')");
      done = await anchorCheckpoint(installation.db, chain, { confirmations: 1, intervalSeconds: 0 });
    }
    expect(done).toBe(size);
  }
});
afterEach(() => node.behave(honest));
afterAll(() => node?.stop());

/** The result of the check after the rows were changed with triggers off; undone afterwards. */
async function found(change: string) {
  const { rows } = await installation.pool.query<{ checkpoint_size: string; tx_hash: string; block_height: string; chain_time: Date }>(
    'select checkpoint_size, tx_hash, block_height, chain_time from log_anchor',
  );
  await installation.pool.query(`begin; set local session_replication_role = replica; ${change}; commit`);
  try {
    return (await checkAnchors(installation.db, chain)).broken;
  } finally {
    for (const row of rows) {
      const client = await installation.pool.connect();
      await client.query('begin; set local session_replication_role = replica');
      await client.query(
        'update log_anchor set tx_hash = $2, block_height = $3, chain_time = $4 where checkpoint_size = $1',
        Object.values(row),
      );
      await client.query('commit');
      client.release();
    }
  }
}

it('finds every root in its transaction, also from the command line', async () => {
  expect(await checkAnchors(installation.db, chain)).toEqual({ anchors: 2, broken: null });
  const dataDir = await mkdtemp(join(tmpdir(), 'notary-anchors-'));
  const config = readConfig({ DATA_DIR: dataDir, CHAIN_RPC_URL: node.url, CHAIN_KEY: node.key });
  const { text, failed } = await fsck.run({ db: installation.db, pool: installation.pool, args: ['--chain'], config });
  await rm(dataDir, { recursive: true });
  expect([text.split('\n').at(-1), failed]).toEqual(['chain: 2 roots, each in its transaction', false]);
  await expect(fsck.run({ db: installation.db, pool: installation.pool, args: ['--chain'], config: readConfig({}) })).rejects.toThrow(
    'CHAIN_RPC_URL',
  );
});

it.each([
  ['a transaction that no block holds', `set tx_hash = '0x${'ab'.repeat(32)}'`, `no block holds transaction 0x${'ab'.repeat(32)}`],
  [
    "another checkpoint's transaction",
    'set tx_hash = (select tx_hash from log_anchor where checkpoint_size = 1)',
    'does not carry its root',
  ],
  ['no transaction', 'set tx_hash = null', 'no block holds'],
  ['something that is no transaction', "set tx_hash = 'x'", 'no block holds transaction x'],
  ['another block', 'set block_height = block_height + 1', 'is in block'],
  ['another time', "set chain_time = chain_time - interval '1 day'", 'the row says'],
])('names the checkpoint whose row tells of %s', async (_what, change, reason) => {
  const broken = await found(
    `alter table log_anchor drop constraint if exists log_anchor_check; update log_anchor ${change} where checkpoint_size = 2`,
  );
  expect(broken).toMatchObject({ checkpoint: '2', reason: expect.stringContaining(reason) as string });
});

it('takes a node that does not answer, or that fails, for no finding about the anchors', async () => {
  node.behave(async () => undefined);
  const impatient = await openChain({ rpcUrl: node.url, key: node.key, maxFeeGwei: 500 }, 300);
  await expect(checkAnchors(installation.db, impatient)).rejects.toMatchObject({ name: 'ChainError' });
  node.behave(async (_call, response) => void response.writeHead(500).end());
  await expect(checkAnchors(installation.db, chain)).rejects.toMatchObject({ name: 'ChainError' });
});
