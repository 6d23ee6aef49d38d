import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasS3, startS3, type S3Server } from '../../../../test/installation/s3/server.ts';
import { s3StagingAreas } from './s3/staging-areas.ts';
import { localStagingAreas, type StagingAreas } from './staging-areas.ts';

const name = () => randomBytes(16).toString('hex').toUpperCase();
const put = async (stages: StagingAreas, stage: string, bytes: Buffer) =>
  (await (await stages.open(stage)).put(Readable.from([bytes]), { maxBytes: 100 })).sha256;

function keepsPromises(open: () => StagingAreas): void {
  it('keeps each upload apart: what one throws away the other still has', async () => {
    const [stages, one, two] = [open(), name(), name()];
    const bytes = randomBytes(10);
    const [sha256, same] = [await put(stages, one, bytes), await put(stages, two, bytes)];
    expect(sha256).toBe(same);
    expect(await stages.names()).toEqual(expect.arrayContaining([one, two]));
    await stages.discard(one);
    await stages.discard(one);
    expect(await stages.names()).not.toContain(one);
    expect(await (await stages.open(one)).stat(sha256)).toBeNull();
    // As another server, or the same one after a kill, would find it.
    const found = await open().open(two);
    expect(await buffer((await found.open(sha256)).stream)).toEqual(bytes);
    await stages.discard(two);
  });

  it('keeps the uploads of another area apart', async () => {
    const [stages, one] = [open(), name()];
    const area = stages.within('packages');
    await put(area, one, randomBytes(10));
    expect(await area.names()).toContain(one);
    expect(await stages.names()).not.toContain(one);
    await stages.discard(one);
    expect(await open().within('packages').names()).toContain(one);
    await area.discard(one);
    expect(await area.names()).not.toContain(one);
    expect(() => stages.within('../x')).toThrow(RangeError);
  });

  it.each(['', '..', '../x', 'a'.repeat(32), `${name()}/x`])('has no stage of the name %j', async (bad) => {
    await expect((async () => open().open(bad))()).rejects.toBeInstanceOf(RangeError);
    await expect((async () => open().discard(bad))()).rejects.toBeInstanceOf(RangeError);
  });
}

describe('stages in a folder', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stages-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  keepsPromises(() => localStagingAreas(join(folder, 'uploads')));

  it('are thrown away while others open them, early and late', async () => {
    const stages = localStagingAreas(join(folder, 'raced'));
    const late = async (stage: string) => delay(Math.random() * 3).then(() => stages.open(stage));
    for (let round = 0; round < 50; round += 1) {
      const one = name();
      await put(stages, one, randomBytes(10));
      const [discarded, ...opened] = await Promise.allSettled([stages.discard(one), stages.open(one), late(one), late(one)]);
      expect(discarded).toEqual({ status: 'fulfilled', value: undefined });
      for (const open of opened) if (open.status === 'rejected') expect(open.reason).toMatchObject({ kind: 'missing' });
    }
  });

  it('are none before the first, and nothing but stages', async () => {
    expect(await localStagingAreas(join(folder, 'none')).names()).toEqual([]);
    await writeFile(join(folder, 'uploads', '.hidden'), '');
    expect(await localStagingAreas(join(folder, 'uploads')).names()).not.toContain('.hidden');
  });
});

describe.skipIf(!hasS3)('stages in a bucket', () => {
  let s3: S3Server;
  let place: ReturnType<S3Server['place']>;
  beforeAll(async () => {
    s3 = await startS3();
    place = s3.place();
  });
  afterAll(() => s3?.stop());
  keepsPromises(() => s3StagingAreas(place));
});
