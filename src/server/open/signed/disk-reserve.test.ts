import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { uid } from '../../../../test/installation/factories/evidence.ts';
import { recordingMaker } from '../../../../test/installation/factories/recordings.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { askEveryBytes, diskReserve, whileRoom } from './disk-reserve.ts';

// More than any disk has.
const reserve = '9000000000000000';
const installation = testApp({ DISK_RESERVE_BYTES: reserve, DATA_DIR: tmpdir() });
const make = recordingMaker(installation);
beforeAll(() => make.evidence.open());

it('keeps chunks of uploads and of recordings off a disk with less room than its reserve, and nothing of them counts', async () => {
  const user_id = await make.evidence.user('enterprise', 30);
  const bytes = randomBytes(2000);
  const upload = await make.evidence.client().post('/open/v1/evidence/uploads', { unique_id: uid(), user_id, size: bytes.length });
  const recording = await make.begun(user_id, bytes);
  for (const url of [String(upload.body['upload_url']), recording.url]) {
    expect(await make.patch(url, 0, bytes, { length: bytes.length })).toMatchObject({
      status: 503,
      body: { error: { code: 'unavailable', message: expect.not.stringContaining(reserve) as string } },
    });
    expect(await make.head(url)).toMatchObject({ status: 200, headers: { 'upload-offset': '0' } });
  }
  expect(await installation.stages.names()).not.toContain(recording.number);
});

it('asks only the disk of a folder, and nothing where there is no reserve', async () => {
  const config = (more: Record<string, string>) => readConfig({ DATA_DIR: tmpdir(), DISK_RESERVE_BYTES: reserve, ...more });
  await expect(diskReserve(config({}))(0)).rejects.toMatchObject({ code: 'ENOSPC' });
  await diskReserve(config({ DISK_RESERVE_BYTES: '1' }))(0);
  await expect(diskReserve(config({ DISK_RESERVE_BYTES: '1' }))(Number(reserve))).rejects.toMatchObject({ code: 'ENOSPC' });
  await diskReserve(config({ DISK_RESERVE_BYTES: '0' }))(0);
  await diskReserve({ ...config({}), storageUrl: 's3://bucket' })(0);
});

it('asks again while a long chunk comes in, and leaves the rest unread', async () => {
  async function* endless() {
    for (;;) yield new Uint8Array(askEveryBytes / 4);
  }
  const asked: number[] = [];
  const room = async (bytes: number) => {
    asked.push(bytes);
    if (asked.length === 3) throw new Error('full');
  };
  let passed = 0;
  const read = async () => {
    for await (const bytes of whileRoom(endless(), room)) passed += bytes.length;
  };
  await expect(read()).rejects.toThrow('full');
  expect(asked).toEqual([askEveryBytes, askEveryBytes, askEveryBytes]);
  expect(passed).toBeLessThan(3 * askEveryBytes);
});
