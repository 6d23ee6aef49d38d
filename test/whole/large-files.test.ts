import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VersionDetail } from '../../src/contract/console/releases.ts';
import { binaryManifest, storedZip } from '../../src/demo/files/tiny-apk.ts';
import { s3StagingAreas } from '../../src/server/platform/storage/s3/staging-areas.ts';
import { createS3Store } from '../../src/server/platform/storage/s3/store.ts';
import type { S3Place } from '../../src/server/platform/storage/s3/bucket.ts';
import { testApp } from '../installation/app.ts';
import { testDatabase } from '../installation/database.ts';
import { publishers } from '../installation/scenarios/releases.ts';
import { aFile, sha256Of, uid } from '../installation/factories/evidence.ts';
import { grow, webEvidence } from '../installation/factories/package.ts';
import { recordingMaker } from '../installation/factories/recordings.ts';
import { intakeClient, multipartBody } from '../installation/intake.ts';
import { newCredential } from '../../src/server/business/users/credentials.ts';
import { contentsOf, keyOf } from '../installation/s3/contents.ts';
import { startCountedWay, type CountedWay } from '../installation/s3/counted-way.ts';
import { hasS3, startS3, type S3Server } from '../installation/s3/server.ts';

/** Of the files here; `LARGE_FILE_MEGABYTES=500` shows the same of the largest. */
const megabytes = Number(process.env['LARGE_FILE_MEGABYTES'] ?? 16);
const sizeBytes = megabytes * 1_048_576;
/** Heads of requests, and what is read in places, make no tenth of it. */
const inFiles = (bytes: number) => (bytes % sizeBytes < sizeBytes / 10 ? Math.floor(bytes / sizeBytes) : bytes / sizeBytes);

