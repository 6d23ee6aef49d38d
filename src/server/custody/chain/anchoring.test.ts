import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { type EvmNode, honest, startEvmNode } from '../../../../test/installation/servers/evm-node.ts';
import { emptyLog, enqueue } from '../../../../test/installation/factories/log.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { anchorCheckpoint } from './anchoring.ts';
import { anchorsOf } from '../log/append.ts';
import { openChain, type Chain } from './chain.ts';
import { openLogSigner, type LogSigner } from '../log/log-signer.ts';
import { readHead } from '../log/log-store.ts';
import { growLog } from '../log/sequencer.ts';

const installation = testDatabase();
let signer: LogSigner;
let node: EvmNode;
let chain: Chain;
beforeAll(async () => {
  signer = await openLogSigner(installation.db, readConfig({}));
  node = await startEvmNode();
  chain = await openChain({ rpcUrl: node.url, key: node.key, maxFeeGwei: 500 });
});
beforeEach(() => emptyLog(installation));
afterEach(async () => {
  node.behave(honest);
  await node.rpc('evm_setAutomine', true);
});
afterAll(() => node?.stop());

const grow = async (...texts: string[]) => {
  const ids = await enqueue(installation.db, texts);
  await growLog(installation.db, signer);
  return ids;
};
/** Runs one step as if the delay had passed. */
const turn = async (confirmations = 1) => {
  await installation.pool.query("update log_anchor set next_at = now() where state in ('waiting', 'sent')");
  return anchorCheckpoint(installation.db, chain, { confirmations, intervalSeconds: 0 });
};
const row = () => installation.db.selectFrom('log_anchor').selectAll().orderBy('checkpoint_size', 'desc').executeTakeFirstOrThrow();
const sender = async () => (await node.rpc<string[]>('eth_accounts'))[0];
const sentSoFar = async () => Number(await node.rpc<string>('eth_getTransactionCount', await sender(), 'latest'));

it('takes the root of the newest checkpoint to the chain, once, and tells it of every entry under it', async () => {
  const before = await sentSoFar();
  const [first = '', second = ''] = [...(await grow('a')), ...(await grow('b', 'c'))];
  expect(await turn()).toBeNull(); // sent
  expect(await turn()).toBe('3');
  expect(await turn()).toBeNull();
  const anchors = await anchorsOf(installation.db, [first, second], false);
  const { txHash, blockHeight, chainTime } = anchors.get(first) ?? {};
  const transaction = await node.rpc<{ input: string; blockNumber: string }>('eth_getTransactionByHash', txHash);
  const block = await node.rpc<{ timestamp: string }>('eth_getBlockByNumber', transaction.blockNumber, false);
  expect(transaction.input).toBe(`0x${Buffer.from((await readHead(installation.db)).root).toString('hex')}`);
  expect([blockHeight, chainTime?.getTime()]).toEqual([String(Number(transaction.blockNumber)), Number(block.timestamp) * 1000]);
  expect(anchors.get(second)).toMatchObject({ txHash });
  expect(await sentSoFar()).toBe(before + 1);
});

it('waits for as many blocks as asked', async () => {
  await grow('a');
  for (let at = 0; at < 3; at += 1) expect(await turn(3)).toBeNull();
  await node.rpc('anvil_mine', '0x1');
  expect(await turn(3)).toBeNull();
  await node.rpc('anvil_mine', '0x1');
  expect(await turn(3)).toBe('1');
});

it('sends no second transaction when the answer to the first was lost, or the server died before sending', async () => {
  const before = await sentSoFar();
  await grow('a');
  node.behave(async (call, response, forward) => {
    if (call.method !== 'eth_sendRawTransaction') return honest(call, response, forward);
    await forward();
    response.destroy();
  });
  await expect(turn()).rejects.toThrow(/HTTP request failed/);
  expect((await row()).last_error).not.toContain(node.url);
  node.behave(honest);
  expect(await turn()).toBe('1');

  await grow('b');
  node.behave(async (call, response, forward) =>
    call.method === 'eth_sendRawTransaction' ? void response.destroy() : honest(call, response, forward),
  );
  await expect(turn()).rejects.toThrow();
  const stored = (await row()).tx_hash;
  node.behave(honest);
  expect(await turn()).toBeNull();
  expect(await turn()).toBe('2');
  expect((await row()).tx_hash).toBe(stored);
  expect(await sentSoFar()).toBe(before + 2);
});

it('keeps trying while the node is down, and tells why', async () => {
  await grow('a');
  node.behave(async (_call, response) => void response.writeHead(502).end());
  for (let at = 1; at <= 3; at += 1) await expect(turn()).rejects.toThrow();
  expect(await row()).toMatchObject({ state: 'waiting', attempts: 3, last_error: expect.any(String) as string });
  expect(await anchorCheckpoint(installation.db, chain, { confirmations: 1, intervalSeconds: 0 })).toBeNull(); // not yet
  node.behave(honest);
  await turn();
  expect(await turn()).toBe('1');
  expect(await row()).toMatchObject({ state: 'done', last_error: null });
});

