import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../../test/installation/app.ts';
import { sha256Of, sm3Of, uid } from '../../../../../test/installation/factories/evidence.ts';
import { recordingMaker } from '../../../../../test/installation/factories/recordings.ts';
import { limits } from '../../../../domain/business/codes/limits.ts';
import { tendUploads } from './jobs.ts';
import { claimUpload } from './store.ts';
import { evidenceStages } from './uploads.ts';

const installation = testApp({ EVIDENCE_MAX_BYTES: '100000', UPLOAD_QUOTA_BYTES: '250000' });
const make = recordingMaker(installation);
beforeAll(() => make.evidence.open());

const open = '/open/v1/evidence/uploads';
const begin = async (user_id: string, size: number, by = make.evidence.client()) => by.post(open, { unique_id: uid(), user_id, size });
async function begun(user_id: string, bytes: Buffer): Promise<{ url: string; number: string }> {
  const { status, body } = await begin(user_id, bytes.length);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { url: String(body['upload_url']), number: String(body['upload_id']) };
}
/** A complete upload, in two chunks. */
async function whole(user_id: string, bytes: Buffer) {
  const upload = await begun(user_id, bytes);
  const half = Math.ceil(bytes.length / 2);
  for (const at of [0, half]) {
    const { status } = await make.patch(upload.url, at, bytes.subarray(at, at + half));
    if (status !== 204) throw new Error(`a chunk was answered ${status}`);
  }
  return upload;
}
const keep = (url: string, fields: Record<string, unknown>, by = make.evidence.client()) =>
  by.post(url, { unique_id: uid(), title: '一份大文件', filename: '现场 录像.mp4', media_type: 'video/mp4', ...fields });
const heldOf = async (user: string) => {
  const { rows } = await installation.pool.query<{ held: string }>('select points_held($1) as held', [user]);
  return Number(rows[0]?.held);
};
const stages = () => evidenceStages(installation.stages);
const refused = (status: number, code: string, text = '') => ({
  status,
  body: { error: { code, message: expect.stringContaining(text) as string } },
});

