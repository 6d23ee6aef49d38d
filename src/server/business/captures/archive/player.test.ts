import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesOfZip, withFile, withForgedRecord } from '../../../../../test/installation/factories/packages/altered-archive.ts';
import { smallArchive } from '../../../../../test/installation/factories/packages/archived-capture.ts';
import { startPlayer } from '../../../../../test/installation/servers/archive-player.ts';
import { zipOf, type ZipFile } from '../../../../../test/installation/zip.ts';
import { archivePaths } from '../../../../domain/proof/web-archive/archive-names.ts';

let folder = '';
let archive = '';
let player: Awaited<ReturnType<typeof startPlayer>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-player-'));
  player = await startPlayer();
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const made = await smallArchive(folder, {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }),
    sign: (text) => sign('sha256', text, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
  });
  archive = made.path;
});
afterAll(async () => {
  await player?.stop();
  await rm(folder, { recursive: true, force: true });
});

const written = async (name: string, files: readonly ZipFile[]): Promise<string> => {
  const target = join(folder, `${name}.wacz`);
  await writeFile(target, zipOf(files));
  return target;
};
const wrongOf = (hashes: Readonly<Record<string, boolean>>, names = /./) =>
  Object.entries(hashes).flatMap(([name, holds]) => (!holds && names.test(name) ? [name] : []));
const ofFiles = /pages\.jsonl|data\.warc\.gz:/;

it('opens in ReplayWeb.page, which reads it in ranges, shows the page and finds that all hashes hold', async () => {
  const played = await player.play(archive);
  expect(played).toMatchObject({ title: '存档', text: expect.stringContaining('存档的网页') as string, pictures: 1, invalid: 0 });
  expect(wrongOf(played.hashes, ofFiles)).toEqual([]);
  expect(Object.keys(played.hashes).filter((name) => ofFiles.test(name)).length).toBe(1);
  expect(player.ranges.length).toBeGreaterThan(0);
});

it('is named by ReplayWeb.page where its list of pages was altered', async () => {
  const played = await player.play(await written('pages', await withTitle(archivePaths.pages, '"title":"')));
  expect(played.invalid).toBe(1);
  expect(wrongOf(played.hashes)).toEqual([expect.stringContaining(archivePaths.pages)]);
});

/** Our own verifier finds what it cannot see (wacz-check.test.ts). */
describe('ReplayWeb.page cannot see', () => {
  const shape = 'https://www.example.com/shape.svg';
  const forged = async () => withForgedRecord(await filesOfZip(archive), shape, 'r="40"', 'r="10"');

  it('that the list of files was altered: it gives up over a key that is not on P-384, before it compares the list', async () => {
    const { hashes, invalid } = await player.play(await written('files', await withTitle(archivePaths.datapackage, '"title": "')));
    expect([invalid, Object.keys(hashes).filter((name) => name.includes('datapackage'))]).toEqual([0, []]);
  });

  it('that a record was altered: it has no hash to compare with', async () => {
    expect(await player.play(await written('forged', await forged()))).toMatchObject({ pictures: 1, invalid: 0 });
  });

  it.each([
    ['altered', forged],
    ['not altered', async () => filesOfZip(archive)],
  ])('which one it is, where the index hands it hashes: it takes its own before a record ends, of one that was %s', async (_, files) => {
    const handed = withFile(await files(), archivePaths.index, (bytes) =>
      Buffer.from(bytes.toString().replaceAll('recordHash', 'recordDigest')),
    );
    const { rows, invalid } = await player.play(await written('handed', handed));
    expect([invalid, rows.flatMap(({ id, expected }) => (id.includes('data.warc.gz:') ? [expected] : []))]).toEqual([2, ['', '']]);
  });
});

it('does not show in ReplayWeb.page what cannot be unpacked any more', async () => {
  const files = withFile(await filesOfZip(archive), archivePaths.traffic, (bytes) => {
    const at = bytes.length - 600;
    return Buffer.from(bytes.with(at, (bytes[at] ?? 0) ^ 1));
  });
  expect(await player.play(await written('broken', files))).toMatchObject({ text: '存档的网页', pictures: 0 });
});

async function withTitle(path: string, field: string): Promise<ZipFile[]> {
  return withFile(await filesOfZip(archive), path, (bytes) => Buffer.from(bytes.toString().replace(`${field}存档`, `${field}伪造`)));
}
