import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { publishers } from '../../../../test/installation/scenarios/releases.ts';
import { multipartBody } from '../../../../test/installation/intake.ts';
import type { VersionDetail } from '../../../contract/console/releases.ts';
import { binaryManifest, storedZip, tinyApk } from '../../../demo/files/tiny-apk.ts';
import { discardPackages, packageStages } from './feature.ts';
import { chunkBytes } from './package-chunks.ts';

const maxBytes = 3 * chunkBytes;
const installation = testApp({ APK_MAX_BYTES: String(maxBytes) });
const desk = publishers(installation);
/** Two chunks and a part, of unique bytes. */
let file: Buffer;

beforeAll(() => {
  file = largeApk('1.0.0');
});

function largeApk(versionName: string): Buffer {
  return storedZip([
    { name: 'AndroidManifest.xml', content: binaryManifest({ packageName: 'com.example.notary', versionName, versionCode: 7 }) },
    { name: 'assets/noise', content: randomBytes(2 * chunkBytes + 1000) },
  ]);
}

interface Begun {
  upload: string;
  piece_bytes: number;
  pieces: { start: number; size: number; sha256: string }[];
}
let serial = 0;
const name = () => `notary-${(serial += 1)}.apk`;
const failed = (msg: string, code = 403) => ({ code, message: 'failed', data: { msg } });
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const stages = () => packageStages(installation.stages);
const begin = (fields: { name: string; size: number | string; anew?: number }, as = desk.publisher) =>
  as.post<Begun>('/api/upload/begin', fields);
const finish = (upload: string, as = desk.publisher) =>
  as.post<{ path: string; sha256: string; file_size: number; version_name: string }>('/api/upload/finish', { upload });
const inStore = async (bytes: Buffer) => (await installation.store.stat(hashOf(bytes))) !== null;

async function send(upload: string, offset: number, bytes: Buffer, { sha256 = hashOf(bytes), as = desk.publisher } = {}) {
  const body = multipartBody(
    'b0undary',
    { upload, offset: String(offset), sha256 },
    { file: { bytes, name: 'blob', mediaType: 'application/octet-stream' } },
  );
  const headers = { authorization: `Bearer ${as.token}`, 'content-type': 'multipart/form-data; boundary=b0undary' };
  const reply = await installation.app.inject({ method: 'POST', url: '/api/upload/piece', headers, payload: body });
  return reply.json() as { code: number; message: string; data: { offset?: number; msg?: string } | null };
}
const pieceAt = (offset: number, of = file) => of.subarray(offset, offset + chunkBytes);
async function sendFrom(upload: string, from: number, of = file) {
  for (let at = from; at < of.length; at += chunkBytes)
    expect(await send(upload, at, pieceAt(at, of))).toMatchObject({ code: 200, data: { offset: Math.min(at + chunkBytes, of.length) } });
}
async function uploaded(fileName = name(), of = file): Promise<string> {
  const { upload } = (await begin({ name: fileName, size: of.length })).data;
  await sendFrom(upload, 0, of);
  return upload;
}

