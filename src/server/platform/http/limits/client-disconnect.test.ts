import type { FastifyInstance } from 'fastify';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { password } from '../../../../../test/installation/factories/accounts.ts';
import { testApp } from '../../../../../test/installation/app.ts';
import { aFile, uid } from '../../../../../test/installation/factories/evidence.ts';
import { multipartBody, picture } from '../../../../../test/installation/intake.ts';
import { insertUsers, randomNumbers, randomUser } from '../../../../../test/installation/factories/many-users.ts';
import { grow, webEvidence } from '../../../../../test/installation/factories/package.ts';
import { recordingMaker } from '../../../../../test/installation/factories/recordings.ts';
import { buildApp } from '../../../app.ts';
import { readConfig } from '../../runtime/config.ts';
import { createPackageLinks } from '../../../custody/publish/package-links.ts';
import { zipTokenHash } from '../../../custody/zip/zip-links.ts';
import { createLinkSigner } from '../../storage/signed-links.ts';

const installation = testApp();
const recordings = recordingMaker(installation);
const make = recordings.evidence;
const secrets = { token: randomBytes(32), link: randomBytes(32), owner: installation.ownerSecret, totp: randomBytes(32) };
const lines: string[] = [];
let app: FastifyInstance;
let port = 0;
let asked = 0;
let open = 0;

beforeAll(async () => {
  const config = readConfig({ CAPTCHA_FIXED_CODE: 'test', RATE_LIMIT_PER_MINUTE: '0', LOGIN_RATE_PER_MINUTE: '0' });
  app = await buildApp({
    config,
    db: installation.db,
    pool: installation.pool,
    store: installation.store,
    stages: installation.stages,
    secrets,
    logger: { write: (line) => void lines.push(line) },
  });
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  app.server.on('request', (_request, reply) => {
    asked += 1;
    open += 1;
    reply.once('close', () => (open -= 1));
  });
  await make.open();
  const random = randomNumbers(11);
  await insertUsers(
    installation.db,
    Array.from({ length: 3000 }, (_, index) => randomUser(random, index)),
  );
});
afterEach(() => lines.splice(0));
afterAll(() => app?.close());

const large = 24 * 1_048_576;

it.each<[what: string, begin: () => Promise<Sent>]>([
  [
    'in the file of an evidence',
    async () => {
      const body = multipartBody(
        'b',
        { unique_id: uid(), user_id: await make.user('personal'), title: '一份证据' },
        { file: aFile({ bytes: randomBytes(3_000_000) }) },
      );
      return half(
        'POST',
        '/open/v1/evidence',
        make.client().headersOf({ method: 'POST', path: '/open/v1/evidence', body, contentType: 'multipart/form-data; boundary=b' }),
        body,
      );
    },
  ],
  [
    'in the pictures of a verification',
    async () => {
      const path = `/open/v1/users/${(await make.register.register('personal')).user_id}/verification`;
      const body = multipartBody('b', { unique_id: uid(), name: '某某' }, { front: Buffer.concat([picture('red'), randomBytes(500_000)]) });
      return half(
        'POST',
        path,
        make.client().headersOf({ method: 'POST', path, body, contentType: 'multipart/form-data; boundary=b' }),
        body,
      );
    },
  ],
  [
    'in a body of JSON to the intake',
    async () => {
      const body = Buffer.from(JSON.stringify({ unique_id: uid(), type: 1, mobile: '10099999999', name: '某'.repeat(30) }));
      return half(
        'POST',
        '/open/v1/users',
        make.client().headersOf({ method: 'POST', path: '/open/v1/users', body, contentType: 'application/json' }),
        body,
      );
    },
  ],
  [
    'in a piece of a recording',
    async () => {
      const piece = randomBytes(2_000_000);
      const { url } = await recordings.begun(await make.user('personal', 20), piece);
      return half('PATCH', url, recordings.patchHeaders(url, 0, piece), piece);
    },
  ],
  [
    'in a form of the console',
    async () =>
      half(
        'POST',
        '/api/login/login',
        { 'content-type': 'application/x-www-form-urlencoded' },
        Buffer.from('username=a&password=b&imgCode=c&imgCodeToken=d'),
      ),
  ],
  [
    'in an upload of the console',
    async () => {
      const body = multipartBody('b', { title: '版本' }, { file: aFile({ bytes: randomBytes(2_000_000), name: 'a.apk' }) });
      return half(
        'POST',
        '/api/upload/index',
        { authorization: `Bearer ${(await signedIn()).token}`, 'content-type': 'multipart/form-data; boundary=b' },
        body,
      );
    },
  ],
  [
    'while an export is made',
    async () => ({ head: get('/api/export/userExport?type=1', { cookie: `token=${(await signedIn()).token}` }), isRead: false }),
  ],
  [
    'in an export',
    async () => ({ head: get('/api/export/userExport?type=1', { cookie: `token=${(await signedIn()).token}` }), isRead: true }),
  ],
  [
    'in a file',
    async () => {
      const { sha256 } = await installation.store.put(Readable.from([randomBytes(large)]), { maxBytes: large });
      return {
        head: get(
          createLinkSigner(secrets.link).sign({ sha256, name: 'a.bin', mediaType: 'application/octet-stream', disposition: 'attachment' }),
        ),
        isRead: true,
      };
    },
  ],
  [
    'in a zip',
    async () => {
      const number = await webEvidence(installation, await make.user('personal'), [randomBytes(large), randomBytes(10), randomBytes(10)]);
      const { holder } = await signedIn();
      const token = randomBytes(32).toString('base64url');
      await sql`insert into download_batch (token_hash, numbers, kind, holder, expires_at) select ${zipTokenHash(token)},
        array[number], kind, ${JSON.stringify(holder)}, now() + interval '1 hour' from evidence where number = ${number}`.execute(
        installation.db,
      );
      return { head: get(`/files/batch/${token}/a.zip`), isRead: true };
    },
  ],
  [
    'in a package',
    async () => {
      const number = await make.evidence(await make.user('personal'), {}, aFile({ bytes: randomBytes(large) }));
      await grow(installation);
      return { head: get(createPackageLinks(secrets.link).sign(number, (await signedIn()).holder)), isRead: true };
    },
  ],
])('a client who leaves %s leaves no line in the log', async (_what, begin) => {
  const { head, isRead } = await begin();
  const before = asked;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(head);
  if (isRead) expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 200/);
  else await expect.poll(() => asked, patience).toBeGreaterThan(before);
  // A closed browser resets its connection; so it also looks if the client's machine was switched off.
  socket.resetAndDestroy();
  await expect.poll(() => open, patience).toBe(0);
  await settled();
  expect(lines).toEqual([]);
});

