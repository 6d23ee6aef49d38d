import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { backup } from '../../src/cli/backup/backup.ts';
import { verifyBackup } from '../../src/cli/backup/verify-backup.ts';
import { fsck } from '../../src/cli/check/fsck.ts';
import { storeFiles, succeed } from '../../src/server/business/captures/finish.ts';
import { takeCapture, workerActor } from '../../src/server/business/captures/queue.ts';
import { moveCapture } from '../../src/server/business/captures/transitions.ts';
import { finishRecording } from '../../src/server/business/recordings/finish.ts';
import { system } from '../../src/server/business/recordings/recording.ts';
import { readConfig } from '../../src/server/platform/runtime/config.ts';
import { testApp } from '../installation/app.ts';
import { newCaptures } from '../installation/factories/captures.ts';
import { aFile, sha256Of, uid } from '../installation/factories/evidence.ts';
import { media } from '../installation/factories/media.ts';
import { recordingMaker } from '../installation/factories/recordings.ts';
import { partOf } from '../rounds.ts';
import { faultyDisk, type DiskFault, type FaultyDisk } from './environment/disk.ts';

const installation = testApp();
const recordings = recordingMaker(installation);
const captures = newCaptures(installation);
const isEach = process.env['NTH_ALL'] === '1';
const faults: readonly DiskFault[] = ['EIO', 'ENOSPC', 'short', 'power'];
/** How often a call is sent again before it counts as lost. */
const sendings = 5;
let disk: FaultyDisk;
let folder = '';
let userId = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-disk-'));
  await symlink(installation.folder, join(folder, 'objects'));
  await recordings.evidence.open();
  await installation.db
    .insertInto('secret')
    .values({ name: 'evidence-owner', value: Buffer.from(installation.ownerSecret) })
    .execute();
  userId = await recordings.evidence.user('personal', 100_000);
  disk = faultyDisk([installation.folder, folder]);
});
afterAll(async () => {
  disk?.remove();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

/** @returns whether it was acknowledged; `again` goes on where it was left, on a disk that is well, and must get to the end. */
interface Trial {
  first(): Promise<boolean>;
  again(): Promise<boolean>;
  /** What must be there from the acknowledgement on. */
  whole(): Promise<void>;
}

/**
 * The fault at the first call to the disk, at the second, and so on, until the work has no call left that it strikes.
 * @param growth how much further on the next call is than this one, unless all are asked for.
 */
async function atEach(fault: DiskFault, arrange: () => Promise<Trial>, growth = 1): Promise<number> {
  for (let number = 1; ; number = isEach ? number + 1 : Math.floor(number * growth) + 1) {
    const { first, again, whole } = await arrange();
    disk.aim(fault, number);
    const isDone = await first();
    const hasStruck = await disk.callOff();
    if (!isDone) {
      let isLate = false;
      for (let sending = 1; sending <= sendings && !isLate; sending += 1) isLate = await again();
      expect({ number, isLate }).toEqual({ number, isLate: true });
    }
    await whole();
    if (!hasStruck) return number;
  }
}

const stored = async (sha256: string): Promise<string> =>
  sha256Of(await buffer((await installation.store.open(sha256)).stream).catch(() => Buffer.alloc(0)));

async function evidence(): Promise<Trial> {
  const file = aFile({ bytes: randomBytes(100) });
  const fields = { user_id: userId, unique_id: uid() };
  const send = async (): Promise<boolean> => (await recordings.evidence.send(fields, file)).status === 200;
  const whole = async (): Promise<void> => expect(await stored(sha256Of(file.bytes))).toBe(sha256Of(file.bytes));
  return Promise.resolve({ first: send, again: send, whole });
}

/** The last chunk of an upload: with it the recording becomes evidence. */
async function recordingEnd(): Promise<Trial> {
  const file = media.mp4(5, { dataBytes: 3000 });
  const { number, url } = await recordings.begun(userId, file);
  await recordings.patch(url, 0, file.subarray(0, 1000), { length: file.length });
  const send = async (): Promise<boolean> => {
    const at = Number((await recordings.head(url)).headers['upload-offset'] ?? 0);
    if (at < file.length) await recordings.patch(url, at, file.subarray(at));
    // What has come in whole and was left in the middle is taken up by the job.
    await finishRecording({ ...installation }, number, system);
    return (await recordings.rowOf(number)).status === 'succeeded';
  };
  const first = async (): Promise<boolean> => (await recordings.patch(url, 1000, file.subarray(1000))).status === 204;
  return { first, again: send, whole: async () => expect(await stored(sha256Of(file))).toBe(sha256Of(file)) };
}

/** Its files are stored, and it becomes evidence: what a worker does last, and another worker when that one has failed. */
async function captureEnd(): Promise<Trial> {
  const number = await captures.capture();
  const job = await takeCapture(installation.db, 'w', 600);
  if (job?.number !== number) throw new Error('another capture waits');
  await installation.db.transaction().execute(async (tx) => {
    await moveCapture(tx, job, 'queued', 'capturing', workerActor, { begun_at: new Date() });
    await moveCapture(tx, job, 'capturing', 'uploading', workerActor);
  });
  const bytes = ['original-1.png', 'original-2.html'].map((name) => ({ name, bytes: Buffer.from(name + number) }));
  const source = await mkdtemp(join(tmpdir(), 'notary-captured-'));
  const [picture, page] = await Promise.all(
    bytes.map(async ({ name, bytes: content }) => {
      await writeFile(join(source, name), content);
      return { name, role: 'original' as const, mediaType: name.endsWith('png') ? 'image/png' : 'text/html', path: join(source, name) };
    }),
  );
  if (!picture || !page) throw new Error('no file');
  const captured = {
    begunAt: new Date(),
    endedAt: new Date(),
    files: [picture, page] satisfies [unknown, unknown],
    bracket: null,
    openedUrl: job.url,
    notes: [],
  };
  const finish = async (): Promise<boolean> => {
    const files = await storeFiles(installation.store, [picture, page]);
    return succeed(installation.db, job, files, captured, installation.ownerSecret);
  };
  const whole = async (): Promise<void> => {
    await rm(source, { recursive: true });
    for (const { bytes: content } of bytes) expect(await stored(sha256Of(content))).toBe(sha256Of(content));
    expect((await captures.row(number)).status).toBe('succeeded');
  };
  return { first: () => finish().catch(() => false), again: finish, whole };
}

it.each(partOf(faults, 0))('an evidence is kept whole or not acknowledged, whichever file call meets %s', async (fault) => {
  expect(await atEach(fault, evidence)).toBeGreaterThan(fault === 'short' ? 1 : 8);
});

it.each(partOf(faults, 4))('a recording ends whole or goes on where it was, whichever file call meets %s', async (fault) => {
  expect(await atEach(fault, recordingEnd, 1.2)).toBeGreaterThan(fault === 'short' ? 1 : 10);
});

it.each(partOf(faults, 8))('a capture ends whole or not at all, whichever file call meets %s', async (fault) => {
  expect(await atEach(fault, captureEnd)).toBeGreaterThan(fault === 'short' ? 2 : 10);
});

it.each(partOf(faults, 12))(
  'a backup is whole or is none, whichever file call meets %s',
  async (fault) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const config = readConfig({ DATA_DIR: folder });
    const place = join(folder, `place-${fault}`);
    const make = async (): Promise<boolean> => !(await backup.run({ ...installation, args: [place, '--keep', '2'], config })).failed;
    const check = async (): Promise<void> => {
      const { failed, text } = await verifyBackup.runStandalone({ args: [place], config });
      expect(failed === true && text).toBe(false);
    };
    await make();
    const trial = async (): Promise<Trial> => {
      const first = (): Promise<boolean> => make().catch(() => false);
      return Promise.resolve({ first, again: make, whole: check });
    };
    // Each table is a file that is written as the one before it.
    expect(await atEach(fault, trial, 1.8)).toBeGreaterThan(50);
  },
  7_200_000,
);

it('leaves behind what fsck finds whole', async () => {
  const { failed, text } = await fsck.run({ ...installation, args: ['--objects'], config: readConfig({ DATA_DIR: folder }) });
  expect(failed && text).toBe(false);
});