describe('a package in pieces', () => {
  it('is read when it is whole, and is in the store once a version names it, not before', async () => {
    const upload = await uploaded();
    const answer = await finish(upload);
    expect(answer).toMatchObject({
      code: 200,
      message: '上传成功',
      data: { path: upload, version_name: '1.0.0', file_size: file.length, sha256: hashOf(file) },
    });
    expect(await inStore(file)).toBe(false);
    const fields = {
      type: 1,
      status: '',
      update_time: '2026-10-01 09:00:00',
      current_version: '1.0.0',
      upper_version: '',
      update_desc: '内部',
      update_content: '首版',
      address: upload,
    };
    expect(await desk.publisher.post('/api/version/addVersion', fields)).toMatchObject({ code: 200, message: '添加成功' });
    expect(await inStore(file)).toBe(true);
    const { list } = (await desk.publisher.get<{ list: { id: string }[] }>('/api/version/getList', { type: 1 })).data;
    const { url } = (await desk.publisher.get<VersionDetail>('/api/version/detail', { id: list[0]?.id ?? '' })).data;
    expect((await installation.app.inject({ url })).rawPayload.equals(file)).toBe(true);
    expect(
      await desk.publisher.post('/api/version/addVersion', { ...fields, current_version: '1.0.1', upper_version: '1.0.0' }),
    ).toMatchObject(failed('安装包地址无效或已过期，请重新上传'));
  });

  it('goes on in pieces of the size that a server of release 1.0.0 told', async () => {
    const upload = (await begin({ name: name(), size: file.length })).data.upload;
    const least = 4_194_304;
    for (let at = 0; at < file.length; at += least)
      expect(await send(upload, at, file.subarray(at, at + least))).toMatchObject({ data: { offset: Math.min(at + least, file.length) } });
    expect(await finish(upload)).toMatchObject({ code: 200, data: { sha256: hashOf(file) } });
  });

  it('goes on from the last acknowledged piece when the same file is chosen again, under a new reference', async () => {
    const fileName = name();
    const first = (await begin({ name: fileName, size: file.length })).data;
    expect(first).toMatchObject({ piece_bytes: chunkBytes, pieces: [] });
    await send(first.upload, 0, pieceAt(0));
    const again = (await begin({ name: fileName, size: file.length })).data;
    expect(again.pieces).toEqual([{ start: 0, size: chunkBytes, sha256: hashOf(pieceAt(0)) }]);
    expect(again.upload).not.toBe(first.upload);
    expect(await send(first.upload, chunkBytes, pieceAt(chunkBytes))).toMatchObject(failed('安装包地址无效或已过期，请重新上传'));
    await sendFrom(again.upload, chunkBytes);
    expect(await finish(again.upload)).toMatchObject({ code: 200, data: { sha256: hashOf(file) } });
    expect((await begin({ name: fileName, size: file.length, anew: 1 })).data.pieces).toEqual([]);
    for (const [otherName, size, as] of [
      [name(), file.length, desk.publisher],
      [fileName, file.length - 1, desk.publisher],
      [fileName, file.length, desk.other],
    ] as const) {
      expect((await begin({ name: otherName, size }, as)).data.pieces).toEqual([]);
    }
  });

  it('takes a piece again whose answer got lost, and finishes again', async () => {
    const { upload } = (await begin({ name: name(), size: file.length })).data;
    await send(upload, 0, pieceAt(0));
    expect(await send(upload, 0, pieceAt(0))).toMatchObject({ code: 200, data: { offset: chunkBytes } });
    // Simulates a connection that broke while the server was receiving the chunk: the retry meets the first attempt.
    const twice = await Promise.all([send(upload, chunkBytes, pieceAt(chunkBytes)), send(upload, chunkBytes, pieceAt(chunkBytes))]);
    for (const answer of twice) expect(answer).toMatchObject({ code: 200, data: { offset: 2 * chunkBytes } });
    expect(await finish(upload)).toMatchObject(failed('安装包尚未上传完整，请重新选择该文件继续上传'));
    await sendFrom(upload, 2 * chunkBytes);
    const [one, two] = await Promise.all([finish(upload), finish(upload)]);
    expect([one.code, two.code]).toEqual([200, 200]);
    expect(await finish(upload)).toMatchObject({ code: 200, data: { path: upload, sha256: hashOf(file) } });
    const { id } = await installation.db.selectFrom('app_upload').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
    expect(await installation.db.selectFrom('trail').select('action').where('object', '=', `upload/${id}`).execute()).toEqual([
      { action: '上传安装包' },
    ]);
  });

  it('counts one of two pieces that come at once for one place', async () => {
    const { upload } = (await begin({ name: name(), size: file.length })).data;
    const otherBytes = Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(chunkBytes - 4)]);
    const codes = (await Promise.all([send(upload, 0, pieceAt(0)), send(upload, 0, otherBytes)])).map((answer) => answer.code);
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 430]);
  });

  it.each([
    ['of another hash', 0, () => pieceAt(0), hashOf(Buffer.from('x')), '上传的内容不完整，请重新选择该文件继续上传'],
    ['that is half a piece', 0, () => file.subarray(0, 1000), undefined, '上传的内容不完整，请重新选择该文件继续上传'],
    ['that is more than a piece', 0, () => file.subarray(0, chunkBytes + 1), undefined, '上传的内容不完整，请重新选择该文件继续上传'],
    ['at another place', chunkBytes, () => pieceAt(chunkBytes), undefined, '上传位置已变化，请重新选择该文件继续上传'],
  ])('does not count a piece %s', async (_case, offset, bytes, sha256, msg) => {
    const fileName = name();
    const { upload } = (await begin({ name: fileName, size: file.length })).data;
    expect(await send(upload, offset, bytes(), sha256 === undefined ? {} : { sha256 })).toMatchObject(failed(msg, 430));
    expect((await begin({ name: fileName, size: file.length })).data.pieces).toEqual([]);
  });

  it('is refused before the transfer when it is too large, no package by its name, or nothing', async () => {
    expect(await begin({ name: name(), size: maxBytes + 1 })).toMatchObject(failed('安装包不能超过15 MB，所选文件为15.1 MB'));
    expect((await begin({ name: name(), size: maxBytes })).code).toBe(200);
    expect(await begin({ name: 'a.apk.html', size: 100 })).toMatchObject(failed('仅支持上传扩展名为.apk的安装包'));
    expect(await begin({ name: name(), size: 0 })).toMatchObject(failed('安装包无效：文件不是安装包'));
    for (const size of ['-1', '1.5', '1e3', '9'.repeat(16), '']) expect((await begin({ name: name(), size })).code).toBe(403);
  });

  it('is refused at its first piece when that is no zip, and at its end when it is no package; nothing of it stays', async () => {
    const page = Buffer.concat([Buffer.from('<!doctype html>'), randomBytes(100)]);
    const html = (await begin({ name: name(), size: page.length })).data.upload;
    expect(await send(html, 0, page)).toMatchObject(failed('安装包无效：文件不是安装包'));
    const zip = storedZip([{ name: 'readme.txt', content: randomBytes(100) }]);
    const upload = await uploaded(name(), zip);
    expect(await finish(upload)).toMatchObject(failed('安装包无效：缺少 AndroidManifest.xml'));
    expect(await finish(upload)).toMatchObject(failed('安装包地址无效或已过期，请重新上传'));
    expect([await inStore(zip), await inStore(page)]).toEqual([false, false]);
  });

  it('is for who began it and may publish, piece by piece', async () => {
    const { upload } = (await begin({ name: name(), size: file.length })).data;
    expect(await send(upload, 0, pieceAt(0), { as: desk.other })).toMatchObject(failed('安装包地址无效或已过期，请重新上传'));
    expect(await finish(upload, desk.other)).toMatchObject(failed('安装包地址无效或已过期，请重新上传'));
    await installation.db
      .updateTable('role')
      .set({ nodes: [19, 20] })
      .where('id', '=', '2')
      .execute();
    expect(await send(upload, 0, pieceAt(0))).toMatchObject({ code: 403, message: '权限不足！' });
    await installation.db
      .updateTable('role')
      .set({ nodes: [19, 20, 33] })
      .where('id', '=', '2')
      .execute();
    expect(await send(upload, 0, pieceAt(0))).toMatchObject({ code: 200 });
  });
});