describe.skipIf(!hasS3)('a large file of an installation that keeps its files in S3', () => {
  let s3: S3Server;
  let way: CountedWay;
  let place: S3Place;
  const installation = testApp({ APK_MAX_BYTES: String(2 * sizeBytes) }, testDatabase(), async () => {
    s3 = await startS3();
    way = await startCountedWay(s3.port);
    // Browsers reach the storage by its own address.
    place = { ...s3.place(way.port), links: { endpoint: `http://127.0.0.1:${s3.port}` } };
    return { store: await createS3Store(place), stages: s3StagingAreas(place) };
  });
  /** Another server of the same installation. */
  const other = testApp({ APK_MAX_BYTES: String(2 * sizeBytes) }, Object.create(installation) as typeof installation, async () => ({
    store: installation.store,
    stages: installation.stages,
  }));
  const desk = publishers(installation);
  const recordings = recordingMaker(installation);
  const make = recordings.evidence;
  const key = newCredential();
  beforeAll(async () => {
    await make.open();
    await installation.db
      .insertInto('credential')
      .values({ ...key, kind: 'platform', user_id: null, name: '平台' })
      .execute();
  });
  afterAll(async () => {
    await way?.stop();
    s3?.stop();
  });

  /** How often the file went to the storage, and came from it. */
  const times = () => {
    const { to, from } = way.passed();
    return { to: inFiles(to), from: inFiles(from) };
  };
  const get = async (url: string, headers = {}) => installation.app.inject({ url, headers });

  /** An Android package in pieces, which these servers take in turns; then it is a version of the app. */
  async function publish([current_version, upper_version = '']: [string, string?], bytes: Buffer, servers: (typeof installation)[]) {
    const begun = await desk.publisher.post<{ upload: string; piece_bytes: number }>('/api/upload/begin', {
      name: `${sha256Of(bytes).slice(0, 8)}.apk`,
      size: bytes.length,
    });
    const { upload: reference, piece_bytes: step } = begun.data;
    for (let offset = 0; offset < bytes.length; offset += step) {
      const piece = bytes.subarray(offset, offset + step);
      const fields = { upload: reference, offset: String(offset), sha256: sha256Of(piece) };
      const payload = multipartBody('b', fields, { file: { bytes: piece, name: 'blob', mediaType: 'application/octet-stream' } });
      const headers = { authorization: `Bearer ${desk.publisher.token}`, 'content-type': 'multipart/form-data; boundary=b' };
      const reply = await servers[(offset / step) % servers.length]?.app.inject({
        method: 'POST',
        url: '/api/upload/piece',
        headers,
        payload,
      });
      expect(reply?.json()).toMatchObject({ code: 200 });
    }
    const finished = await desk.publisher.post('/api/upload/finish', { upload: reference });
    expect(finished).toMatchObject({ code: 200, data: { sha256: sha256Of(bytes), file_size: bytes.length } });
    const version = { type: 1, status: '', update_time: '2026-10-01 09:00:00', current_version, upper_version };
    const described = { ...version, update_desc: '内部', update_content: '新版', address: reference };
    expect(await desk.publisher.post('/api/version/addVersion', described)).toMatchObject({ code: 200 });
  }

  /** The hash of what a browser gets that asks for the newest version. */
  async function downloaded(): Promise<string> {
    const { list } = (await desk.publisher.get<{ list: { id: string }[] }>('/api/version/getList', { type: 1 })).data;
    const { url } = (await desk.publisher.get<VersionDetail>('/api/version/detail', { id: list[0]?.id ?? '' })).data;
    const { statusCode, headers } = await get(url);
    expect(statusCode).toBe(302);
    return sha256Of(Buffer.from(await (await fetch(headers.location ?? '')).arrayBuffer()));
  }

  const apk = (versionName: string) =>
    storedZip([
      { name: 'AndroidManifest.xml', content: binaryManifest({ packageName: 'com.example.notary', versionName, versionCode: 1 }) },
      { name: 'assets/noise', content: randomBytes(sizeBytes) },
    ]);

  it('of an Android package comes in once, is put together by the storage, and goes out past the server', async () => {
    const bytes = apk('1.0.0');
    way.passed();
    await publish(['1.0.0'], bytes, [installation]);
    expect(times()).toEqual({ to: 1, from: 0 });
    expect(await downloaded()).toBe(sha256Of(bytes));
    expect(times()).toEqual({ to: 0, from: 0 });
  });

  it('of an Android package whose pieces two servers took is read once to be hashed, and put together by the storage', async () => {
    const bytes = apk('1.0.1');
    way.passed();
    await publish(['1.0.1', '1.0.0'], bytes, [installation, other]);
    expect(times()).toEqual({ to: 1, from: 1 });
    expect(await downloaded()).toBe(sha256Of(bytes));
  });

  it('of evidence goes into an evidence package once, which is written nowhere', async () => {
    const file = aFile({ bytes: randomBytes(sizeBytes) });
    const user = await make.user('personal');
    way.passed();
    const number = await make.evidence(user, {}, file);
    expect(times()).toEqual({ to: 1, from: 0 });
    await grow(installation);
    const path = `/open/v1/evidence/${number}/package`;
    const download = () => get(path, intakeClient(installation.app, key).headersOf({ method: 'GET', path }));
    // The certificate is drawn and kept with the first one.
    expect((await download()).statusCode).toBe(200);
    const kept = await contentsOf(s3.client, place);
    way.passed();
    const { statusCode, rawPayload } = await download();
    expect([statusCode, rawPayload.length > sizeBytes]).toEqual([200, true]);
    // Once for the CRC-32, which stands before the content, and once for the content (docs/decisions/0077-sizes-before-the-content.md).
    expect(times()).toEqual({ to: 0, from: 2 });
    expect(await contentsOf(s3.client, place)).toEqual(kept);
    expect(kept).toContain(keyOf(sha256Of(file.bytes)));
  });

  it('of evidence in chunks goes to its chunks, from there, and to its place', async () => {
    const [bytes, user_id] = [randomBytes(sizeBytes), await make.user('enterprise')];
    way.passed();
    const begun = await make.client().post('/open/v1/evidence/uploads', { unique_id: uid(), user_id, size: sizeBytes });
    const url = String(begun.body['upload_url']);
    for (let at = 0; at < sizeBytes; at += sizeBytes / 4)
      expect(await recordings.patch(url, at, bytes.subarray(at, at + sizeBytes / 4))).toMatchObject({ status: 204 });
    const given = { unique_id: uid(), user_id, title: '一份大文件', filename: 'a.mp4', media_type: 'video/mp4' };
    expect(await make.client().post(url, given)).toMatchObject({ status: 200, body: { sha256: sha256Of(bytes) } });
    expect(times()).toEqual({ to: 2, from: 1 });
  });

  it('goes into a batch of captures once, too', async () => {
    const admin = await installation.signIn('admin@example.com');
    const bytes = [randomBytes(70), randomBytes(sizeBytes), randomBytes(70)];
    const number = await webEvidence(installation, await make.user('personal'), bytes);
    const batch = await admin.post<{ list: string[] }>('/api/webfor/downloadBatch', { baoquanStr: number, uid: '1', type: 2 });
    const kept = await contentsOf(s3.client, place);
    way.passed();
    const { statusCode, rawPayload } = await get(batch.data.list[0] ?? '');
    expect([statusCode, rawPayload.length > sizeBytes]).toEqual([200, true]);
    // Once for the CRC-32, which stands before the content, and once for the content (docs/decisions/0077-sizes-before-the-content.md).
    expect(times()).toEqual({ to: 0, from: 2 });
    expect(await contentsOf(s3.client, place)).toEqual(kept);
  });
});
