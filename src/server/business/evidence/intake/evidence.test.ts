import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../../test/installation/app.ts';
import { aFile, evidenceMaker, sha256Of, sm3Of, uid } from '../../../../../test/installation/factories/evidence.ts';
import { atFirstCheckpoint } from '../../../../../test/installation/factories/log.ts';
import { intakeClient } from '../../../../../test/installation/intake.ts';
import { parseCanonicalJson } from '../../../../domain/proof/evidence/canonical-json.ts';
import { parseManifest } from '../../../../domain/proof/evidence/manifest.ts';
import { grantCredential } from '../../users/credentials.ts';
import { readConfig } from '../../../platform/runtime/config.ts';
import { describeEvidence } from './state.ts';

const installation = testApp({ EVIDENCE_MAX_BYTES: '100000', PRICE_EVIDENCE: '2' });
const make = evidenceMaker(installation);
const { pointsOf, rowsOf } = make;

beforeAll(async () => {
  await make.open();
});

describe('POST /evidence', () => {
  it('keeps the file, takes the points, hands a manifest to the log and leaves a trail row', async () => {
    const user_id = await make.user('personal', 5, '张存证');
    const file = aFile();
    const sha256 = sha256Of(file.bytes);
    const configInfo = JSON.stringify({ name: '手机', model_name: 'M1', version: '1.0', type: 1 });
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
    expect(await buffer((await installation.store.open(sha256)).stream)).toEqual(file.bytes);
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

    const pending = await installation.db
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
    const files = await installation.db
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
    const trail = await installation.db.selectFrom('trail').selectAll().where('object', '=', `evidence/${number}`).execute();
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
    const { entry } = await installation.db
      .selectFrom('log_pending')
      .innerJoin('evidence', 'evidence.log_entry', 'log_pending.id')
      .select('entry')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    const manifest = parseManifest(entry);
    expect(manifest.ok && manifest.value.files.find(({ role }) => role === 'original')).toMatchObject({ name: logged, mediaType: type });
    expect(entry.toString()).not.toMatch(/19900307|13800138000|zhang|张三/);
  });

  it('takes a file that its client gave no name under the title, and configInfo as a part of JSON', async () => {
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
    expect(await rowsOf(user_id)).toMatchObject([{ file_name: '一份证据', device: { name: '手机', type: 2 } }]);
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
});

describe('an enterprise', () => {
  it('keeps and asks for its own evidence alone', async () => {
    const [own, foreign] = [await make.user('enterprise'), await make.user('enterprise')];
    await installation.db.transaction().execute((tx) => grantCredential(tx, own, '甲公司'));
    const key = await installation.db
      .selectFrom('credential')
      .select(['app_id', 'security_key'])
      .where('user_id', '=', own)
      .executeTakeFirstOrThrow();
    const enterprise = intakeClient(installation.app, key);
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
    await atFirstCheckpoint(installation.db, number);
    expect(await make.client().get(`/open/v1/evidence/${number}`)).toMatchObject({
      status: 200,
      body: {
        state: 'anchored',
        checkpoint: '1',
        anchoredAt: '2026-01-01 08:00:00',
        anchor_kind: 'log',
        block_height: '1',
        chain_time: '2026-01-01 08:00:00',
        log_leaf_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        checkpoint_size: '1',
        checkpoint_time: '2026-01-01 08:00:00',
      },
    });
    // The same evidence with a configured chain whose transaction is not yet confirmed.
    expect(
      await describeEvidence(
        {
          db: installation.db,
          config: readConfig({ CHAIN_RPC_URL: 'http://127.0.0.1:1', CHAIN_KEY: `0x${'1'.repeat(64)}` }),
        },
        number,
        null,
      ),
    ).toMatchObject({ state: 'confirming', checkpoint: '1', anchor_kind: null, chain_time: null });
  });
});