it('a fault is told with its id, also where the client left meanwhile', async () => {
  await sql`alter table captcha rename to captcha_away`.execute(installation.db);
  try {
    const answer = (await (await fetch(`http://127.0.0.1:${port}/api/login/getImgCode`)).json()) as {
      code: number;
      data: { requestId: string };
    };
    expect(answer.code).toBe(500);
    expect(lines.map((line) => (JSON.parse(line) as { reqId: string }).reqId)).toEqual([answer.data.requestId]);
  } finally {
    await sql`alter table captcha_away rename to captcha`.execute(installation.db);
  }
});

const patience = { timeout: 120_000 };

interface Sent {
  /** The bytes sent before the client disconnects. */
  readonly head: string | Buffer;
  /** Whether the client waits for the beginning of the answer. */
  readonly isRead: boolean;
}

function get(path: string, headers: Record<string, string> = {}): string {
  return `GET ${path} HTTP/1.1\r\nHost: a\r\n${headerLines(headers)}\r\n`;
}

/** All headers, and half of the body. */
function half(method: string, path: string, headers: Record<string, string>, body: Buffer): Sent {
  const head = `${method} ${path} HTTP/1.1\r\nHost: a\r\n${headerLines({ ...headers, 'content-length': String(body.length) })}\r\n`;
  return { head: Buffer.concat([Buffer.from(head), body.subarray(0, body.length / 2)]), isRead: false };
}

function headerLines(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

async function signedIn() {
  const call = async <Data>(path: string, init?: RequestInit): Promise<Data> =>
    ((await (await fetch(`http://127.0.0.1:${port}${path}`, init)).json()) as { data: Data }).data;
  const { imgCodeToken } = await call<{ imgCodeToken: string }>('/api/login/getImgCode');
  const { token } = await call<{ token: string }>('/api/login/login', {
    method: 'POST',
    body: new URLSearchParams({ username: 'admin@example.com', password, imgCode: 'test', imgCodeToken }),
  });
  const { token_hash } = await installation.db
    .selectFrom('session')
    .select('token_hash')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  return { token, holder: { session: token_hash.toString('base64url'), anyOf: [] } };
}

/** Waits until no call is running: a handler may outlive its connection. */
async function settled(): Promise<void> {
  for (let i = 0; i < 5; i += 1) expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  await expect.poll(() => installation.pool.totalCount - installation.pool.idleCount, patience).toBe(0);
}
