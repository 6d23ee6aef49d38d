import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { sha256Of, sm3Of } from '../../../../test/installation/factories/evidence.ts';
import { picture } from '../../../../test/installation/intake.ts';
import { media } from '../../../../test/installation/factories/media.ts';
import { recordingMaker } from '../../../../test/installation/factories/recordings.ts';
import { checkLedger } from '../points/check.ts';
import { pointsOf } from '../points/ledger.ts';

const installation = testApp({ EVIDENCE_MAX_BYTES: '100000' });
const make = recordingMaker(installation);
beforeAll(() => make.evidence.open());

const anyFormat = '文件类型不支持，请转换为MP4、MOV、M4A、WebM、MP3、WAV、JPEG或PNG后重新登记，原件可用文件存证保存';
const brokenOff = '录制文件不完整，没有索引（moov），无法播放，请重新录制或修复后重新登记，原件可用文件存证保存';
const refused = (status: number, text: string) => ({ status, body: { error: { message: expect.stringContaining(text) as string } } });

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
    const evidence = await installation.db.selectFrom('evidence').selectAll().where('number', '=', number).executeTakeFirstOrThrow();
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
    const [original] = await installation.db
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
    expect(await installation.db.selectFrom('recording_piece').selectAll().execute()).toEqual([]);
    expect(await installation.stages.names()).not.toContain(number);
    expect((await make.trailOf(number)).map(({ action }) => action)).toEqual(['登记取证', '开始上传']);
    expect(await make.evidence.client().get(`/open/v1/recordings/${number}`)).toMatchObject({
      status: 200,
      body: { status: 'SUCCESS', reason: '' },
    });
    expect(await make.patch(url, file.length, Buffer.from('more'))).toMatchObject({ status: 409 });
    expect(await make.head(url)).toMatchObject({ status: 200, headers: { 'upload-offset': String(file.length) } });
  });

  it('refuses a chunk that was on its way while the same one came to the end', async () => {
    const file = media.mp4(5);
    const { number, url } = await make.begun(await make.evidence.user('personal', 20), file);
    const headers = make.patchHeaders(url, 0, file, { length: file.length });
    // Over a socket, because `inject` sends the request only with the whole body.
    const address = await installation.app.listen({ port: 0, host: '127.0.0.1' });
    const slow = request(address + url, { method: 'PATCH', headers: { ...headers, 'content-length': String(file.length) } });
    const late = once(slow, 'response').then(([reply]) => (reply as IncomingMessage).statusCode);
    slow.write(file.subarray(0, 10));
    const staged = join(installation.folder, 'uploads', number, 'tmp');
    await expect.poll(() => readdir(staged).catch(() => [])).toHaveLength(1);
    expect(await make.patch(url, 0, file, { length: file.length })).toMatchObject({ status: 204 });
    slow.end(file.subarray(10));
    expect(await late).toBe(409);
    expect(await make.rowOf(number)).toMatchObject({ status: 'succeeded' });
    expect(await make.stored(sha256Of(file))).toEqual(file);
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
    expect(
      await installation.db.selectFrom('evidence').select(['kind', 'file_name']).where('number', '=', number).executeTakeFirst(),
    ).toEqual({
      kind: 'move',
      file_name: `一段录制.${suffix}`,
    });
  });

  it.each([
    ['is another than declared', 204, media.mp4(3), { sha256: '0'.repeat(64) }, '文件与声明的SHA-256不一致'],
    ['is a page', 415, Buffer.from('<script>alert(1)</script>'), {}, anyFormat],
    ['is too short for any format', 415, Buffer.from('RIFF'), {}, anyFormat],
    ['has no index', 415, media.mp4(3, { movieLast: true }).subarray(0, 16 + 8 + 64), {}, brokenOff],
  ])('fails when its file %s (%i), and gives the points back', async (_case, status, file, change, reason) => {
    const user_id = await make.evidence.user('personal', 10);
    const { number, url } = await make.begun(user_id, file, change);
    expect(await pointsOf(installation.db, user_id)).toBe(0);
    expect(await make.patch(url, 0, file, { length: file.length })).toMatchObject({ status });
    expect(await make.rowOf(number)).toMatchObject({ status: 'failed', reason });
    expect(await pointsOf(installation.db, user_id)).toBe(10);
    expect(await checkLedger(installation.db)).toMatchObject({ broken: null });
    expect(await installation.store.stat(sha256Of(file))).toBeNull();
    expect(await installation.db.selectFrom('evidence').select('id').where('number', '=', number).execute()).toEqual([]);
    expect((await make.trailOf(number)).at(-1)).toMatchObject({
      action: '取证失败',
      before: { status: 'uploading' },
      after: { status: 'failed', reason },
    });
    expect(await make.evidence.client().get(`/open/v1/recordings/${number}`)).toMatchObject({ body: { status: 'FAIL', reason } });
    expect(await make.patch(url, 0, file)).toMatchObject({ status: 410 });
    expect(await make.head(url)).toMatchObject({ status: 410 });
  });

  it.each([
    ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'JPEG'],
    ['AMR', Buffer.from('#!AMR\n\x3c\x91\x17\x16\xbe\x66\x79', 'latin1'), 'M4A'],
    ['Matroska', Buffer.concat([media.webm(5, 'matroska'), randomBytes(66_000)]), 'MP4'],
  ])('is ended by the first piece of a %s, with what to do, and gives the points back', async (name, file, instead) => {
    const user_id = await make.evidence.user('personal', 10);
    const { number, url } = await make.begun(user_id, file);
    const answer = await make.patch(url, 0, file, { length: 100_000 });
    expect(answer).toMatchObject(refused(415, `a recording cannot be ${name}; register it again as ${instead}`));
    const reason = `文件类型不支持：${name}，请转换为${instead}后重新登记，原件可用文件存证保存`;
    expect(await make.rowOf(number)).toMatchObject({ status: 'failed', reason });
    expect(await pointsOf(installation.db, user_id)).toBe(10);
    expect(await make.patch(url, file.length, Buffer.from('more'))).toMatchObject({ status: 410 });
  });

  const gif = Buffer.concat([Buffer.from('GIF89a\x10\0\x10\0\0\0\0', 'latin1'), randomBytes(3000)]);
  const mkv = Buffer.concat([media.webm(5, 'matroska'), randomBytes(3000)]);
  const avi = Buffer.concat([Buffer.from('RIFF\xff\xff\0\0AVI LIST', 'latin1'), randomBytes(3000)]);
  const aac = Buffer.concat([Buffer.from('fff15080', 'hex'), randomBytes(3000)]);
  const ogg = Buffer.concat([Buffer.from('OggS\0\x02\0\0\0\0\0\0\0\0\x01\x02\x03\x04', 'latin1'), randomBytes(3000)]);
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), randomBytes(3000)]);
  const files = { mkv, avi, aac, ogg, heic, gif };

  it.each(Object.entries(files).flatMap(([kind, file]) => [1, 7, 12, 20, 1000, file.length].map((first) => [kind, first, file] as const)))(
    'is refused as %s in chunks of which the first have %i bytes, and nothing of it is kept',
    async (kind, first, file) => {
      const { number, url } = await make.begun(await make.evidence.user('personal', 10), file);
      let [offset, status] = [0, 204];
      // As many small chunks as the opening takes, then the rest.
      while (status === 204 && offset < file.length) {
        const chunk = file.subarray(offset, offset >= (first > 1 ? 1 : 64) ? file.length : offset + first);
        ({ status } = await make.patch(url, offset, chunk, { length: file.length }));
        offset += chunk.length;
      }
      expect(status).toBe(415);
      // What these two hold is told by more of them.
      if (first === 1 && kind !== 'mkv' && kind !== 'ogg') expect(offset).toBeLessThan(64);
      expect(await make.rowOf(number)).toMatchObject({ status: 'failed', reason: expect.stringContaining('请转换为') as string });
      expect(await installation.stages.names()).not.toContain(number);
      expect(await installation.store.stat(sha256Of(file))).toBeNull();
    },
  );

  it.each([1, 7, 12, 20])('takes a WebM whose first chunks have %i bytes', async (first) => {
    const file = media.webm(5);
    const { number, url } = await make.begun(await make.evidence.user('personal', 10), file);
    let offset = 0;
    while (offset < file.length) {
      const chunk = file.subarray(offset, offset < 60 ? offset + first : file.length);
      expect(await make.patch(url, offset, chunk, { length: file.length })).toMatchObject({ status: 204 });
      offset += chunk.length;
    }
    expect(await make.rowOf(number)).toMatchObject({ status: 'succeeded' });
  });

  it('reads hashes in either case, and refuses to tell where it stands to a call that signed a body it has not', async () => {
    const file = media.mp4(3);
    const { number, url } = await make.begun(await make.evidence.user('personal', 10), file, { sha256: sha256Of(file).toUpperCase() });
    const headers = {
      ...make.evidence.client().headersOf({ method: 'HEAD', path: url, contentSha256: sha256Of(file) }),
      'tus-resumable': '1.0.0',
    };
    expect((await installation.app.inject({ method: 'HEAD', url, headers })).statusCode).toBe(401);
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
    if (!installation.app.server.listening) await installation.app.listen({ port: 0 });
    const { port } = installation.app.server.address() as AddressInfo;
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
    expect(await installation.db.selectFrom('evidence').select('id').where('number', '=', number).execute()).toHaveLength(1);
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
        await installation.app.inject({
          method: 'PATCH',
          url,
          payload: file,
          headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0', 'tus-resumable': '1.0.0' },
        })
      ).statusCode,
    ).toBe(401);
    const options = await installation.app.inject({ method: 'OPTIONS', url });
    expect([options.statusCode, options.headers]).toMatchObject([204, { 'tus-version': '1.0.0', 'tus-max-size': '100000' }]);
  });
});
