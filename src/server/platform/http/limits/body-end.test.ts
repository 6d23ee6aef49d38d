import fastify, { type FastifyInstance } from 'fastify';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { testApp } from '../../../../../test/installation/app.ts';
import { aFile, uid } from '../../../../../test/installation/factories/evidence.ts';
import { multipartBody, picture } from '../../../../../test/installation/intake.ts';
import { listening, rawUpload, type RawUpload } from '../../../../../test/installation/raw-upload.ts';
import { media } from '../../../../../test/installation/factories/media.ts';
import { recordingMaker } from '../../../../../test/installation/factories/recordings.ts';
import { abortIdleBodies } from './body-end.ts';

/** A timeout for slow machines. */
const busy = { timeout: 120_000 };
// The server measures bodies by a clock that only these tests move.
beforeAll(() => void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] }));
const installation = testApp({ BODY_IDLE_SECONDS: '1', STORAGE_WAIT_SECONDS: '30' });
const make = recordingMaker(installation);
let port = 0;
const open: RawUpload[] = [];
beforeAll(async () => {
  await make.evidence.open();
  port = await listening(installation.app);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => {
  vi.useRealTimers();
  for (const { socket } of open) socket.destroy();
});

async function send(method: string, path: string, headers: Record<string, string>, begin: Buffer | string = '') {
  const upload = await rawUpload(port, method, path, headers, begin);
  open.push(upload);
  return upload;
}
/** Lets time pass until a body that rests has been ended. @returns what was said on its connection. */
async function rested(upload: RawUpload): Promise<string> {
  // Bytes that arrive meanwhile begin its rest again.
  for (let said: string | null = null; ; ) {
    await sleep(50);
    await vi.advanceTimersByTimeAsync(1500);
    said = await Promise.race([upload.closed, sleep(1000, null)]);
    if (said !== null) return said;
  }
}
/** Lets time pass, in which a byte comes every 200 milliseconds. */
async function trickle({ socket }: RawUpload, forMs: number): Promise<void> {
  for (let ms = 0; ms < forMs; ms += 200) {
    socket.write('a');
    await sleep(10);
    await vi.advanceTimersByTimeAsync(200);
  }
}
const signed = (path: string, type: string) =>
  make.evidence.client().headersOf({ method: 'POST', path, contentSha256: 'UNSIGNED-PAYLOAD', contentType: type });
const multipart = 'multipart/form-data; boundary=b';
const staged = async (folder = join(installation.folder, 'tmp')) => (await readdir(folder).catch(() => [])).length;
const evidenceBody = async (bytes: Buffer) =>
  multipartBody(
    'b',
    { unique_id: uid(), title: '一份证据', user_id: await make.evidence.user('personal', 10) },
    { file: aFile({ bytes }) },
  );

describe('a body of which nothing more comes is answered 408, and its connection closed:', () => {
  it('a form that nobody signed in sends', async () => {
    const login = await send(
      'POST',
      '/api/login/login',
      { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '100' },
      'username=admin&pass',
    );
    const answer = await rested(login);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/^connection: close/im);
    expect(answer).toMatch(/^content-security-policy: /im);
    // Code 408 in the envelope would sign the operator out.
    expect(answer).toContain('"code":403');
    expect(answer).toContain('数据接收中断，请重试');
  });

  it('JSON of the intake', async () => {
    const path = '/open/v1/users';
    const headers = make.evidence.client().headersOf({ method: 'POST', path, body: '{}', contentType: 'application/json' });
    const answer = await rested(await send('POST', path, { ...headers, 'content-length': '50' }, '{"unique_id":'));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":"timeout"');
  });

  it('the file of an evidence, of which nothing stays staged', async () => {
    const body = await evidenceBody(randomBytes(5_000_000));
    const upload = await send(
      'POST',
      '/open/v1/evidence',
      { ...signed('/open/v1/evidence', multipart), 'content-length': String(body.length) },
      body.subarray(0, 3_000_000),
    );
    await vi.waitFor(async () => expect(await staged()).toBe(1), busy);
    expect(await rested(upload)).toMatch(/^HTTP\/1\.1 408 [^]*"code":"timeout"/);
    expect(await staged()).toBe(0);
  });

  it('the pictures of a verification', async () => {
    const { user_id } = await make.evidence.register.register('personal');
    const path = `/open/v1/users/${user_id}/verification`;
    const body = multipartBody(
      'b',
      { unique_id: uid(), name: '某某', contact_idcard: '990000199001011234', address: '某市' },
      { author_front: picture('red') },
    );
    const upload = await send(
      'POST',
      path,
      { ...signed(path, multipart), 'content-length': String(body.length) },
      body.subarray(0, body.length - 60),
    );
    expect(await rested(upload)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('a piece of a recording, of which nothing stays staged', async () => {
    const file = media.ofBytes(400_000);
    const { number, url } = await make.begun(await make.evidence.user('personal', 10), file);
    const upload = await send(
      'PATCH',
      url,
      { ...make.patchHeaders(url, 0, file), 'content-length': String(file.length) },
      file.subarray(0, 200_000),
    );
    expect(await rested(upload)).toMatch(/^HTTP\/1\.1 408 /);
    expect(await staged(join(installation.folder, 'uploads', number, 'tmp'))).toBe(0);
    expect(await make.rowOf(number)).toMatchObject({ status: 'running', offset_bytes: '0' });
    expect(await make.patch(url, 0, file, { length: file.length })).toMatchObject({ status: 204 });
  });

  it('a package that an operator uploads', async () => {
    const { token } = await installation.signIn('admin@example.com');
    const body = multipartBody(
      'b',
      {},
      {
        file: { bytes: Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(300_000)]), name: 'a.apk', mediaType: 'application/zip' },
      },
    );
    const upload = await send(
      'POST',
      '/api/upload/index',
      { authorization: `Bearer ${token}`, 'content-type': multipart, 'content-length': String(body.length) },
      body.subarray(0, 200_000),
    );
    expect(await rested(upload)).toMatch(/^HTTP\/1\.1 408 [^]*数据接收中断/);
    expect(await installation.db.selectFrom('app_upload').select('id').execute()).toEqual([]);
  });

  it('one whose first byte never comes', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'transfer-encoding': 'chunked' };
    expect(await rested(await send('POST', '/api/login/login', headers))).toMatch(/^HTTP\/1\.1 408 /);
  });
});

