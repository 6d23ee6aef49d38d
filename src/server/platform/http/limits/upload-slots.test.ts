import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { testApp } from '../../../../../test/installation/app.ts';
import { aFile, uid } from '../../../../../test/installation/factories/evidence.ts';
import { intakeClient, multipartBody } from '../../../../../test/installation/intake.ts';
import { listening, rawUpload, type RawUpload } from '../../../../../test/installation/raw-upload.ts';
import { recordingMaker } from '../../../../../test/installation/factories/recordings.ts';

/** A timeout for slow machines. */
const busy = { timeout: 120_000 };
const installation = testApp({
  UPLOADS_PER_CLIENT: '3',
  UPLOADS_PER_OPERATOR: '2',
  UPLOADS_PER_ADDRESS: '8',
  INTAKE_RATE_PER_MINUTE: '40',
  BODY_IDLE_SECONDS: '30',
});
const make = recordingMaker(installation);
let port = 0;
let open: RawUpload[] = [];
beforeAll(async () => {
  await make.evidence.open();
  port = await listening(installation.app);
});
afterEach(async () => {
  for (const { socket } of open) socket.destroy();
  await Promise.all(open.map(({ closed }) => closed));
  open = [];
});

const hold = async (method: string, path: string, headers: Record<string, string>, begin: Buffer | string) => {
  const upload = await rawUpload(port, method, path, headers, begin);
  open.push(upload);
  return upload;
};
/** The upload that is answered first because it got no slot; which one it is depends on the network. */
const firstAnswered = (uploads: RawUpload[]) => Promise.race(uploads.map((upload) => upload.status.then(() => upload)));
const type = 'multipart/form-data; boundary=b';
async function holdEvidence(client = make.evidence.client(), user_id?: string): Promise<RawUpload> {
  const body = multipartBody(
    'b',
    { unique_id: uid(), title: '一份证据', user_id: user_id ?? (await make.evidence.user('personal', 10)) },
    { file: aFile({ bytes: randomBytes(100_000) }) },
  );
  const headers = client.headersOf({ method: 'POST', path: '/open/v1/evidence', contentSha256: 'UNSIGNED-PAYLOAD', contentType: type });
  return hold('POST', '/open/v1/evidence', { ...headers, 'content-length': String(body.length) }, body.subarray(0, 50_000));
}
const isHeld = (upload: RawUpload) => vi.waitFor(() => expect(upload.said()).toBe(''), busy);

it('a client has so many uploads at once, of all kinds together; the next is told to come again, others are not touched', async () => {
  const file = randomBytes(100_000);
  const pieces = await Promise.all([0, 1].map(async () => (await make.begun(await make.evidence.user('personal', 10), file)).url));
  const users = [await make.evidence.user('personal', 10), await make.evidence.user('personal', 10)];
  const uploads = await Promise.all([
    ...users.map((user_id) => holdEvidence(undefined, user_id)),
    ...pieces.map((url) => hold('PATCH', url, { ...make.patchHeaders(url, 0, file), 'content-length': '100000' }, file.subarray(0, 10))),
  ]);
  const refused = await firstAnswered(uploads);
  expect(await refused.closed).toMatch(/^HTTP\/1\.1 429 [^]*retry-after: 5\r\n[^]*"code":"rate"/i);
  const held = uploads.filter((upload) => upload !== refused);
  for (const upload of held) await isHeld(upload);
  const { client: other, userId } = await enterprise();
  await isHeld(await holdEvidence(other, userId));
  // Calls without a body are not uploads.
  expect(await make.evidence.client().get(`/open/v1/users/${userId}`)).toMatchObject({ status: 200 });
  held[0]?.socket.destroy();
  await vi.waitFor(
    async () => expect(await make.evidence.send({ user_id: await make.evidence.user('personal', 10) })).toMatchObject({ status: 200 }),
    busy,
  );
});

