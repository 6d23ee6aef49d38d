import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/house/app.ts';
import { sha256Of, sm3Of, uid } from '../../../test/house/factories/evidence.ts';
import { picture } from '../../../test/house/intake.ts';
import { media } from '../../../test/house/factories/media.ts';
import { recordingMaker } from '../../../test/house/factories/recordings.ts';
import { checkLedger } from '../points/check.ts';
import { pointsOf } from '../points/ledger.ts';
import { tendRecordings } from './jobs.ts';

const house = testApp({ EVIDENCE_MAX_BYTES: '100000' });
const make = recordingMaker(house);
beforeAll(() => make.evidence.open());

const refused = (status: number, text: string) => ({ status, body: { error: { message: expect.stringContaining(text) as string } } });
const trailOf = (number: string) =>
  house.db.selectFrom('trail').select(['action', 'before', 'after']).where('object', '=', `recording/${number}`).orderBy('id').execute();
const tend = () => tendRecordings({ db: house.db, store: house.store, stages: house.stages, ownerSecret: house.ownerSecret }, 24);

describe('POST /recordings', () => {
  it('registers a recording, takes its points once, and says where the file goes', async () => {
    const user_id = await make.evidence.user('personal', 25, '张录制');
    const fields = {
      unique_id: uid(),
      user_id,
      type: 'pro',
      name: '网上购物过程',
      label: '电商',
      begin_at: '2026-01-02 08:00:00',
      time_length: 60,
      sha256: 'a'.repeat(64),
      device: { name: '手机', model_name: 'M1', type: 1 },
    };
    const first = await make.evidence.client().post('/open/v1/recordings', fields);
    const number = String(first.body['attestation_id']);
    expect(first).toMatchObject({ status: 200, body: { status: 'ING', upload_url: `/open/v1/uploads/${number}` } });
    const again = await Promise.all([1, 2, 3].map(() => make.evidence.client().post('/open/v1/recordings', fields)));
    for (const answer of again) expect(answer).toEqual(first);
    expect(await make.evidence.client().post('/open/v1/recordings', { ...fields, name: '另一个' })).toMatchObject({ status: 409 });
    expect(await pointsOf(house.db, user_id)).toBe(15);
    expect(await make.rowOf(number)).toMatchObject({
      username: '张录制',
      type: 'process',
      status: 'running',
      said_seconds: 60,
      label: '电商',
      size_bytes: null,
      offset_bytes: '0',
    });
    expect(await make.evidence.client().post('/open/v1/recordings', { ...fields, unique_id: uid(), type: 'move' })).toMatchObject({
      status: 200,
    });
    expect(await pointsOf(house.db, user_id)).toBe(10);
  });

  it('refuses without points, without verification, and writes nothing', async () => {
    const poor = await make.evidence.user('personal', 9);
    expect(await make.create(poor, Buffer.from('x'))).toMatchObject({ status: 402, body: { error: { code: 'points' } } });
    const { user_id } = await make.evidence.register.register('personal');
    expect(await make.create(user_id, Buffer.from('x'))).toMatchObject({ status: 403 });
    expect(await make.create('999999', Buffer.from('x'))).toMatchObject({ status: 404 });
    expect(await house.db.selectFrom('recording').select('id').where('user_id', 'in', [poor, user_id]).execute()).toEqual([]);
    expect(await pointsOf(house.db, poor)).toBe(9);
  });

  it('lets points pay for what they can and no more, however many come at once', async () => {
    const user_id = await make.evidence.user('personal', 25);
    const answers = await Promise.all(Array.from({ length: 6 }, () => make.create(user_id, Buffer.from('x'))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 402, 402, 402, 402]);
    expect(await pointsOf(house.db, user_id)).toBe(5);
  });

  it.each([
    [{ type: '3' }, 'type'],
    [{ type: 1 }, 'type'],
    [{ name: '' }, 'name'],
    [{ name: 'a\u0007' }, 'name'],
    [{ begin_at: '2026-02-30 00:00:00' }, 'begin_at'],
    [{ begin_at: '0000-01-01 00:00:00' }, 'begin_at'],
    [{ begin_at: '9999-12-31 23:59:59' }, 'begin_at'],
    [{ time_length: -1 }, 'time_length'],
    [{ time_length: 1.5 }, 'time_length'],
    [{ sha256: 'X' }, 'sha256'],
    [{ label: '长'.repeat(51) }, 'label'],
    [{ unique_id: '' }, 'unique_id'],
  ])('refuses %j', async (change, field) => {
    expect(await make.create(await make.evidence.user('personal', 20), Buffer.from('x'), change)).toMatchObject(refused(400, field));
  });
});

