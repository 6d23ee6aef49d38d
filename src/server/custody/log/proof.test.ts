import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { enqueue } from '../../../../test/installation/factories/log.ts';
import { utf8 } from '../../../domain/kit/bytes/bytes.ts';
import { parseCheckpoint, verifyCheckpoint } from '../../../domain/proof/tlog/checkpoint.ts';
import { parseBundle } from '../../../domain/proof/tlog/entry-bundle.ts';
import { leafHash } from '../../../domain/proof/tlog/merkle.ts';
import { verifyInclusion } from '../../../domain/proof/tlog/merkle-verify.ts';
import { tilesOf, tileHashes, tileRoot } from '../../../domain/proof/tlog/tiles.ts';
import { tilePath } from '../../../domain/proof/tlog/tile-path.ts';
import { parseTlogProof } from '../../../domain/proof/tlog/tlog-proof.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { openLogSigner, readLogKey } from './log-signer.ts';
import { proofOf } from './proof.ts';
import { growLog } from './sequencer.ts';

const installation = testApp();
const open = testApp({ LOG_PUBLIC_ENTRIES: '1' });
const texts = Array.from({ length: 777 }, (_, at) => `entry ${at}`);
let ids: string[] = [];
/** Checkpoints of 1, 300, 556 and 777 leaves. */
beforeAll(async () => {
  for (const { db } of [installation, open]) {
    const signer = await openLogSigner(db, readConfig({ PUBLIC_URL: 'https://notary.example/office/' }));
    ids = [];
    for (const [from, to] of [
      [0, 1],
      [1, 300],
      [300, 556],
      [556, 777],
    ] as const) {
      ids.push(...(await enqueue(db, texts.slice(from, to))));
      await growLog(db, signer);
    }
  }
});

async function verify(entry: string, text: string): Promise<string> {
  const key = await readLogKey(installation.db);
  const proof = parseTlogProof(utf8(text));
  if (!key || !proof.ok) return 'unreadable proof';
  const signed = parseCheckpoint(proof.value.checkpoint);
  if (!signed.ok) return signed.fault;
  const { checkpoint, note } = signed.value;
  const signature = verifyCheckpoint(checkpoint, note, { origin: 'notary.example/office/log', keys: [key] });
  const included = verifyInclusion({
    index: proof.value.index,
    size: checkpoint.size,
    leafHash: leafHash(utf8(entry)),
    root: checkpoint.root,
    proof: proof.value.hashes,
  });
  return signature.ok && included.ok ? 'holds' : 'does not hold';
}

describe('proofs', () => {
  it('hold for every entry, under the newest checkpoint', async () => {
    for (const [at, entryId] of ids.entries()) {
      const proof = await proofOf(installation.db, { entryId });
      expect(proof).toMatchObject({
        leafIndex: String(at),
        checkpoint: { size: '777' },
        timestamp: null,
      });
      if (at % 37 < 2 || at > 770) expect([at, await verify(texts[at] ?? '', proof?.text ?? '')]).toEqual([at, 'holds']);
      expect(proof?.text.length).toBeLessThan(2048);
    }
    expect(await verify('another entry', (await proofOf(installation.db, { seq: '5' }))?.text ?? '')).toBe('does not hold');
  });

  it('are the same by id and by place, and there are none for what is not in the log', async () => {
    expect(await proofOf(installation.db, { seq: '400' })).toEqual(await proofOf(installation.db, { entryId: ids[400] ?? '' }));
    const [waiting = ''] = await enqueue(installation.db, ['waits']);
    expect(await proofOf(installation.db, { entryId: waiting })).toBeNull();
    expect(await proofOf(installation.db, { seq: '777' })).toBeNull();
  });
});

describe('what is served', () => {
  const get = async (path: string, app = installation.app) => app.inject({ method: 'GET', url: `/log/${path}` });

  it('is the newest checkpoint, signed', async () => {
    const reply = await get('checkpoint');
    expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'no-cache',
    ]);
    const signed = parseCheckpoint(reply.rawPayload);
    expect(signed).toMatchObject({ ok: true, value: { checkpoint: { origin: 'notary.example/office/log', size: 777 } } });
  });

  it('are the tiles of the tree, also as narrow as they once were, and immutable', async () => {
    const leaves = texts.map((text) => leafHash(utf8(text)));
    for (const size of [1, 300, 556, 777]) {
      for (const tile of tilesOf(size)) {
        const reply = await get(tilePath(tile));
        expect([reply.statusCode, reply.headers['cache-control'], reply.headers['content-type']]).toEqual([
          200,
          'public, max-age=31536000, immutable',
          'application/octet-stream',
        ]);
        const first = tile.index * 256;
        const expected =
          tile.level === 0
            ? leaves.slice(first, first + tile.width)
            : Array.from({ length: tile.width }, (_, at) => tileRoot(leaves.slice(at * 256, at * 256 + 256)));
        expect(tileHashes(Uint8Array.from(reply.rawPayload))).toEqual(expected);
      }
    }
  });

  it.each([
    'tile/0/003',
    'tile/0/003.p/10',
    'tile/0/3',
    'tile/0/004',
    'tile/1/000',
    'tile/63/000.p/1',
    'tile/1/000.p/4',
    'tile/0/x999/x999/x999/x999/999',
    'tile/',
    '',
    'tile/0/000.p/256',
    'tile/0/000%2e',
    'latest',
  ])('is not %s', async (path) => {
    expect((await get(path)).statusCode).toBe(404);
  });

  it('are no entries, unless the office lets them out', async () => {
    expect((await get('tile/entries/000')).statusCode).toBe(404);
    const bundles = await Promise.all(
      ['tile/entries/000', 'tile/entries/001', 'tile/entries/002', 'tile/entries/003.p/9'].map((path) => get(path, open.app)),
    );
    const entries = bundles.flatMap((reply) => {
      const bundle = parseBundle(Uint8Array.from(reply.rawPayload));
      return bundle.ok ? bundle.value.map((bytes) => Buffer.from(bytes).toString()) : [];
    });
    expect(entries).toEqual(texts);
    expect((await get('tile/entries/003.p/10', open.app)).statusCode).toBe(404);
  });

  it('takes no other method', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const)
      expect((await installation.app.inject({ method, url: '/log/checkpoint' })).statusCode).toBe(405);
    expect((await installation.app.inject({ method: 'HEAD', url: '/log/checkpoint' })).statusCode).toBe(200);
  });
});

describe('the key and the origin', () => {
  it('stay what they were, whatever PUBLIC_URL becomes; a LOG_ORIGIN that contradicts stops the start', async () => {
    const first = await openLogSigner(installation.db, readConfig({ PUBLIC_URL: 'https://elsewhere.example' }));
    expect(first.key).toEqual(await readLogKey(installation.db));
    expect(first.key.name).toBe('notary.example/office/log');
    await expect(openLogSigner(installation.db, readConfig({ LOG_ORIGIN: 'other.example/log' }))).rejects.toThrow(
      'has signed as notary.example/office/log',
    );
  });

  it('stop the start when the secret is another', async () => {
    await open.pool.query("delete from secret where name = 'log-key'");
    await expect(openLogSigner(open.db, readConfig({}))).rejects.toThrow('not the key of this log');
    expect((await open.pool.query("select 1 from secret where name = 'log-key'")).rowCount).toBe(0);
  });
});
