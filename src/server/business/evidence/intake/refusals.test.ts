import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { malformed } from '../../../../../test/installation/answers.ts';
import { testApp } from '../../../../../test/installation/app.ts';
import { aFile, evidenceMaker, sha256Of, uid } from '../../../../../test/installation/factories/evidence.ts';
import { multipartBody } from '../../../../../test/installation/intake.ts';

const installation = testApp({ EVIDENCE_MAX_BYTES: '100000', PRICE_EVIDENCE: '2' });
const make = evidenceMaker(installation);
const { pointsOf, rowsOf } = make;
const countTrail = async () => (await installation.db.selectFrom('trail').select('id').where('action', '=', '存证').execute()).length;
const countPending = async () => (await installation.db.selectFrom('log_pending').select('id').execute()).length;

beforeAll(async () => {
  await make.open();
});

describe('POST /evidence', () => {
  it.each([
    ['title', { title: 'a\u0000b' }, aFile()],
    ['unique_id', { unique_id: 'a\u0000b' }, aFile()],
    ['configInfo.name', { configInfo: '{"name":"\\ud83d"}' }, aFile()],
    ['file', {}, aFile({ name: 'a\u0000.mp3' })],
    ['file', {}, aFile({ mediaType: 'audio/\u0000' })],
  ])('refuses characters in %s that no database takes', async (field, fields, file) => {
    const user_id = await make.user('personal', 5);
    expect(await make.send({ user_id, ...fields }, file)).toMatchObject(malformed(field));
    expect(await rowsOf(user_id)).toEqual([]);
  });

  it.each([
    ['the hash of another file', { sha256: '0'.repeat(64) }, 'sha256: is not the hash'],
    ['a malformed hash', { sha256: 'x' }, 'sha256'],
    ['an unknown kind', { isApp: '5' }, 'isApp'],
    ['an end before the start', { startAt: '2026-01-02 00:00:00', endAt: '2026-01-01 00:00:00' }, 'endAt'],
    ['a day that does not exist', { startAt: '2026-02-30 00:00:00' }, 'startAt'],
    ['a day before 1970', { startAt: '0000-01-01 00:00:00' }, 'startAt'],
    ['a day that no manifest holds', { endAt: '9999-01-01 00:00:00' }, 'endAt'],
    ['configInfo that is no JSON', { configInfo: '{' }, 'configInfo'],
    ['configInfo that is no object', { configInfo: '[]' }, 'configInfo'],
    ['an empty title', { title: '' }, 'title'],
    ['a title of 201 characters', { title: '一'.repeat(201) }, 'title'],
    ['control characters', { title: 'a\u0007' }, 'title'],
    ['an unknown user of a wrong form', { user_id: '1 or 1=1' }, 'user_id'],
    ['a foreign field', { unique_id: '' }, 'unique_id'],
  ])('refuses %s, names it and leaves nothing', async (_case, change, text) => {
    const user_id = await make.user('personal', 4);
    const before = [await countTrail(), await countPending()];
    expect(await make.send({ user_id, ...change })).toMatchObject(malformed(text));
    expect(await pointsOf(user_id)).toBe(4);
    expect(await rowsOf(user_id)).toEqual([]);
    expect([await countTrail(), await countPending()]).toEqual(before);
  });

  it('refuses users who may not, before it takes the file in', async () => {
    const file = aFile();
    const { user_id } = await make.register.register('personal');
    expect(await make.send({ user_id }, file)).toMatchObject({ status: 403 });
    expect(await make.send({ user_id: '999999' }, file)).toMatchObject({ status: 404 });
    expect(await make.send({ user_id: await make.user('personal', 1) }, file)).toMatchObject({
      status: 402,
      body: { error: { code: 'points' } },
    });
    expect(await installation.store.stat(sha256Of(file.bytes))).toBeNull();
  });

  it('takes a file of exactly the limit, no larger one and no empty one', async () => {
    const user_id = await make.user('personal', 10);
    const send = (bytes: Buffer) => make.send({ user_id }, aFile({ bytes }));
    expect(await send(randomBytes(100_000))).toMatchObject({ status: 200 });
    const large = randomBytes(100_001);
    expect(await send(large)).toMatchObject({ status: 413, body: { error: { code: 'too_large' } } });
    expect(await send(randomBytes(5_000_000))).toMatchObject({ status: 413 });
    expect(await installation.store.stat(sha256Of(large))).toBeNull();
    expect(await send(Buffer.alloc(0))).toMatchObject(malformed('file: is empty'));
    expect(await installation.store.stat(sha256Of(Buffer.alloc(0)))).toBeNull();
    expect(await pointsOf(user_id)).toBe(8);
  });

  it('wants the file last, once, and under its name', async () => {
    const user_id = await make.user('personal', 10);
    const fields = () => ({ unique_id: uid(), title: '一份证据', user_id });
    const post = (files: Record<string, ReturnType<typeof aFile>>, given: Record<string, string> = fields()) =>
      make.client().multipart('/open/v1/evidence', given, files);
    expect(await post({})).toMatchObject(malformed('file: is missing'));
    expect(await post({ other: aFile() })).toMatchObject(malformed('other'));
    const followed = aFile();
    expect(await post({ file: followed, other: aFile() })).toMatchObject(malformed('other: comes behind the file'));
    expect(await installation.store.stat(sha256Of(followed.bytes))).toBeNull();
    const body = Buffer.concat([
      multipartBody('b', {}, { file: aFile() }).subarray(0, -'--b--\r\n'.length),
      multipartBody('b', fields(), {}),
    ]);
    expect(
      await make.client().send({ method: 'POST', path: '/open/v1/evidence', body, contentType: 'multipart/form-data; boundary=b' }),
    ).toMatchObject({ status: 400 });
    expect(await make.client().post('/open/v1/evidence', fields())).toMatchObject({ status: 415 });
    expect(await rowsOf(user_id)).toEqual([]);
    expect(await pointsOf(user_id)).toBe(10);
  });

  it('writes nothing for a body that is not the signed one, stores nothing of it, and says so before anything else', async () => {
    const user_id = await make.user('personal', 10);
    const file = aFile();
    const send = (fields: Record<string, string>, contentSha256: string) =>
      make.client().multipart('/open/v1/evidence', { unique_id: uid(), title: '一份证据', ...fields }, { file }, { contentSha256 });
    expect(await send({ user_id }, '0'.repeat(64))).toMatchObject({
      status: 401,
      body: { error: { message: expect.stringContaining('X-Content-SHA256') as string } },
    });
    expect(await send({ user_id: '999999' }, '0'.repeat(64))).toMatchObject({ status: 401 });
    expect(await rowsOf(user_id)).toEqual([]);
    expect(await installation.store.stat(sha256Of(file.bytes))).toBeNull();
    expect(await send({ user_id }, 'UNSIGNED-PAYLOAD')).toMatchObject({ status: 200 });
  });

  it('leaves nothing of an upload that breaks off, and goes on serving', async () => {
    const user_id = await make.user('personal', 10);
    if (!installation.app.server.listening) await installation.app.listen({ port: 0 });
    const { port } = installation.app.server.address() as AddressInfo;
    const body = multipartBody('b', { unique_id: uid(), title: '一份证据', user_id }, { file: aFile({ bytes: randomBytes(90_000) }) });
    const headers = make.client().headersOf({
      method: 'POST',
      path: '/open/v1/evidence',
      contentSha256: 'UNSIGNED-PAYLOAD',
      contentType: 'multipart/form-data; boundary=b',
    });
    await new Promise<void>((done) => {
      const upload = request({ port, method: 'POST', path: '/open/v1/evidence', headers: { ...headers, 'content-length': body.length } });
      upload.on('error', () => done());
      upload.write(body.subarray(0, 50_000), () => setTimeout(() => upload.destroy(new Error('gone')), 50));
    });
    await sleep(200);
    expect(await rowsOf(user_id)).toEqual([]);
    expect(await pointsOf(user_id)).toBe(10);
    expect(await make.send({ user_id })).toMatchObject({ status: 200 });
  });
});
