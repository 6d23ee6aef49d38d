import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { both, servedWitness } from '../../test/custody/served-witness.ts';
import { SmallLog } from '../../test/custody/small-log.ts';
import { readUtf8, utf8 } from '../domain/kit/bytes/bytes.ts';
import { emptyRoot, leafHash } from '../domain/proof/tlog/merkle.ts';
import { formatAddCheckpoint, originHash } from '../domain/proof/tlog/witness/add-checkpoint.ts';

const served = servedWitness();
const { get, post, cosignatures } = served;

describe('200', () => {
  it('is a cosignature of each kind, over the first checkpoint and over those that grow out of it', async () => {
    for (const [oldSize, newSize] of [
      [0, 3],
      [3, 3],
      [3, 8],
      [8, 21],
    ] as const) {
      const answer = await post(served.log.request(oldSize, newSize));
      expect(answer.status, answer.text).toBe(200);
      expect(cosignatures(served.log.checkpoint(newSize), answer.text)).toEqual(both);
      expect(answer.text).toMatch(/^(?:— \S+ \S+\n){2}$/);
    }
  });

  it('is given to the empty tree', async () => {
    expect((await post(served.log.request(0, 0))).status).toBe(200);
    expect((await post(served.log.request(0, 0))).status).toBe(200);
    expect((await post(served.log.request(0, 5))).status).toBe(200);
  });

  it('passes over signatures of unknown keys', async () => {
    const stranger = new SmallLog('notary.example/log').checkpoint(3).split('\n').at(-2) ?? '';
    const checkpoint = utf8(`${served.log.checkpoint(3)}${stranger}\n`);
    expect((await post(formatAddCheckpoint({ oldSize: 0, proof: [], checkpoint }))).status).toBe(200);
    const kept = await get(`/${originHash(served.log.origin)}/checkpoint`);
    expect(kept.text).not.toContain(stranger);
  });
});

describe('400', () => {
  it.each([
    ['no body', ''],
    ['no old size', 'x\n'],
    ['a size with a leading zero', 'old 00\n\n'],
    ['no checkpoint', 'old 0\n\n'],
    ['a hash of another length', 'old 1\nAAAA\n\nx\n1\n\n— x AAAAAAA=\n'],
    ['a checkpoint without a signature', 'old 0\n\nnotary.example/log\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n'],
    ['bytes that are no UTF-8', Uint8Array.of(0xff, 0xfe)],
  ])('%s', async (_name, body) => {
    expect((await post(body)).status).toBe(400);
  });

  it('an old size above the checkpoint’s', async () => {
    const checkpoint = utf8(served.log.checkpoint(3));
    expect((await post(formatAddCheckpoint({ oldSize: 4, proof: [], checkpoint }))).status).toBe(400);
    expect((await post(served.log.request(0, 3))).status).toBe(200);
    expect((await post(formatAddCheckpoint({ oldSize: 4, proof: [], checkpoint }))).status).toBe(400);
  });

  it('more than 63 hashes', async () => {
    const lines = `${Buffer.alloc(32).toString('base64')}\n`.repeat(64);
    expect((await post(`old 1\n${lines}\n${served.log.checkpoint(3)}`)).status).toBe(400);
  });
});

describe('403', () => {
  it('no signature of a known key', async () => {
    expect((await post(new SmallLog('notary.example/log').request(0, 3))).status).toBe(403);
  });

  it('a signature of a known key that does not verify, even beside one that does', async () => {
    const other = served.log.checkpoint(4).split('\n').at(-2) ?? '';
    const body = readUtf8(served.log.request(0, 3)) ?? '';
    expect((await post(body.replace(/— .*\n$/, `${other}\n`))).status).toBe(403);
    expect((await post(`${body}${other}\n`)).status).toBe(403);
  });
});

describe('404', () => {
  it('an unknown origin', async () => {
    expect((await post(new SmallLog('other.example/log').request(0, 3))).status).toBe(404);
  });

  it('the checkpoint of a log that was never cosigned, and of none', async () => {
    for (const origin of [served.log.origin, 'other.example/log'])
      expect((await get(`/${originHash(origin)}/checkpoint`)).status).toBe(404);
    for (const path of ['/checkpoint', '/nothing', `/${originHash(served.log.origin).toUpperCase()}/checkpoint`, '/%zz'])
      expect((await get(path)).status).toBe(404);
  });
});

describe('409', () => {
  it('tells the size that was cosigned last, in the type of the standard to the letter', async () => {
    expect(await post(served.log.request(2, 3))).toEqual({ status: 409, type: 'text/x.tlog.size', text: '0\n' });
    await post(served.log.request(0, 8));
    for (const [oldSize, newSize] of [
      [0, 21],
      [3, 8],
      [9, 21],
      [0, 3],
    ] as const)
      expect(await post(served.log.request(oldSize, newSize))).toEqual({ status: 409, type: 'text/x.tlog.size', text: '8\n' });
  });

  it('comes before the proof is looked at', async () => {
    await post(served.log.request(0, 8));
    const checkpoint = utf8(served.log.checkpoint(21));
    expect((await post(formatAddCheckpoint({ oldSize: 5, proof: [emptyRoot()], checkpoint }))).status).toBe(409);
  });
});

describe('422', () => {
  it('a tree of no leaves with another root', async () => {
    const checkpoint = utf8(served.log.checkpointOf(0, leafHash(utf8('x'))));
    expect((await post(formatAddCheckpoint({ oldSize: 0, proof: [], checkpoint }))).status).toBe(422);
  });

  it('a proof from the empty tree', async () => {
    const checkpoint = utf8(served.log.checkpoint(3));
    expect((await post(formatAddCheckpoint({ oldSize: 0, proof: [emptyRoot()], checkpoint }))).status).toBe(422);
  });

  it('a proof that does not verify, is missing, or stands where there is none', async () => {
    await post(served.log.request(0, 8));
    const fork = served.log.forkedAt(4);
    for (const [oldSize, proof, checkpoint] of [
      [8, fork.proof(8, 21), fork.checkpoint(21)],
      [8, [], served.log.checkpoint(21)],
      [8, served.log.proof(8, 20), served.log.checkpoint(21)],
      [8, served.log.proof(8, 21).toReversed(), served.log.checkpoint(21)],
      [8, [emptyRoot()], served.log.checkpoint(8)],
    ] as const)
      expect((await post(formatAddCheckpoint({ oldSize, proof, checkpoint: utf8(checkpoint) }))).status).toBe(422);
    expect((await post(served.log.request(8, 21))).status).toBe(200);
  });

  it('another root at the same size, which is kept as the proof of a fork, also behind a 409', async () => {
    await post(served.log.request(0, 8));
    const fork = served.log.forkedAt(4);
    expect((await post(fork.request(8, 8))).status).toBe(422);
    expect((await post(fork.request(3, 8))).status).toBe(409);
    const conflicts = join(served.folder, 'logs', originHash(served.log.origin), 'conflicts');
    const names = await readdir(conflicts);
    expect(names).toHaveLength(2);
    expect(await readFile(join(conflicts, names[0] ?? ''), 'utf8')).toContain(fork.checkpoint(8));
    expect((await get('/')).text).toContain('分叉');
    expect((await get('/metrics')).text).toContain('witness_log_forks{origin="notary.example/log"} 2');
  });
});