describe('an upload', () => {
  it('becomes evidence piece by piece, with the length that the file has', async () => {
    const user_id = await make.evidence.user('enterprise', 20, '某公司');
    const file = media.mp4(75, { movieLast: true, dataBytes: 5000 });
    const { number, url } = await make.begun(user_id, file, { name: '直播 过程', time_length: 70 });
    expect(await make.head(url)).toMatchObject({
      status: 200,
      headers: { 'upload-offset': '0', 'upload-defer-length': '1', 'tus-resumable': '1.0.0', 'cache-control': 'no-store' },
    });
    expect(await make.patch(url, 0, file.subarray(0, 1000), { length: file.length })).toMatchObject({
      status: 204,
      headers: { 'upload-offset': '1000', 'tus-resumable': '1.0.0' },
    });
    expect(await make.rowOf(number)).toMatchObject({ status: 'uploading' });
    expect(await make.head(url)).toMatchObject({ headers: { 'upload-offset': '1000', 'upload-length': String(file.length) } });
    expect(await make.patch(url, 1000, file.subarray(1000, 1001))).toMatchObject({ status: 204 });
    expect(await make.patch(url, 1001, file.subarray(1001))).toMatchObject({
      status: 204,
      headers: { 'upload-offset': String(file.length) },
    });

    expect(await make.rowOf(number)).toMatchObject({ status: 'succeeded', said_seconds: 70, file_seconds: 75 });
    const evidence = await house.db.selectFrom('evidence').selectAll().where('number', '=', number).executeTakeFirstOrThrow();
    expect(evidence).toMatchObject({
      kind: 'process',
      title: '直播 过程',
      file_name: '直播 过程.mp4',
      user_id,
      file_status: 'stored',
      shown_in: 'online',
      start_at: new Date('2026-01-02T00:00:00Z'),
      end_at: new Date('2026-01-02T00:01:15Z'),
    });
    expect(evidence.log_entry).not.toBeNull();
    const [original] = await house.db
      .selectFrom('evidence_file')
      .selectAll()
      .where('evidence_id', '=', evidence.id)
      .where('role', '=', 'original')
      .execute();
    expect(original).toMatchObject({
      name: 'original-1.mp4',
      sha256: sha256Of(file),
      sm3: sm3Of(file),
      size_bytes: String(file.length),
      media_type: 'video/mp4',
    });
    expect(await make.stored(sha256Of(file))).toEqual(file);
    expect(await house.db.selectFrom('recording_piece').selectAll().execute()).toEqual([]);
    expect(await house.stages.names()).not.toContain(number);
    expect((await trailOf(number)).map(({ action }) => action)).toEqual(['登记取证', '开始上传']);
    expect(await make.evidence.client().get(`/open/v1/recordings/${number}`)).toMatchObject({
      status: 200,
      body: { status: 'SUCCESS', reason: '' },
    });
    expect(await make.patch(url, file.length, Buffer.from('more'))).toMatchObject({ status: 409 });
    expect(await make.head(url)).toMatchObject({ status: 200, headers: { 'upload-offset': String(file.length) } });
  });

  it.each([
    ['WebM', media.webm(5), 'webm'],
    ['MOV', media.mp4(3, { brand: 'qt  ' }), 'mov'],
    ['M4A', media.mp4(3, { brand: 'M4A ' }), 'm4a'],
    ['MP3', media.mp3(2), 'mp3'],
    ['WAV', media.wav(1), 'wav'],
    ['PNG', picture('green'), 'png'],
  ])('takes a %s, all at once and without saying its length', async (_kind, file, suffix) => {
    const { number, url } = await make.begun(await make.evidence.user('personal', 10), file, { type: 'move' });
    expect(await make.patch(url, 0, file)).toMatchObject({ status: 204 });
    expect(await make.rowOf(number)).toMatchObject({ status: 'succeeded' });
    expect(await house.db.selectFrom('evidence').select(['kind', 'file_name']).where('number', '=', number).executeTakeFirst()).toEqual({
      kind: 'move',
      file_name: `一段录制.${suffix}`,
    });
  });

  it.each([
    ['is another than declared', media.mp4(3), { sha256: '0'.repeat(64) }, '文件与声明的SHA-256不一致'],
    ['is a page', Buffer.from('<script>alert(1)</script>'), {}, '文件类型不支持'],
  ])('fails when its file %s, and gives the points back', async (_case, file, change, reason) => {
    const user_id = await make.evidence.user('personal', 10);
    const { number, url } = await make.begun(user_id, file, change);
    expect(await pointsOf(house.db, user_id)).toBe(0);
    expect(await make.patch(url, 0, file, { length: file.length })).toMatchObject({ status: 204 });
    expect(await make.rowOf(number)).toMatchObject({ status: 'failed', reason });
    expect(await pointsOf(house.db, user_id)).toBe(10);
    expect(await checkLedger(house.db)).toMatchObject({ broken: null });
    expect(await house.store.stat(sha256Of(file))).toBeNull();
    expect(await house.db.selectFrom('evidence').select('id').where('number', '=', number).execute()).toEqual([]);
    expect((await trailOf(number)).at(-1)).toMatchObject({
      action: '取证失败',
      before: { status: 'uploading' },
      after: { status: 'failed', reason },
    });
    expect(await make.evidence.client().get(`/open/v1/recordings/${number}`)).toMatchObject({ body: { status: 'FAIL', reason } });
    expect(await make.patch(url, 0, file)).toMatchObject({ status: 410 });
    expect(await make.head(url)).toMatchObject({ status: 410 });
  });

  it('reads hashes in either case, and refuses to tell where it stands to a call that signed a body it has not', async () => {
    const file = media.mp4(3);
    const { number, url } = await make.begun(await make.evidence.user('personal', 10), file, { sha256: sha256Of(file).toUpperCase() });
    const headers = {
      ...make.evidence.client().headersOf({ method: 'HEAD', path: url, contentSha256: sha256Of(file) }),
      'tus-resumable': '1.0.0',
    };
    expect((await house.app.inject({ method: 'HEAD', url, headers })).statusCode).toBe(401);
    expect(await make.patch(url, 0, file, { length: file.length, contentSha256: sha256Of(file).toUpperCase() })).toMatchObject({
      status: 204,
    });
    expect(await make.rowOf(number)).toMatchObject({ status: 'succeeded' });
  });

  it('counts nothing of a piece whose hash is not the signed one', async () => {
    const file = media.mp4(3);
    const { number, url } = await make.begun(await make.evidence.user('personal', 10), file);
    expect(await make.patch(url, 0, file, { length: file.length, contentSha256: sha256Of(randomBytes(3)) })).toMatchObject(
      refused(401, 'X-Content-SHA256'),
    );
    expect(await make.patch(url, 0, file, { length: file.length, contentSha256: 'UNSIGNED-PAYLOAD' })).toMatchObject({ status: 401 });
    expect(await make.rowOf(number)).toMatchObject({ status: 'running', offset_bytes: '0' });
    expect(await make.patch(url, 0, file, { length: file.length })).toMatchObject({ status: 204 });
    expect(await make.rowOf(number)).toMatchObject({ status: 'succeeded' });
  });

  it('goes on from where it stood when the connection broke', async () => {
    const file = media.mp4(3, { dataBytes: 60_000 });
    const { number, url } = await make.begun(await make.evidence.user('personal', 10), file);
    await make.patch(url, 0, file.subarray(0, 20_000), { length: file.length });
    if (!house.app.server.listening) await house.app.listen({ port: 0 });
    const { port } = house.app.server.address() as AddressInfo;
    const piece = file.subarray(20_000);
    const headers = make.patchHeaders(url, 20_000, piece);
    await new Promise<void>((done) => {
      const upload = request({ port, method: 'PATCH', path: url, headers: { ...headers, 'content-length': piece.length } });
      upload.on('error', () => done());
      upload.write(piece.subarray(0, 10_000), () => upload.destroy(new Error('gone')));
    });
    expect(await make.head(url)).toMatchObject({ headers: { 'upload-offset': '20000' } });
    expect(await make.patch(url, 20_000, piece)).toMatchObject({ status: 204 });
    expect(await make.rowOf(number)).toMatchObject({ status: 'succeeded' });
  });

  it('lets one of several pieces for the same place count', async () => {
    const file = media.mp4(3, { dataBytes: 3000 });
    const { number, url } = await make.begun(await make.evidence.user('personal', 10), file);
    const answers = await Promise.all([1, 2, 3, 4].map(() => make.patch(url, 0, file.subarray(0, 1000), { length: file.length })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409, 409]);
    const last = await Promise.all([1, 2, 3, 4].map(() => make.patch(url, 1000, file.subarray(1000))));
    expect(last.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(await make.rowOf(number)).toMatchObject({ status: 'succeeded' });
    expect(await house.db.selectFrom('evidence').select('id').where('number', '=', number).execute()).toHaveLength(1);
  });

  it.each([
    ['another offset', { offset: 5 }, 409],
    ['an offset that is none', { headers: { 'upload-offset': '-1' } }, 400],
    ['a length over the limit', { length: 100_001 }, 413],
    ['more bytes than its length', { length: 10 }, 413],
    ['another version', { headers: { 'tus-resumable': '0.2.2' } }, 412],
    ['another content type', { headers: { 'content-type': 'video/mp4' } }, 415],
  ] as [string, { offset?: number; length?: number; headers?: Record<string, string> }, number][])(
    'refuses %s',
    async (_case, { offset = 0, ...change }, status) => {
      const file = media.mp4(3);
      const { number, url } = await make.begun(await make.evidence.user('personal', 10), file);
      expect(await make.patch(url, offset, file, change)).toMatchObject({ status });
      expect(await make.rowOf(number)).toMatchObject({ status: 'running', offset_bytes: '0' });
    },
  );

  it('keeps to the length that was said first', async () => {
    const file = media.mp4(3);
    const { url } = await make.begun(await make.evidence.user('personal', 10), file);
    expect(await make.patch(url, 0, file.subarray(0, 9), { length: file.length })).toMatchObject({ status: 204 });
    expect(await make.patch(url, 9, file.subarray(9, 12), { length: file.length + 1 })).toMatchObject({ status: 400 });
    expect(await make.patch(url, 9, Buffer.alloc(0), { length: file.length })).toMatchObject({
      status: 204,
      headers: { 'upload-offset': '9' },
    });
  });

  it('is closed to other enterprises, and to everybody for a number that is none', async () => {
    const [own, foreign] = [await make.enterprise(), await make.enterprise()];
    const file = media.mp4(3);
    const created = await make.create(own.userId, file, {}, own.client);
    expect(created).toMatchObject({ status: 200 });
    const url = String(created.body['upload_url']);
    expect(await make.create(own.userId, file, {}, foreign.client)).toMatchObject({ status: 403 });
    expect(await make.patch(url, 0, file, {}, foreign.client)).toMatchObject({ status: 403 });
    expect(await make.head(url, foreign.client)).toMatchObject({ status: 403 });
    expect(await make.patch(url, 0, file, {}, own.client)).toMatchObject({ status: 204 });
    for (const number of ['0'.repeat(32), 'x', '..%2f..%2fetc'])
      expect(await make.head(`/open/v1/uploads/${number}`)).toMatchObject({ status: 404 });
    expect(
      (
        await house.app.inject({
          method: 'PATCH',
          url,
          payload: file,
          headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0', 'tus-resumable': '1.0.0' },
        })
      ).statusCode,
    ).toBe(401);
    const options = await house.app.inject({ method: 'OPTIONS', url });
    expect([options.statusCode, options.headers]).toMatchObject([204, { 'tus-version': '1.0.0', 'tus-max-size': '100000' }]);
  });
});

describe('what nobody goes on with', () => {
  const late = (number: string, hours: number) =>
    house.db
      .updateTable('recording')
      .set({ touched_at: new Date(Date.now() - hours * 3_600_000) })
      .where('number', '=', number)
      .execute();

  it('is cancelled after its time, once, and its points come back', async () => {
    const user_id = await make.evidence.user('personal', 20);
    const file = media.mp4(3);
    const [idle, begun] = [await make.begun(user_id, file), await make.begun(user_id, file)];
    await make.patch(begun.url, 0, file.subarray(0, 10), { length: file.length });
    for (const { number } of [idle, begun]) await late(number, 23);
    await tend();
    expect(await make.rowOf(idle.number)).toMatchObject({ status: 'running' });
    for (const { number } of [idle, begun]) await late(number, 25);
    await Promise.all([tend(), tend()]);
    for (const [{ number }, reason] of [
      [idle, '24小时内未收到文件'],
      [begun, '24小时内未收到完整文件'],
    ] as const) {
      expect(await make.rowOf(number)).toMatchObject({ status: 'cancelled', reason });
      expect((await trailOf(number)).at(-1)).toMatchObject({ action: '取消取证' });
    }
    expect(await pointsOf(house.db, user_id)).toBe(20);
    expect(await house.stages.names()).not.toContain(begun.number);
    expect(await make.patch(begun.url, 10, file.subarray(10))).toMatchObject({ status: 410 });
  });

  it('is cancelled in its time although it was touched before the clock jumped back a year', async () => {
    const { number } = await make.begun(await make.evidence.user('personal', 10), media.mp4(3));
    await late(number, -365 * 24);
    await tend();
    const { touched_at } = await make.rowOf(number);
    expect(Math.abs(Date.now() - touched_at.getTime())).toBeLessThan(3_600_000);
    await late(number, 25);
    await tend();
    expect(await make.rowOf(number)).toMatchObject({ status: 'cancelled' });
  });

  it('is finished by the next turn of the chore when the server was killed after the last piece', async () => {
    const file = media.mp4(4);
    const { number, url } = await make.begun(await make.evidence.user('personal', 10), file);
    await make.patch(url, 0, file.subarray(0, 50), { length: file.length });
    // As if the process had ended between the commit of the last piece and the end of the upload.
    const { id } = await make.rowOf(number);
    const stage = await house.stages.open(number);
    const { sha256 } = await stage.put([file.subarray(50)] as unknown as AsyncIterable<Buffer>, { maxBytes: 1000 });
    await house.db
      .insertInto('recording_piece')
      .values({ recording_id: id, start_byte: '50', size_bytes: String(file.length - 50), sha256 })
      .execute();
    await house.db
      .updateTable('recording')
      .set({ offset_bytes: String(file.length), touched_at: new Date(Date.now() - 120_000) })
      .where('id', '=', id)
      .execute();
    await Promise.all([tend(), tend()]);
    expect(await make.rowOf(number)).toMatchObject({ status: 'succeeded', file_seconds: 4 });
    expect(await house.stages.names()).not.toContain(number);
  });
});
