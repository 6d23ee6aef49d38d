import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/house/app.ts';
import { aFile, evidenceMaker, sha256Of, sm3Of, uid } from '../../../../test/house/factories/evidence.ts';
import { intakeClient, multipartBody } from '../../../../test/house/intake.ts';
import { parseCanonicalJson } from '../../../domain/evidence/canonical-json.ts';
import { parseManifest } from '../../../domain/evidence/manifest.ts';
import { grantCredential } from '../../users/credentials.ts';
import { readConfig } from '../../runtime/config.ts';
import { describeEvidence } from './state.ts';

const house = testApp({ EVIDENCE_MAX_BYTES: '100000', PRICE_EVIDENCE: '2' });
const make = evidenceMaker(house);
const pointsOf = async (id: string) => (await make.client().get(`/open/v1/users/${id}`)).body['points'];
const malformed = (text: string) => ({
  status: 400,
  body: { error: { code: 'malformed', message: expect.stringContaining(text) as string } },
});
const rowsOf = (userId: string) => house.db.selectFrom('evidence').selectAll().where('user_id', '=', userId).execute();
const countTrail = async () => (await house.db.selectFrom('trail').select('id').where('action', '=', '存证').execute()).length;
const countPending = async () => (await house.db.selectFrom('log_pending').select('id').execute()).length;

beforeAll(async () => {
  await make.open();
});