it.each([
  ['/nowhere', 404],
  ['/api/nowhere', 404],
  ['/open/v1/nowhere', 404],
  ['/open/v1/evidence', 401],
])('a body that %s answered before it came ends with its connection', async (path, status) => {
  const upload = await send('POST', path, { 'content-type': multipart, 'content-length': '100000' }, '--b');
  expect(await upload.status).toBe(status);
  await rested(upload);
});

it('a body that flows on behind its answer ends with its connection', async () => {
  const upload = await send('POST', '/api/nowhere', { 'content-type': multipart, 'content-length': '100000' }, '--b');
  expect(await upload.status).toBe(404);
  await trickle(upload, 1600);
  await upload.closed;
});

it('a body that keeps flowing may take longer, however slowly', async () => {
  const body = await evidenceBody(randomBytes(12_000));
  const upload = await send('POST', '/open/v1/evidence', {
    ...signed('/open/v1/evidence', multipart),
    'content-length': String(body.length),
  });
  for (let at = 0; at < body.length; at += 1000) {
    await upload.write(body.subarray(at, at + 1000));
    await sleep(10);
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(await upload.status).toBe(200);
});

it('a form that keeps flowing has an end', async () => {
  const login = await send('POST', '/api/login/login', { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1000' });
  await trickle(login, 4800);
  expect(login.said()).toBe('');
  await trickle(login, 600);
  expect(await login.closed).toMatch(/^HTTP\/1\.1 408 /);
});

it('a storage that is slow is not the client’s rest', async () => {
  const { put } = installation.store;
  vi.spyOn(installation.store, 'put').mockImplementationOnce((source, options) => {
    async function* slow(): AsyncGenerator<Uint8Array> {
      let isFirst = true;
      for await (const chunk of source as AsyncIterable<Uint8Array>) {
        if (isFirst) {
          // The rest of the body fills the buffers.
          await sleep(300);
          await vi.advanceTimersByTimeAsync(3000);
        }
        isFirst = false;
        yield chunk;
      }
    }
    return put.call(installation.store, slow(), options);
  });
  const body = await evidenceBody(randomBytes(3_000_000));
  const upload = await send(
    'POST',
    '/open/v1/evidence',
    { ...signed('/open/v1/evidence', multipart), 'content-length': String(body.length) },
    body,
  );
  expect(await upload.status).toBe(200);
});

it('a form has less time than an upload', async () => {
  const app = fastify();
  abortIdleBodies(app, 60_000);
  app.addContentTypeParser(
    'multipart/form-data',
    (_request, payload, done) =>
      void payload
        .resume()
        .on('error', done)
        .on('end', () => done(null)),
  );
  app.post('/', async () => 'read');
  try {
    const at = await listening(app);
    const half = async (type: string) => {
      const upload = await rawUpload(at, 'POST', '/', { 'content-type': type, 'content-length': '100' }, '{');
      open.push(upload);
      return upload;
    };
    const [form, upload] = [await half('application/json'), await half('multipart/form-data; boundary=b')];
    await vi.waitFor(async () => expect(await connections(app)).toBe(2), busy);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await form.status).toBe(408);
    expect(upload.said()).toBe('');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await upload.status).toBe(408);
  } finally {
    await app.close();
  }
});

const connections = (app: FastifyInstance) => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));

it('a head that does not come has its time, too', () => {
  expect(installation.app.server.headersTimeout).toBe(20_000);
});