describe('a file that comes in chunks', () => {
  it('becomes evidence as one that comes at once, for its points, and goes on where it stands', async () => {
    const user_id = await make.evidence.user('enterprise', 3);
    const bytes = randomBytes(5000);
    const { url, number } = await begun(user_id, bytes);
    expect(url).toBe(`${open}/${number}`);
    expect(await make.head(url)).toMatchObject({ status: 200, headers: { 'upload-offset': '0', 'upload-length': '5000' } });
    expect(await make.patch(url, 0, bytes.subarray(0, 2000), { length: 5000 })).toMatchObject({
      status: 204,
      headers: { 'upload-offset': '2000', 'tus-resumable': '1.0.0' },
    });
    expect(await make.head(url)).toMatchObject({ headers: { 'upload-offset': '2000' } });
    expect(await keep(url, { user_id })).toMatchObject(refused(409, 'conflict', '2000 of 5000'));
    expect(await make.patch(url, 2000, bytes.subarray(2000))).toMatchObject({ status: 204 });
    expect(await make.evidence.pointsOf(user_id)).toBe(3);

    const answer = await keep(url, { user_id, isApp: 1, sha256: sha256Of(bytes).toUpperCase(), configInfo: { name: '手机' } });
    expect(answer).toMatchObject({ status: 200, body: { sha256: sha256Of(bytes), saveTime: expect.any(String) as string } });
    const [row] = await make.evidence.rowsOf(user_id);
    expect(row).toMatchObject({ number: answer.body['baoquan'], title: '一份大文件', file_name: '现场 录像.mp4', file_status: 'stored' });
    const file = installation.db
      .selectFrom('evidence_file')
      .selectAll()
      .where('evidence_id', '=', row?.id ?? '');
    expect(await file.where('role', '=', 'original').executeTakeFirst()).toMatchObject({
      name: 'original-1.mp4',
      sha256: sha256Of(bytes),
      sm3: sm3Of(bytes),
      size_bytes: '5000',
      media_type: 'video/mp4',
    });
    expect(await make.stored(sha256Of(bytes))).toEqual(bytes);
    expect(await make.evidence.pointsOf(user_id)).toBe(2);
    expect(await stages().names()).not.toContain(number);
    expect(await make.head(url)).toMatchObject({ status: 200, headers: { 'upload-offset': '5000' } });
    expect(await make.patch(url, 5000, Buffer.from('more'))).toMatchObject(refused(410, 'closed'));
  });

  it('is kept once for its unique_id, which it shares with a file that comes at once', async () => {
    const user_id = await make.evidence.user('personal', 3);
    const bytes = randomBytes(400);
    const { url } = await whole(user_id, bytes);
    const fields = { user_id, unique_id: uid(), title: '合同' };
    const first = await keep(url, fields);
    expect(await keep(url, fields)).toEqual(first);
    const file = { bytes, name: '现场 录像.mp4', mediaType: 'video/mp4' };
    expect(await make.evidence.send(fields, file)).toEqual(first);
    expect(await keep(url, { ...fields, title: '另一份' })).toMatchObject(refused(409, 'conflict'));
    expect(await keep(url, { ...fields, unique_id: uid() })).toMatchObject(refused(410, 'closed', 'has become evidence'));
    expect(await make.evidence.rowsOf(user_id)).toHaveLength(1);
    expect(await make.evidence.pointsOf(user_id)).toBe(2);
  });

  it('is one evidence where its last call comes twice at once', async () => {
    const user_id = await make.evidence.user('personal', 3);
    const { url } = await whole(user_id, randomBytes(3000));
    const fields = { user_id, unique_id: uid() };
    const answers = await Promise.all([keep(url, fields), keep(url, fields)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]).toEqual(answers[0]);
    expect(await make.evidence.rowsOf(user_id)).toHaveLength(1);
  });

  it('is refused by its declared length alone, before a byte of it is read', async () => {
    const user_id = await make.evidence.user('personal', 3);
    const { url } = await begun(user_id, randomBytes(300));
    const headers = { 'content-length': '999999999' };
    expect(await make.patch(url, 0, Buffer.from('x'), { headers })).toMatchObject({ status: 413, headers: { connection: 'close' } });
    expect(await make.head(url)).toMatchObject({ headers: { 'upload-offset': '0' } });
    const boundary = { contentType: 'multipart/form-data; boundary=b' };
    for (const path of ['/open/v1/evidence', '/open/v1/users/1/verification']) {
      const signed = make.evidence.client().headersOf({ method: 'POST', path, body: 'x', ...boundary });
      const reply = await installation.app.inject({ method: 'POST', url: path, headers: { ...signed, ...headers }, payload: 'x' });
      expect([path, reply.statusCode, reply.json()]).toMatchObject([path, 413, { error: { code: 'too_large' } }]);
    }
  });

  it('is one evidence where eight calls use it at once', async () => {
    const user_id = await make.evidence.user('personal', 10);
    const { url } = await whole(user_id, randomBytes(3000));
    const answers = await Promise.all(Array.from({ length: 8 }, () => keep(url, { user_id })));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses[0]).toBe(200);
    expect(statuses.slice(1).every((status) => status === 409 || status === 410)).toBe(true);
    expect(await make.evidence.rowsOf(user_id)).toHaveLength(1);
    expect(await make.evidence.pointsOf(user_id)).toBe(9);
    expect(await heldOf(user_id)).toBe(0);
  });

  it('holds its price from its opening to its end, so that no more are opened than can be paid', async () => {
    const user_id = await make.evidence.user('personal', 2);
    const bytes = randomBytes(100);
    const opened = await Promise.all(Array.from({ length: 8 }, () => begin(user_id, 100)));
    expect(opened.map(({ status }) => status).toSorted()).toEqual([200, 200, 402, 402, 402, 402, 402, 402]);
    expect(await heldOf(user_id)).toBe(2);
    expect(await make.evidence.send({ user_id }, { bytes: randomBytes(50), name: 'a.txt', mediaType: 'text/plain' })).toMatchObject(
      refused(402, 'points'),
    );
    const url = String(opened.find(({ status }) => status === 200)?.body['upload_url']);
    expect(await make.patch(url, 0, bytes)).toMatchObject({ status: 204 });
    expect(await keep(url, { user_id, sha256: '0'.repeat(64) })).toMatchObject(refused(400, 'malformed', 'sha256'));
    expect(await heldOf(user_id)).toBe(2);
    expect(await keep(url, { user_id })).toMatchObject({ status: 200 });
    expect([await heldOf(user_id), await make.evidence.pointsOf(user_id)]).toEqual([1, 1]);
    // The rest ends with its upload.
    await installation.pool.query("update evidence_upload set touched_at = now() - interval '10 days' where user_id = $1", [user_id]);
    await tendUploads({ db: installation.db, stages: stages() }, 24);
    expect([await heldOf(user_id), await make.evidence.pointsOf(user_id)]).toEqual([0, 1]);
  });

  it('may be used by the same call again, and by no other, where a server was killed in it', async () => {
    const user_id = await make.evidence.user('personal', 3);
    const { url, number } = await whole(user_id, randomBytes(300));
    const fields = { user_id, unique_id: uid() };
    const { app_id } = await installation.db
      .selectFrom('points_hold')
      .select('app_id')
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow();
    const { id } = await installation.db.selectFrom('evidence_upload').select('id').where('number', '=', number).executeTakeFirstOrThrow();
    expect(await claimUpload(installation.db, id, { appId: app_id, uniqueId: fields.unique_id })).toBe(true);
    expect(await keep(url, { user_id })).toMatchObject(refused(409, 'conflict', 'another call'));
    expect(await keep(url, fields)).toMatchObject({ status: 200 });
    expect([await heldOf(user_id), await make.evidence.pointsOf(user_id)]).toEqual([0, 2]);
  });

  it('stays where a chunk broke off, has another hash, or comes twice', async () => {
    const user_id = await make.evidence.user('personal', 3);
    const bytes = randomBytes(300);
    const { url } = await begun(user_id, bytes);
    expect(await make.patch(url, 0, bytes.subarray(0, 100), { contentSha256: '0'.repeat(64) })).toMatchObject(refused(401, 'signature'));
    expect(await make.patch(url, 10, bytes.subarray(10, 100))).toMatchObject(refused(409, 'offset'));
    expect(await make.patch(url, 0, Buffer.concat([bytes, bytes]))).toMatchObject(refused(413, 'too_large'));
    expect(await make.patch(url, 0, bytes, { length: 299 })).toMatchObject(refused(400, 'malformed', 'Upload-Length'));
    expect(await make.head(url)).toMatchObject({ headers: { 'upload-offset': '0' } });
    const twice = await Promise.all([make.patch(url, 0, bytes), make.patch(url, 0, bytes)]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect(await keep(url, { user_id, sha256: '0'.repeat(64) })).toMatchObject(refused(400, 'malformed', 'sha256'));
    expect(await installation.store.stat(sha256Of(bytes))).toBeNull();
    expect(await keep(url, { user_id, sha256: sha256Of(bytes) })).toMatchObject({ status: 200 });
  });

  it('is refused beforehand to who may not, or cannot pay, and to what is too large or too many', async () => {
    const poor = await make.evidence.user('personal', 0);
    expect(await begin(poor, 10)).toMatchObject(refused(402, 'points'));
    const { user_id: unverified } = await make.evidence.register.register('personal');
    expect(await begin(unverified, 10)).toMatchObject(refused(403, 'forbidden'));
    expect(await begin('99999999', 10)).toMatchObject(refused(404, 'unknown'));
    const user_id = await make.evidence.user('personal', 30);
    expect(await begin(user_id, 100_001)).toMatchObject(refused(413, 'too_large'));
    for (const size of [0, -1, 1.5]) expect(await begin(user_id, size)).toMatchObject(refused(400, 'malformed', 'size'));
    const answers = await Promise.all(Array.from({ length: limits.evidenceUploadsPerUser + 8 }, () => begin(user_id, 10)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(limits.evidenceUploadsPerUser);
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toMatchObject(refused(409, 'conflict', 'at most'));
    expect(await begin(await make.evidence.user('personal', 3), 10)).toMatchObject({ status: 200 });
  });

  it('is not opened beyond the quota of what its user has declared, and others are not held up by it', async () => {
    const user_id = await make.evidence.user('personal', 30);
    const answers = await Promise.all(Array.from({ length: 6 }, () => begin(user_id, 100_000)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409, 409]);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject(refused(409, 'conflict', 'at most 250000 bytes together'));
    expect(await heldOf(user_id)).toBe(2);
    expect(await begin(user_id, 50_000)).toMatchObject({ status: 200 });
    expect(await begin(user_id, 1)).toMatchObject(refused(409, 'conflict', 'bytes together'));
    expect(await begin(await make.evidence.user('personal', 3), 100_000)).toMatchObject({ status: 200 });
  });

  it('is an enterprise’s own alone', async () => {
    const [mine, other] = [await make.enterprise(), await make.enterprise()];
    const bytes = randomBytes(50);
    const { url } = await whole(mine.userId, bytes);
    expect(await make.head(url, other.client)).toMatchObject({ status: 403 });
    expect(await make.patch(url, 50, bytes, {}, other.client)).toMatchObject(refused(403, 'forbidden'));
    expect(await keep(url, { user_id: other.userId }, other.client)).toMatchObject(refused(403, 'forbidden'));
    expect(await keep(url, { user_id: await make.evidence.user('personal') })).toMatchObject(refused(403, 'forbidden', 'another user'));
    expect(await begin(other.userId, 10, mine.client)).toMatchObject(refused(403, 'forbidden'));
    expect(await make.head(`${open}/${'0'.repeat(32)}`)).toMatchObject({ status: 404 });
    expect(await keep(url, { user_id: mine.userId }, mine.client)).toMatchObject({ status: 200 });
  });

  it('is told to be sent anew where its chunks are gone, as after a restore', async () => {
    const user_id = await make.evidence.user('personal', 3);
    const { url, number } = await whole(user_id, randomBytes(50));
    await stages().discard(number);
    expect(await keep(url, { user_id })).toMatchObject(refused(404, 'unknown', 'send the file anew'));
    expect(await make.head(url)).toMatchObject({ status: 404 });
    expect(await make.evidence.rowsOf(user_id)).toEqual([]);
  });

  it('is forgotten when nothing more comes of it, and its chunks with it', async () => {
    const user_id = await make.evidence.user('personal', 3);
    const { url, number } = await whole(user_id, randomBytes(50));
    await tendUploads({ db: installation.db, stages: stages() }, 24);
    expect(await stages().names()).toContain(number);
    await installation.pool.query("update evidence_upload set touched_at = now() - interval '25 hours' where number = $1", [number]);
    await tendUploads({ db: installation.db, stages: stages() }, 24);
    expect(await stages().names()).not.toContain(number);
    expect(await make.head(url)).toMatchObject({ status: 404 });
    expect(await keep(url, { user_id })).toMatchObject(refused(404, 'unknown'));
  });
});

describe('the name of a file, in JSON or by its part', () => {
  const both = async (name: string) => {
    const user_id = await make.evidence.user('personal', 3);
    const { url } = await whole(user_id, randomBytes(20));
    // The other spelling of the header that carries any character.
    const encoded = `filename*=UTF-8''${encodeURIComponent(name)}`;
    const fields = { unique_id: uid(), user_id, title: '一份证据' };
    const parts = Object.entries(fields).map(([key, value]) => `--b\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`);
    const body = `${parts.join('')}--b\r\nContent-Disposition: form-data; name="file"; ${encoded}\r\n\r\nx\r\n--b--\r\n`;
    const contentType = 'multipart/form-data; boundary=b';
    const answers = [
      await keep(url, { user_id, filename: name }),
      await make.evidence.client().send({ method: 'POST', path: '/open/v1/evidence', body, contentType }),
    ];
    const rows = await make.evidence.rowsOf(user_id);
    return { answers, names: rows.map(({ file_name }) => file_name) };
  };

  it.each([
    [String.raw`C:\fakepath\现场.mp4`, '现场.mp4'],
    [String.raw`D:\证据\2026\a b.pdf`, 'a b.pdf'],
    [String.raw`\\server\share\a.pdf`, 'a.pdf'],
    ['/storage/emulated/0/DCIM/VID_1.mp4', 'VID_1.mp4'],
    ['../../etc/passwd', 'passwd'],
    [String.raw`..\..\a.pdf`, 'a.pdf'],
    [String.raw`a/b\c.pdf`, 'c.pdf'],
    ['.htaccess', '.htaccess'],
    // haiwen/seahub#5259; cielavenir in mujin/controllerclientcpp#79: escapes of the sender's own are part of the name.
    ['💫.txt', '💫.txt'],
    ['👨‍👩‍👧 全家福.jpg', '👨‍👩‍👧 全家福.jpg'],
    ['%E5%90%88%E5%90%8C.pdf', '%E5%90%88%E5%90%8C.pdf'],
    ['合同\u202efdp.exe', '合同\u202efdp.exe'],
    ['合\u200b同\u00a0.pdf', '合\u200b同\u00a0.pdf'],
    ['a"b%22.pdf', 'a"b%22.pdf'],
    ['长'.repeat(255), '长'.repeat(255)],
    [`${'目录/'.repeat(200)}a.pdf`, 'a.pdf'],
  ])('is kept without its path: case %#', async (given, name) => {
    const { answers, names } = await both(given);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(names).toEqual([name, name]);
  });

  // A browser names the part of a folder so; a caller that writes the name is told.
  it.each(['合同/', '..', '.'])('is no folder: %s is refused in JSON, and a part has the title instead', async (given) => {
    const { answers, names } = await both(given);
    expect(answers.map(({ status }) => status)).toEqual([400, 200]);
    expect(names).toEqual(['一份证据']);
  });

  it.each([
    ['a\tb.pdf', /filename: contains control characters/],
    ['a\nb.pdf', /filename: contains control characters/],
    ['a\r\nX-Header: 1.pdf', /filename: contains control characters/],
    ['a\u0000b.pdf', /filename: contains control characters/],
    ['a\u001bb.pdf', /filename: contains control characters/],
    ['a\u007f.pdf', /filename: contains control characters/],
    ['a\ufffd.pdf', /U\+FFFD|not valid UTF-8/],
    ['长'.repeat(256), /filename: must be at most 255 characters/],
  ])('is refused: case %#', async (given, message) => {
    const { answers, names } = await both(given);
    for (const { status, body } of answers)
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { error: { code: 'malformed', message: expect.stringMatching(message) as string } },
      });
    expect(names).toEqual([]);
  });

  it('with half of a pair is refused', async () => {
    const user_id = await make.evidence.user('personal', 3);
    const { url } = await whole(user_id, randomBytes(20));
    expect(await keep(url, { user_id, filename: 'a\ud800.pdf' })).toMatchObject(refused(400, 'malformed', 'cannot be stored'));
  });
});