describe('tidying up', () => {
  it('leaves open uploads alone, and throws away what was refused, used or left for a day', async () => {
    const stageOf = async () =>
      (await installation.db.selectFrom('app_upload').select(['id', 'stage']).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow())
        .stage;
    await uploaded();
    const open = await stageOf();
    await uploaded();
    const left = await stageOf();
    const refused = await uploaded(name(), storedZip([{ name: 'readme.txt', content: randomBytes(100) }]));
    const bad = await stageOf();
    await finish(refused);
    await installation.db
      .updateTable('app_upload')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('stage', '=', left)
      .execute();
    expect(await stages().names()).toEqual(expect.arrayContaining([open, left, bad]));
    await discardPackages(installation.db, stages());
    const names = await stages().names();
    expect(names).toContain(open);
    for (const gone of [left, bad]) expect(names).not.toContain(gone);
    expect(await installation.stages.names()).toEqual([]);
  });

  it('keeps a few open uploads of an account, the latest ones', async () => {
    for (let at = 0; at < 7; at += 1) await begin({ name: name(), size: 1000 }, desk.other);
    const rows = await installation.db.selectFrom('app_upload').select('id').where('account_id', '=', '3').execute();
    expect(rows.length).toBe(5);
  });

  it('also of packages that came as one body: one that was refused is not in the store', async () => {
    const one = async (bytes: Buffer) => {
      const headers = { authorization: `Bearer ${desk.publisher.token}`, 'content-type': 'multipart/form-data; boundary=b' };
      const payload = multipartBody('b', {}, { file: { bytes, name: 'one.apk', mediaType: 'a/b' } });
      return (await installation.app.inject({ method: 'POST', url: '/api/upload/index', headers, payload })).json() as { code: number };
    };
    const bad = storedZip([{ name: 'readme.txt', content: randomBytes(100) }]);
    const good = tinyApk({ packageName: 'com.example.notary', versionName: '9.9', versionCode: 9 });
    expect([(await one(bad)).code, (await one(good)).code]).toEqual([403, 200]);
    expect([await inStore(bad), await inStore(good)]).toEqual([false, false]);
  });
});