it('an address has so many uploads at once, whoever sends them, and its forms are not touched', async () => {
  const clients = await Promise.all([enterprise(), enterprise(), enterprise()]);
  const uploads = await Promise.all(clients.flatMap(({ client, userId }) => [0, 1, 2].map(() => holdEvidence(client, userId))));
  const refused = await firstAnswered(uploads);
  expect(await refused.closed).toMatch(/^HTTP\/1\.1 429 [^]*retry-after: 5\r\n/i);
  for (const upload of uploads.filter((one) => one !== refused)) await isHeld(upload);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  expect(await signInAttempt()).toBe(200);
});

it('forms that do not come in keep nobody of their address from signing in: the oldest ends', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '100' };
  const halves: RawUpload[] = [];
  for (let nth = 0; nth < 8; nth += 1) halves.push(await hold('POST', '/api/login/login', form, 'username='));
  const json = { 'content-type': 'application/json', 'content-length': '100' };
  expect(await signInAttempt()).toBe(200);
  expect(await halves[0]?.closed).toMatch(/^HTTP\/1\.1 408 /);
  const another = await hold(
    'POST',
    '/open/v1/users',
    { ...json, ...make.evidence.client().headersOf({ method: 'POST', path: '/open/v1/users' }) },
    '{',
  );
  for (const upload of [...halves.slice(2), another]) await isHeld(upload);
  await halves[7]?.write('x'.repeat(91));
  expect(await halves[7]?.status).toBe(200);
});

async function signInAttempt(): Promise<number> {
  const body = 'username=x&password=y&imgCode=test&imgCodeToken=z';
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) };
  return (await hold('POST', '/api/login/login', headers, body)).status;
}

it('an operator has so many uploads at once', async () => {
  const { token } = await installation.signIn('admin@example.com');
  const begin = multipartBody(
    'b',
    {},
    { file: { bytes: Buffer.from('PK\u0003\u0004'), name: 'a.apk', mediaType: 'application/zip' } },
  ).subarray(0, -8);
  const upload = () =>
    hold('POST', '/api/upload/index', { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': '100000' }, begin);
  const uploads = [await upload(), await upload(), await upload()];
  const refused = await firstAnswered(uploads);
  expect(await refused.closed).toMatch(/^HTTP\/1\.1 429 [^]*retry-after: 5\r\n/i);
  for (const one of uploads.filter((other) => other !== refused)) await isHeld(one);
});

it('signed calls of a client are counted, and another’s are not', async () => {
  const { client, userId } = await enterprise();
  const answers = [];
  for (let at = 0; at < 41; at += 1)
    answers.push(
      await installation.app.inject({
        method: 'GET',
        url: `/open/v1/users/${userId}`,
        headers: client.headersOf({ method: 'GET', path: `/open/v1/users/${userId}` }),
      }),
    );
  expect(answers.slice(0, 40).every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(answers[40]?.statusCode).toBe(429);
  expect(answers[40]?.json()).toMatchObject({ error: { code: 'rate' } });
  expect(Number(answers[40]?.headers['retry-after'])).toBeGreaterThan(0);
  const forged = await installation.app.inject({
    method: 'GET',
    url: `/open/v1/users/${userId}`,
    headers: intakeClient(installation.app, {
      app_id: String(client.headersOf({ method: 'GET', path: '/' })['x-app-id']),
      security_key: 'guessed',
    }).headersOf({ method: 'GET', path: `/open/v1/users/${userId}` }),
  });
  expect(forged.statusCode).toBe(401);
  const { client: other, userId: otherId } = await enterprise();
  expect(await other.get(`/open/v1/users/${otherId}`)).toMatchObject({ status: 200 });
});

/** Inserted directly, because calls of the factory would count against the limit. */
async function enterprise() {
  const { id } = await installation.db
    .insertInto('users')
    .values({ type: 'enterprise', mobile: `101${uid().slice(0, 8)}`, name: '甲公司', registered_at: new Date(), status: 'approved' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const key = { app_id: uid(), security_key: uid() };
  await installation.db
    .insertInto('credential')
    .values({ ...key, kind: 'enterprise', user_id: id, name: '甲公司' })
    .execute();
  return { userId: id, client: intakeClient(installation.app, key) };
}
