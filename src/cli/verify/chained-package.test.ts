import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../test/installation/app.ts';
import { evidenceMaker } from '../../../test/installation/factories/evidence.ts';
import { type EvmNode, startEvmNode } from '../../../test/installation/servers/evm-node.ts';
import { grow, packageOf, webEvidence } from '../../../test/installation/factories/package.ts';
import { formatVkey, noteKey } from '../../domain/proof/tlog/note-key.ts';
import { packageNames as names } from '../../domain/proof/evidence/package-names.ts';
import type { EvidenceClaim } from '../../domain/proof/evidence/verify.ts';
import { anchorCheckpoint } from '../../server/custody/chain/anchoring.ts';
import { openChain } from '../../server/custody/chain/chain.ts';
import { readLogKey } from '../../server/custody/log/log-signer.ts';
import { checkAnchor } from '../../domain/proof/verify/anchor-check.ts';
import { readPackage, verifyPackage } from './verify-package.ts';
import { decodeLossy } from '../../domain/proof/verify/decode-lossy.ts';

const installation = testApp();
const make = evidenceMaker(installation);
let node: EvmNode;
let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-chained-'));
  path = join(folder, 'package.zip');
  await make.open();
  node = await startEvmNode();
  const chain = await openChain({ rpcUrl: node.url, key: node.key, maxFeeGwei: 500 });
  const user = await make.user('personal');
  const number = await webEvidence(installation, user);
  await grow(installation);
  // The anchored checkpoint is later than the evidence's own.
  await webEvidence(installation, user);
  await grow(installation);
  for (let turn = 0; turn < 2; turn += 1) {
    await installation.pool.query("update log_anchor set next_at = now() where state in ('waiting', 'sent')");
    await anchorCheckpoint(installation.db, chain, { confirmations: 1, intervalSeconds: 0 });
  }
  await writeFile(path, await packageOf(installation, number));
});
afterAll(async () => {
  await node?.stop();
  await rm(folder, { recursive: true, force: true });
});

it('carries the transaction and proves that its root covers the evidence', async () => {
  const key = await readLogKey(installation.db);
  const { lines, verdict } = await verifyPackage(path, { logKey: key ? formatVkey(key) : '' });
  expect(lines.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  expect(verdict).toBe('match');
  expect(lines.find(({ subject, label }) => subject === names.anchor && label.startsWith('区块链'))?.reason).toMatch(
    /交易哈希 0x[0-9a-f]{64}/,
  );
});

it.each<[string, (json: Record<string, string>) => Record<string, string>, string]>([
  ['another transaction hash', (json) => ({ ...json, transaction: `0x${'0'.repeat(64)}` }), '交易哈希与交易不符'],
  ['another root', (json) => ({ ...json, root: '0'.repeat(64) }), '交易没有写入'],
  ['another checkpoint', (json) => ({ ...json, checkpoint: '9' }), '不是该交易的检查点'],
  ['a checkpoint that is no size', (json) => ({ ...json, checkpoint: 'a text of anyone' }), '格式错误'],
  ['a field too many', (json) => ({ ...json, zzz: '1' }), '格式错误'],
])('finds %s', async (_, change, wanted) => {
  const { small } = await readPackage(path, false);
  const json = JSON.parse(decodeLossy(small.get(names.anchor))) as Record<string, string>;
  const forged = new Map([...small, [names.anchor, Buffer.from(JSON.stringify(change(json)))]]);
  const key = (await readLogKey(installation.db)) ?? noteKey('none', new Uint8Array(32));
  const claim: EvidenceClaim = {
    manifest: small.get(names.manifest) ?? Buffer.alloc(0),
    files: [],
    filesAreComplete: false,
    proof: null,
    checkpoint: null,
    log: { origin: key.name, keys: [key] },
    statedNumber: null,
    statedLeaf: null,
  };
  expect(checkAnchor(small, claim)).toMatchObject([{ outcome: 'pass' }]);
  expect(checkAnchor(forged, claim)).toMatchObject([{ outcome: 'fail', reason: expect.stringContaining(wanted) as string }]);
});
