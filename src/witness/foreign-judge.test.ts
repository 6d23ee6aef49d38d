import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SmallLog } from '../../test/custody/small-log.ts';
import { compileTlogJudge, go, type TlogJudge } from '../../test/installation/servers/tlog-judge.ts';
import { toBase64, utf8 } from '../domain/kit/bytes/bytes.ts';
import { formatVerifierKey } from '../domain/proof/tlog/cosignatures/verifier-key.ts';
import { originHash } from '../domain/proof/tlog/witness/add-checkpoint.ts';
import { parseLogList } from '../domain/proof/tlog/witness/log-list.ts';
import { openKeys } from './keys.ts';
import { Witness } from './witness.ts';

describe.skipIf(go.isMissing)(`golang.org/x/mod as the judge${go.note}`, () => {
  let folder = '';
  let judge: TlogJudge;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'witness-judged-'));
    judge = await compileTlogJudge();
  });
  afterAll(async () => {
    await judge.remove();
    await rm(folder, { recursive: true, force: true });
  });

  async function witnessOf(vkey: string): Promise<Witness> {
    const witness = new Witness(folder, await openKeys(folder, 'witness.example/judged'));
    const list = parseLogList(utf8(`log ${vkey}\n`));
    if (list.ok) witness.knowLogs(list.logs);
    return witness;
  }

  it('accepts our checkpoints, cosignatures and consistency proofs, and refuses them changed', async () => {
    const log = new SmallLog('ours.example/log');
    const witness = await witnessOf(log.vkey);
    const [logKey, cosigner] = [log.vkey, formatVerifierKey(witness.keys[0] ?? neverKey())];
    for (const [oldSize, newSize] of [
      [0, 5],
      [5, 8],
      [8, 21],
      [21, 64],
      [64, 77],
    ] as const) {
      expect((await witness.add(log.request(oldSize, newSize))).status).toBe(200);
      const note = (await witness.checkpointOf(originHash(log.origin))) ?? '';
      const old = oldSize === 0 ? undefined : { size: oldSize, root: toBase64(log.root(oldSize)) };
      const proof = log.proof(oldSize, newSize).map(toBase64);
      const judged = { note, logKey, cosigner, ...(old && { old, proof }) };
      const signers = [`signed by ours.example/log ${log.key.id}`, `signed by witness.example/judged ${witness.keys[0]?.id ?? ''}`];
      expect(await judge.check(judged)).toEqual([...signers, ...(old ? ['consistent'] : [])]);
      expect((await judge.check({ ...judged, note: note.replace(`\n${newSize}\n`, `\n${newSize + 1}\n`) })).join()).toContain('note:');
      if (old) expect((await judge.check({ ...judged, proof: proof.toReversed().slice(1) })).join()).toContain('consistency:');
    }
  });

  it('makes logs, checkpoints and proofs of its own, which our witness cosigns', async () => {
    const { vkey, requests } = await judge.log('go.example/log', [1, 2, 3, 7, 8, 100, 255, 256, 257, 1000]);
    const witness = await witnessOf(vkey);
    for (const request of requests) expect(await witness.add(request)).toMatchObject({ status: 200 });
    expect(requests).toHaveLength(10);
    expect(await witness.add(requests[3] ?? new Uint8Array(0))).toEqual({ status: 409, size: 1000 });
  });
});

function neverKey(): never {
  throw new Error('a witness has keys');
}
