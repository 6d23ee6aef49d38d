import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { releaseDesk } from '../../../../test/installation/scenarios/releases.ts';
import { failed } from '../../../../test/installation/answers.ts';
import { multipartBody } from '../../../../test/installation/intake.ts';
import { deleteExpired } from './upload-store.ts';

const maxBytes = 20_000;
const installation = testApp({ APK_MAX_BYTES: String(maxBytes) });
const desk = releaseDesk(installation);
const { upload, apk } = desk;

describe('an upload', () => {
  const kept = async () => (await installation.db.selectFrom('app_upload').select('id').execute()).length;

  it.each<[string, Buffer, string, string]>([
    ['a page', Buffer.from('<!doctype html><p>'), 'page.apk', '安装包无效：文件不是安装包'],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'drawing.apk', '安装包无效：文件不是安装包'],
    ['a page behind two suffixes', Buffer.from('<!doctype html><p>'), 'page.html.apk', '安装包无效：文件不是安装包'],
    ['a package under another suffix', apk('1'), 'notary.apk.html', '仅支持上传扩展名为.apk的安装包'],
    ['a package without a suffix', apk('1'), 'notary', '仅支持上传扩展名为.apk的安装包'],
    ['half a package', apk('1').subarray(0, 300), 'half.apk', '安装包无效：文件已损坏或不是安装包'],
    ['nothing', Buffer.alloc(0), 'empty.apk', '安装包无效：文件不是安装包'],
    ['three bytes', Buffer.from('PK\u0003'), 'three.apk', '安装包无效：文件不是安装包'],
  ])('of %s is refused', async (_case, bytes, name, msg) => {
    const before = await kept();
    expect(await upload(bytes, name)).toMatchObject({ status: 200, ...failed(msg) });
    expect(await kept()).toBe(before);
  });

  it('over the limit is refused, by what it says and by what it is', async () => {
    const before = await kept();
    const large = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(maxBytes)]);
    expect(await upload(large)).toMatchObject({ status: 413, code: 413 });
    expect(await upload(Buffer.concat([large, Buffer.alloc(100_000)]))).toMatchObject({ status: 413, code: 413 });
    expect(await kept()).toBe(before);
  });

  it('that says it is far over the limit is refused before it is sent, and the connection ends', async () => {
    await installation.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = installation.app.server.address() as AddressInfo;
    const { token } = await installation.signIn('admin@example.com');
    for (const path of ['/api/upload/index', '/api/upload/piece']) {
      const socket = connect(port, '127.0.0.1');
      const answer = text(socket);
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Length: 99999999999\r\n` +
          'Content-Type: multipart/form-data; boundary=b\r\n\r\n' +
          '--b\r\nContent-Disposition: form-data; name="file"; filename="a.apk"\r\n\r\nPK\u0003\u0004',
      );
      expect(await answer).toMatch(/^HTTP\/1\.1 (?:413|200)[^]*connection: close/i);
    }
  });

  it('whose body breaks off is refused, and nothing of it is kept', async () => {
    const before = await kept();
    const bytes = apk('1');
    const whole = multipartBody('b0undary', {}, { file: { bytes, name: 'a.apk', mediaType: 'a/b' } });
    const headers = { authorization: desk.publisher.token, 'content-type': 'multipart/form-data; boundary=b0undary' };
    const reply = await installation.app.inject({ method: 'POST', url: '/api/upload/index', headers, payload: whole.subarray(0, 400) });
    expect([reply.statusCode, (reply.json() as { code: number }).code]).toEqual([400, 400]);
    expect(await kept()).toBe(before);
  });

  it('of a file without a name is refused', async () => {
    const head = '--b0undary\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream\r\n\r\n';
    const payload = Buffer.concat([Buffer.from(head), apk('1'), Buffer.from('\r\n--b0undary--\r\n')]);
    const headers = { authorization: desk.publisher.token, 'content-type': 'multipart/form-data; boundary=b0undary' };
    const reply = await installation.app.inject({ method: 'POST', url: '/api/upload/index', headers, payload });
    expect(reply.json()).toMatchObject(failed('仅支持上传扩展名为.apk的安装包'));
  });

  it('as a form, or with the file under another name, is refused', async () => {
    expect(await desk.publisher.post('/api/upload/index', { file: 'a.apk' })).toMatchObject({
      status: 415,
      code: 415,
      message: '请求内容类型不支持',
    });
    expect(await upload(apk('1'), 'a.apk', desk.publisher, 'other')).toMatchObject(failed('请选择要上传的文件'));
  });

  it('keeps no path of the machine that it came from', async () => {
    expect((await upload(apk('1'), '../../x/e\u202evil.apk')).data['file_name']).not.toMatch(/[/\u202e]/);
  });

  it('is for those who may publish', async () => {
    const nobody = await installation.signIn('nobody@example.com');
    expect(await upload(apk('1'), 'a.apk', nobody)).toMatchObject({ code: 403, message: '权限不足！' });
    expect(await upload(apk('1'), 'a.apk', installation.nobody)).toMatchObject({ code: 401 });
  });

  it('is on the trail without what opens it', async () => {
    const { data } = await upload(apk('9.9'));
    const trail = await installation.db
      .selectFrom('trail')
      .selectAll()
      .where('action', '=', '上传安装包')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(trail).toMatchObject({ actor_name: '王审核', after: { package: 'com.example.notary', version: '9.9', sha256: data['sha256'] } });
    expect(JSON.stringify(trail)).not.toContain(data.path);
  });

  it('elsewhere than to the upload stays an unsupported type', async () => {
    const headers = { authorization: desk.publisher.token, 'content-type': 'multipart/form-data; boundary=b' };
    const reply = await installation.app.inject({ method: 'POST', url: '/api/version/addVersion', headers, payload: '--b--\r\n' });
    expect(reply.statusCode).toBe(415);
  });

  it('is forgotten a day after its end, and not before', async () => {
    const idOf = async (version: string) => {
      await upload(apk(version));
      return (await installation.db.selectFrom('app_upload').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).id;
    };
    const [old, recent] = [await idOf('8.1'), await idOf('8.2')];
    const endedAgo = (id: string, ago: string) =>
      installation.pool.query('update app_upload set expires_at = now() - $2::interval where id = $1', [id, ago]);
    await endedAgo(old, '25 hours');
    await endedAgo(recent, '23 hours');
    await deleteExpired(installation.db);
    const left = await installation.db.selectFrom('app_upload').select('id').where('id', 'in', [old, recent]).execute();
    expect(left).toEqual([{ id: recent }]);
  });
});