it('gives up a node that never answers, bears one that takes the transaction twice or answers late, and anchors once', async () => {
  const before = await sentSoFar();
  await grow('a');
  const impatient = await openChain({ rpcUrl: node.url, key: node.key, maxFeeGwei: 500 }, 300);
  node.behave(async () => undefined);
  await expect(anchorCheckpoint(installation.db, impatient, { confirmations: 1, intervalSeconds: 0 })).rejects.toThrow('took too long');
  expect(await row()).toMatchObject({ state: 'waiting', last_error: expect.stringContaining('took too long') as string });
  // The node accepts it twice, but the response is lost.
  node.behave(async (call, response, forward) => {
    if (call.method !== 'eth_sendRawTransaction') return honest(call, response, forward);
    await forward();
    await forward();
  });
  await installation.pool.query("update log_anchor set next_at = now() where state in ('waiting', 'sent')");
  await expect(anchorCheckpoint(installation.db, impatient, { confirmations: 1, intervalSeconds: 0 })).rejects.toThrow('took too long');
  expect(await row()).toMatchObject({ state: 'sent' });
  node.behave(honest);
  expect(await turn()).toBe('1');
  expect(await sentSoFar()).toBe(before + 1);
});

it('takes the credentials of a node out of its address, and tells neither in an error', async () => {
  const guarded = await openChain({
    rpcUrl: `${node.url.replace('http://', 'http://office:s%40cret@')}/v3/a-key`,
    key: node.key,
    maxFeeGwei: 500,
  });
  await grow('a');
  node.behave(async (_call, response) => void response.writeHead(401, { 'content-type': 'text/plain' }).end('no'));
  await expect(anchorCheckpoint(installation.db, guarded, { confirmations: 1, intervalSeconds: 0 })).rejects.toThrow();
  expect((await row()).last_error).not.toMatch(/s%40cret|s@cret|office|a-key/);
  node.behave(honest);
  await installation.pool.query('update log_anchor set next_at = now()');
  expect(await anchorCheckpoint(installation.db, guarded, { confirmations: 1, intervalSeconds: 0 })).toBeNull();
  expect(node.authorization()).toBe(`Basic ${Buffer.from('office:s@cret').toString('base64')}`);
  expect(await turn()).toBe('1');
});

it('believes no node that shows another transaction', async () => {
  await grow('a');
  await turn();
  node.behave(async (call, response, forward) => {
    const text = await forward();
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(call.method === 'eth_getTransactionByHash' ? text.replace(/"input":"0x../, '"input":"0x00') : text);
  });
  await expect(turn()).rejects.toThrow('another transaction');
  expect(await row()).toMatchObject({ state: 'sent' });
});

it('signs anew when its nonce went to another transaction, and outbids one that no block takes', async () => {
  await grow('a');
  node.behave(async (call, response, forward) =>
    call.method === 'eth_sendRawTransaction' ? void response.destroy() : honest(call, response, forward),
  );
  await expect(turn()).rejects.toThrow();
  const lost = (await row()).tx_hash;
  node.behave(honest);
  await node.rpc('eth_sendTransaction', { from: await sender(), to: await sender(), value: '0x1' }); // takes the nonce
  expect(await turn()).toBeNull();
  expect((await row()).tx_hash).not.toBe(lost);
  await turn();
  expect(await turn()).toBe('1');

  await node.rpc('evm_setAutomine', false);
  await grow('b');
  await turn();
  const cheap = (await row()).tx_hash;
  await installation.pool.query("update log_anchor set sent_at = sent_at - interval '1 hour' where state = 'sent'");
  await node.rpc('anvil_setNextBlockBaseFeePerGas', '0x77359400');
  await turn();
  await node.rpc('anvil_mine', '0x1');
  expect(await turn()).toBe('2');
  expect((await row()).tx_hash).not.toBe(cheap);
});

it('is one transaction with two servers', async () => {
  const before = await sentSoFar();
  await grow('a');
  await Promise.all([1, 2, 3].map(() => anchorCheckpoint(installation.db, chain, { confirmations: 1, intervalSeconds: 0 })));
  expect(await turn()).toBe('1');
  expect(await sentSoFar()).toBe(before + 1);
});

it('reads its chain from the configuration', () => {
  expect(readConfig({}).chain).toBeNull();
  expect(() => readConfig({ CHAIN_RPC_URL: 'http://x' })).toThrow('belong together');
  expect(() => readConfig({ CHAIN_RPC_URL: 'http://x', CHAIN_KEY: '0x12' })).toThrow('CHAIN_KEY');
  expect(readConfig({ CHAIN_RPC_URL: 'http://x', CHAIN_KEY: node.key }).chain).toMatchObject({ confirmations: 12, intervalSeconds: 60 });
});
