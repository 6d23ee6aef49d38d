import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { sha256Of, sm3Of, uid } from '../../../../test/installation/factories/evidence.ts';
import { recordingMaker } from '../../../../test/installation/factories/recordings.ts';
import { limits } from '../../../domain/codes/limits.ts';
import { tendUploads } from './jobs.ts';
import { evidenceStages } from './uploads.ts';

const installation = testApp({ EVIDENCE_MAX_BYTES: '100000' });
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
    const user_id = await make.evidence.user('personal', 3);
    expect(await begin(user_id, 100_001)).toMatchObject(refused(413, 'too_large'));
    for (const size of [0, -1, 1.5]) expect(await begin(user_id, size)).toMatchObject(refused(400, 'malformed', 'size'));
    const answers = await Promise.all(Array.from({ length: limits.evidenceUploadsPerUser + 8 }, () => begin(user_id, 10)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(limits.evidenceUploadsPerUser);
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toMatchObject(refused(409, 'conflict', 'at most'));
    expect(await begin(await make.evidence.user('personal', 3), 10)).toMatchObject({ status: 200 });
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
