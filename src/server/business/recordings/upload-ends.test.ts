import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { media } from '../../../../test/installation/factories/media.ts';
import { recordingMaker } from '../../../../test/installation/factories/recordings.ts';
import { picture } from '../../../../test/installation/intake.ts';
import { checkLedger } from '../points/check.ts';
import { pointsOf } from '../points/ledger.ts';
import { endRested } from './infer-upload-end.ts';

const installation = testApp();
const make = recordingMaker(installation);
beforeAll(() => make.evidence.open());

const wrong = { sha256: '0'.repeat(64) };
const mismatch = { status: 'failed', reason: '文件与声明的SHA-256不一致' };
const rested = (number: string, seconds: number) =>
  installation.db
    .updateTable('recording')
    .set({ touched_at: new Date(Date.now() - seconds * 1000) })
    .where('number', '=', number)
    .execute();
const endRestedNow = () =>
  endRested({ db: installation.db, store: installation.store, stages: installation.stages, ownerSecret: installation.ownerSecret }, 60);

describe('an upload whose length nobody tells', () => {
  it.each([
    ['two pieces', [40]],
    ['pieces of no file kind that says its end', [40, 90, 91, 600]],
  ])('is evidence as soon as %s are the declared file', async (_case, cuts) => {
    const file = cuts.length === 1 ? media.mp4(7) : media.mp3(2);
    const { number, url } = await make.begun(await make.evidence.user('personal', 10), file);
    for (const [at, start] of [0, ...cuts].entries()) {
      expect(await make.rowOf(number)).toMatchObject({ status: at === 0 ? 'running' : 'uploading', size_bytes: null });
      expect(await make.patch(url, start, file.subarray(start, cuts[at]))).toMatchObject({ status: 204 });
    }
    expect(await make.rowOf(number)).toMatchObject({ status: 'succeeded', size_bytes: String(file.length) });
    expect(
      createHash('sha256')
        .update(await make.stored((await make.rowOf(number)).sha256))
        .digest('hex'),
    ).toBe((await make.rowOf(number)).sha256);
    expect(await installation.stages.names()).not.toContain(number);
  });

  it.each([
    ['an MP4', media.mp4(3), mismatch.reason],
    ['a WAV', media.wav(1), mismatch.reason],
    ['a PNG', picture('blue'), mismatch.reason],
    [
      'no recording',
      Buffer.from('<!doctype html><p>'),
      '文件类型不支持，请转换为MP4、MOV、M4A、WebM、MP3、WAV、JPEG或PNG后重新登记，原件可用文件存证保存',
    ],
  ])('fails with the piece that ends %s of another hash, and gives the points back', async (_kind, file, reason) => {
    const user_id = await make.evidence.user('personal', 10);
    const { number, url } = await make.begun(user_id, file, wrong);
    expect(await make.patch(url, 0, file)).toMatchObject({ status: reason === mismatch.reason ? 204 : 415 });
    expect(await make.evidence.client().get(`/open/v1/recordings/${number}`)).toMatchObject({ body: { status: 'FAIL', reason } });
    expect(await pointsOf(installation.db, user_id)).toBe(10);
    expect(await checkLedger(installation.db)).toMatchObject({ broken: null });
  });

  it('of a file that does not say its end fails when it rests, and gives the points back', async () => {
    const user_id = await make.evidence.user('personal', 10);
    const file = media.mp3(1);
    const { number, url } = await make.begun(user_id, file, wrong);
    await make.patch(url, 0, file);
    await rested(number, 50);
    await endRestedNow();
    expect(await make.rowOf(number)).toMatchObject({ status: 'uploading' });
    await rested(number, 70);
    await Promise.all([endRestedNow(), endRestedNow()]);
    expect(await make.rowOf(number)).toMatchObject(mismatch);
    expect(await pointsOf(installation.db, user_id)).toBe(10);
    expect(await make.patch(url, file.length, Buffer.from('more'))).toMatchObject({ status: 410 });
  });

  it('that a killed server left whole is evidence when it rests', async () => {
    const file = media.mp4(6);
    const { number, url } = await make.begun(await make.evidence.user('personal', 10), file, wrong);
    await make.patch(url, 0, file.subarray(0, -1));
    const { id } = await make.rowOf(number);
    const last = await (await installation.stages.open(number)).put([file.subarray(-1)] as unknown as AsyncIterable<Buffer>, {
      maxBytes: 1,
    });
    await installation.db
      .insertInto('recording_piece')
      .values({ recording_id: id, start_byte: String(file.length - 1), size_bytes: '1', sha256: last.sha256 })
      .execute();
    await installation.db
      .updateTable('recording')
      .set({ offset_bytes: String(file.length), sha256: createHash('sha256').update(file).digest('hex') })
      .where('id', '=', id)
      .execute();
    await rested(number, 70);
    await endRestedNow();
    expect(await make.rowOf(number)).toMatchObject({ status: 'succeeded' });
  });

  it('does not rest while a piece is on its way', async () => {
    const file = media.mp3(1);
    const { number, url } = await make.begun(await make.evidence.user('personal', 10), file);
    await make.patch(url, 0, file.subarray(0, 100));
    await rested(number, 70);
    // A chunk that breaks off does not count, but it shows that the upload is active.
    expect(await make.patch(url, 100, file.subarray(100), { contentSha256: wrong.sha256 })).toMatchObject({ status: 401 });
    await endRestedNow();
    expect(await make.patch(url, 100, file.subarray(100))).toMatchObject({ status: 204 });
    expect(await make.rowOf(number)).toMatchObject({ status: 'succeeded' });
  });
});

it.each([
  ['an empty file is declared and sent', {}, undefined],
  ['it is said to have no bytes', wrong, 0],
])('an upload fails when %s, and its points come back', async (_case, change, length) => {
  const user_id = await make.evidence.user('personal', 10);
  const { number, url } = await make.begun(user_id, Buffer.alloc(0), change);
  expect(await make.patch(url, 0, Buffer.alloc(0), length === undefined ? {} : { length })).toMatchObject({
    status: 204,
    headers: { 'upload-offset': '0' },
  });
  expect(await make.rowOf(number)).toMatchObject({ status: 'failed', reason: '文件为空' });
  expect(await pointsOf(installation.db, user_id)).toBe(10);
  expect(await make.patch(url, 0, Buffer.from('more'))).toMatchObject({ status: 410 });
});

it('an upload of a time that no manifest holds fails, and its points come back', async () => {
  const user_id = await make.evidence.user('personal', 10);
  const file = media.mp4(3);
  const { number, url } = await make.begun(user_id, file);
  // Simulates one registered before the intake had bounds.
  await installation.db
    .updateTable('recording')
    .set({ begin_at: new Date('9999-12-31T23:59:59Z') })
    .where('number', '=', number)
    .execute();
  expect(await make.patch(url, 0, file)).toMatchObject({ status: 204 });
  expect(await make.rowOf(number)).toMatchObject({ status: 'failed', reason: '证据清单无法生成' });
  expect(await pointsOf(installation.db, user_id)).toBe(10);
});

it('an upload that told its length may rest', async () => {
  const file = media.mp4(3);
  const { number, url } = await make.begun(await make.evidence.user('personal', 10), file);
  await make.patch(url, 0, file.subarray(0, 20), { length: file.length });
  await rested(number, 20 * 3600);
  await endRestedNow();
  expect(await make.patch(url, 20, file.subarray(20))).toMatchObject({ status: 204 });
  expect(await make.rowOf(number)).toMatchObject({ status: 'succeeded' });
});
