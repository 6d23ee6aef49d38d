import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { grow } from '../../../../test/installation/factories/package.ts';
import { emptyLog } from '../../../../test/installation/factories/log.ts';
import { startEvmNode, type EvmNode } from '../../../../test/installation/servers/evm-node.ts';
import { startAuthority, type Authority } from '../../../../test/installation/servers/timestamp-authority.ts';
import { checkpointOf, markHash, parseMark } from '../../../domain/proof/marks/mark.ts';
import { openChain } from '../chain/chain.ts';
import { requestDueTimestamps } from '../timestamps/stamping.ts';
import { makeMark } from './make-mark.ts';

const installation = testApp();
let node: EvmNode;
let authority: Authority;
beforeAll(async () => {
  node = await startEvmNode();
  authority = await startAuthority();
});
afterAll(async () => {
  await node?.stop();
  await authority?.stop();
});

it('makes a mark of the newest stamped checkpoint and the newest block, each of another hash', async () => {
  await grow(installation);
  expect(await makeMark({ db: installation.db, chain: null })).toMatchObject({
    timestampAt: null,
    mark: { timestampSha256: null, block: null },
  });
  await requestDueTimestamps(installation.db, 'checkpoints', { authority, most: 9 });
  await grow(installation);
  const chain = await openChain({ rpcUrl: node.url, key: node.key, maxFeeGwei: 500 });
  const [first, second] = [await makeMark({ db: installation.db, chain }), await makeMark({ db: installation.db, chain })];
  const stamped = await installation.db
    .selectFrom('log_timestamp')
    .select('checkpoint_size')
    .where('state', '=', 'done')
    .orderBy('checkpoint_size', 'desc')
    .executeTakeFirstOrThrow();
  expect(first).toMatchObject({ checkpointSize: stamped.checkpoint_size, timestampAt: expect.any(Date) as Date });
  const block = await chain.newestBlock();
  expect(first?.mark.block).toEqual({ ...block, time: block.time.toISOString() });
  expect(block.hash).toMatch(/^0x[0-9a-f]{64}$/);
  expect(first?.hash).not.toBe(second?.hash);
  const parsed = parseMark(first?.json ?? new Uint8Array(0));
  expect([parsed, markHash(first?.json ?? new Uint8Array(0))]).toEqual([{ ok: true, value: first?.mark }, first?.hash]);
  const read = first && checkpointOf(first.mark);
  expect(read?.ok && String(read.value.checkpoint.size)).toBe(stamped.checkpoint_size);
});

it('costs the block, not the mark, where the node fails or does not answer', async () => {
  const failing = { newestBlock: () => Promise.reject(new Error('down')) };
  expect((await makeMark({ db: installation.db, chain: failing }))?.mark.block).toBeNull();
  const silent = { newestBlock: () => new Promise<never>(() => undefined) };
  expect((await makeMark({ db: installation.db, chain: silent, chainWaitMs: 50 }))?.mark.block).toBeNull();
});

it('is none before the first checkpoint', async () => {
  await emptyLog(installation);
  expect(await makeMark({ db: installation.db, chain: null })).toBeNull();
});

const good = (change: Record<string, unknown> = {}) => ({
  type: 'mark',
  version: 1,
  salt: '0'.repeat(32),
  madeAt: '2026-01-01T00:00:00.000Z',
  checkpoint: 'x',
  cosignatures: [],
  timestampSha256: null,
  block: null,
  ...change,
});
it.each([
  ['another type', good({ type: 'evidence' }), 'not-mark'],
  ['another version', good({ version: 2 }), 'unknown-version'],
  ['a field more', good({ more: 1 }), 'wrong-fields'],
  ['a salt that is none', good({ salt: '0' }), 'wrong-fields'],
  ['a time that is none', good({ madeAt: '2026-02-31T00:00:00.000Z' }), 'wrong-fields'],
  ['cosignatures that are none', good({ cosignatures: ['name'] }), 'wrong-fields'],
  ['a hash that is none', good({ timestampSha256: 'x' }), 'wrong-fields'],
  ['a block that is none', good({ block: { number: '1' } }), 'wrong-fields'],
  ['a checkpoint that is none', good(), 'bad-checkpoint'],
])('is not read with %s', (_, value, fault) => {
  const sorted = Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  expect(parseMark(Buffer.from(JSON.stringify(sorted)))).toEqual({ ok: false, fault });
});