describe('POST /evidence', () => {
  it('keeps the file, takes the points, hands a manifest to the log and leaves a trail row', async () => {
    const user_id = await make.user('personal', 5, '张存证');
    const file = aFile();
    const sha256 = sha256Of(file.bytes);
    const configInfo = JSON.stringify({ name: '手机', model_name: 'M1', version: '1.0', type: 1, imei: 'x' });
    const answer = await make.send(
      { user_id, sha256, isApp: '2', startAt: '2026-01-01 08:00:00', endAt: '2026-01-01 08:05:00', address: '某市某路', configInfo },
      file,
    );
    expect(answer).toMatchObject({
      status: 200,
      body: {
        sha256,
        baoquan: expect.stringMatching(/^[0-9A-F]{32}$/) as string,
        saveTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
      },
    });
    const number = String(answer.body['baoquan']);
    expect(await pointsOf(user_id)).toBe(3);
    expect(await buffer((await house.store.open(sha256)).stream)).toEqual(file.bytes);
    const [row] = await rowsOf(user_id);
    expect(row).toMatchObject({
      number,
      type: 'personal',
      kind: 'audio',
      title: '一份证据',
      file_name: '现场 录音.MP3',
      file_status: 'stored',
      address: '某市某路',
      device: { name: '手机', model_name: 'M1', type: 1 },
    });
    expect(row?.device).not.toHaveProperty('imei');

    const pending = await house.db
      .selectFrom('log_pending')
      .selectAll()
      .where('id', '=', row?.log_entry ?? '')
      .executeTakeFirstOrThrow();
    const manifest = parseManifest(pending.entry);
    expect(manifest).toMatchObject({
      ok: true,
      value: { number, kind: 'file', times: { startAt: '2026-01-01T00:00:00.000Z', receivedAt: row?.saved_at.toISOString() } },
    });
    const text = pending.entry.toString();
    for (const personal of ['张存证', '一份证据', '现场', '某市', '手机', `"${user_id}"`]) expect(text).not.toContain(personal);
    const files = await house.db
      .selectFrom('evidence_file')
      .selectAll()
      .where('evidence_id', '=', row?.id ?? '')
      .orderBy('name')
      .execute();
    expect(manifest.ok && manifest.value.files).toEqual(
      files.map(({ name, role, sha256: hash, sm3, size_bytes, media_type }) => ({
        name,
        role,
        sha256: hash,
        sm3,
        sizeBytes: Number(size_bytes),
        mediaType: media_type,
      })),
    );
    const [details, original] = files;
    expect(original).toMatchObject({
      name: 'original-1.mp3',
      role: 'original',
      sha256,
      sm3: sm3Of(file.bytes),
      media_type: 'audio/mpeg',
      content: null,
    });
    const content = Buffer.from(details?.content ?? []);
    expect([sha256Of(content), sm3Of(content)]).toEqual([details?.sha256, details?.sm3]);
    expect(parseCanonicalJson(content)).toMatchObject({
      ok: true,
      value: {
        number,
        holder: '张存证',
        title: '一份证据',
        fileName: '现场 录音.MP3',
        salt: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
    });
    const trail = await house.db.selectFrom('trail').selectAll().where('object', '=', `evidence/${number}`).execute();
    expect(trail).toMatchObject([
      { action: '存证', actor_kind: 'client', actor_name: '测试平台', after: { user: user_id, sha256, points: 2 } },
    ]);
  });

  it.each([
    ['身份证.19900307', 'zhang.san/13800138000', 'original-1.bin', 'application/octet-stream'],
    ['合同.张三', 'application/x-13800138000', 'original-1.bin', 'application/octet-stream'],
    ['无后缀', 'audio/mpeg; name=zhangsan', 'original-1', 'audio/mpeg'],
  ])('keeps what %s and its type %s say out of the log, where it could never be removed', async (name, mediaType, logged, type) => {
    const number = await make.evidence(await make.user('personal', 5), {}, aFile({ name, mediaType }));
    const { entry } = await house.db
      .selectFrom('log_pending')
      .innerJoin('evidence', 'evidence.log_entry', 'log_pending.id')
      .select('entry')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    const manifest = parseManifest(entry);
    expect(manifest.ok && manifest.value.files.find(({ role }) => role === 'original')).toMatchObject({ name: logged, mediaType: type });
    expect(entry.toString()).not.toMatch(/19900307|13800138000|zhang|张三/);
  });

  it('takes a file that its client gave no name, and configInfo as a part of JSON', async () => {
    const user_id = await make.user('personal', 5);
    const file = randomBytes(40);
    const part = (head: string, body: Buffer | string) =>
      Buffer.concat([Buffer.from(`--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')]);
    const fields = Object.entries({ unique_id: uid(), user_id, title: '一份证据' }).map(([name, value]) => part(`name="${name}"`, value));
    const device = part('name="configInfo"\r\nContent-Type: application/json', JSON.stringify({ name: '手机', type: 2 }));
    const body = Buffer.concat([
      ...fields,
      device,
      part('name="file"\r\nContent-Type: application/octet-stream', file),
      Buffer.from('--b--\r\n'),
    ]);
    const answer = await make
      .client()
      .send({ method: 'POST', path: '/open/v1/evidence', body, contentType: 'multipart/form-data; boundary=b' });
    expect(answer).toMatchObject({ status: 200, body: { sha256: sha256Of(file) } });
    expect(await rowsOf(user_id)).toMatchObject([{ file_name: '', device: { name: '手机', type: 2 } }]);
  });

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

  it('answers a repetition, at once or later, with the first answer, and takes the points once', async () => {
    const user_id = await make.user('personal', 2);
    const file = aFile();
    const fields = { unique_id: uid(), user_id };
    const answers = await Promise.all(Array.from({ length: 6 }, () => make.send(fields, file)));
    const [first] = answers;
    expect(first).toMatchObject({ status: 200 });
    for (const answer of [...answers, await make.send(fields, file)]) expect(answer).toEqual(first);
    expect(await pointsOf(user_id)).toBe(0);
    expect(await rowsOf(user_id)).toHaveLength(1);
    expect(await make.send(fields, aFile())).toMatchObject({ status: 409 });
    expect(await make.send({ ...fields, title: '另一份' }, file)).toMatchObject({ status: 409 });
    expect(await make.send({ user_id }, file)).toMatchObject({ status: 402 });
  });

  it('lets points pay for what they can, and no more, however many come at once', async () => {
    const user_id = await make.user('personal', 10);
    const answers = await Promise.all(Array.from({ length: 12 }, () => make.send({ user_id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(5).fill(200), ...Array<number>(7).fill(402)]);
    expect(await pointsOf(user_id)).toBe(0);
    expect(await rowsOf(user_id)).toHaveLength(5);
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
    expect(await house.store.stat(sha256Of(file.bytes))).toBeNull();
  });

  it('takes a file of exactly the limit, no larger one and no empty one', async () => {
    const user_id = await make.user('personal', 10);
    const send = (bytes: Buffer) => make.send({ user_id }, aFile({ bytes }));
    expect(await send(randomBytes(100_000))).toMatchObject({ status: 200 });
    const large = randomBytes(100_001);
    expect(await send(large)).toMatchObject({ status: 413, body: { error: { code: 'too_large' } } });
    expect(await send(randomBytes(5_000_000))).toMatchObject({ status: 413 });
    expect(await house.store.stat(sha256Of(large))).toBeNull();
    expect(await send(Buffer.alloc(0))).toMatchObject(malformed('file: is empty'));
    expect(await house.store.stat(sha256Of(Buffer.alloc(0)))).toBeNull();
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
    expect(await house.store.stat(sha256Of(followed.bytes))).toBeNull();
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
    expect(await house.store.stat(sha256Of(file.bytes))).toBeNull();
    expect(await send({ user_id }, 'UNSIGNED-PAYLOAD')).toMatchObject({ status: 200 });
  });

  it('leaves nothing of an upload that breaks off, and goes on serving', async () => {
    const user_id = await make.user('personal', 10);
    if (!house.app.server.listening) await house.app.listen({ port: 0 });
    const { port } = house.app.server.address() as AddressInfo;
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

describe('an enterprise', () => {
  it('keeps and asks for its own evidence alone', async () => {
    const [own, foreign] = [await make.user('enterprise'), await make.user('enterprise')];
    await house.db.transaction().execute((tx) => grantCredential(tx, own, '甲公司'));
    const key = await house.db
      .selectFrom('credential')
      .select(['app_id', 'security_key'])
      .where('user_id', '=', own)
      .executeTakeFirstOrThrow();
    const enterprise = intakeClient(house.app, key);
    const kept = await make.send({ user_id: own }, aFile(), enterprise);
    expect(kept).toMatchObject({ status: 200 });
    expect(await make.send({ user_id: foreign }, aFile(), enterprise)).toMatchObject({ status: 403 });
    expect(await rowsOf(foreign)).toEqual([]);
    expect(await enterprise.get(`/open/v1/evidence/${String(kept.body['baoquan'])}`)).toMatchObject({
      status: 200,
      body: { user_id: own, fileStatus: 1, state: 'pending', blockchain_hash: null },
    });
    expect(await enterprise.get(`/open/v1/evidence/${await make.evidence(foreign)}`)).toMatchObject({ status: 403 });
    expect(await enterprise.get(`/open/v1/evidence/${'0'.repeat(32)}`)).toMatchObject({ status: 404 });
    expect(await enterprise.get('/open/v1/evidence/x')).toMatchObject({ status: 404 });
  });
});

describe('GET /evidence/{number}', () => {
  it('tells the checkpoint once there is one', async () => {
    const number = await make.evidence(await make.user('personal'));
    const { log_entry } = await house.db.selectFrom('evidence').select('log_entry').where('number', '=', number).executeTakeFirstOrThrow();
    await house.db
      .insertInto('log_entry')
      .values({ seq: '0', pending_id: log_entry, leaf_hash: randomBytes(32), entry: randomBytes(8) })
      .execute();
    await house.db
      .insertInto('log_checkpoint')
      .values({
        size: '1',
        previous_size: '0',
        root: randomBytes(32),
        note: '',
        trail_seq: '0',
        signed_at: new Date('2026-01-01T00:00:00Z'),
      })
      .execute();
    expect(await make.client().get(`/open/v1/evidence/${number}`)).toMatchObject({
      status: 200,
      body: {
        state: 'anchored',
        checkpoint: '1',
        anchoredAt: '2026-01-01 08:00:00',
        anchor_kind: 'log',
        block_height: '1',
        chain_time: '2026-01-01 08:00:00',
      },
    });
    // The same evidence where a chain is configured and its transaction is under way.
    expect(
      await describeEvidence(
        { db: house.db, config: readConfig({ CHAIN_RPC_URL: 'http://127.0.0.1:1', CHAIN_KEY: `0x${'1'.repeat(64)}` }) },
        number,
        null,
      ),
    ).toMatchObject({ state: 'confirming', checkpoint: '1', anchor_kind: null, chain_time: null });
  });
});
