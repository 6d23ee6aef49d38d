import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { testApp } from '../../../../../test/installation/app.ts';
import { aFile, uid } from '../../../../../test/installation/factories/evidence.ts';
import { webEvidence } from '../../../../../test/installation/factories/package.ts';
import { media } from '../../../../../test/installation/factories/media.ts';
import { recordingMaker } from '../../../../../test/installation/factories/recordings.ts';
import { multipartBody } from '../../../../../test/installation/intake.ts';
import { lookAt } from '../../../../../test/installation/presence-window.ts';
import { listening } from '../../../../../test/installation/raw-upload.ts';
import { zipTokenHash } from '../../../custody/zip/zip-links.ts';

// A client that leaves while its call waits for the database leaves nothing behind: what a call takes after an `await` is given back even
// though the connection has closed before.

const patience = { timeout: 120_000 };
const installation = testApp({ UPLOADS_PER_CLIENT: '1', UPLOADS_PER_OPERATOR: '1' });
const recordings = recordingMaker(installation);
const make = recordings.evidence;
let port = 0;
let open = 0;
let asked = 0;

beforeAll(async () => {
  await make.open();
  port = await listening(installation.app);
  installation.app.server.on('request', (_request, reply) => {
    asked += 1;
    open += 1;
    reply.once('close', () => (open -= 1));
  });
});
afterEach(() => vi.restoreAllMocks());

/** Sends a request while nobody can read a table, and leaves before it can be read again. */
async function cut(table: string, head: string | Buffer): Promise<void> {
  await installation.db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
    const before = asked;
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(head);
    await expect.poll(() => asked, patience).toBe(before + 1);
    await expect.poll(waitingForLocks, patience).toBeGreaterThan(0);
    socket.resetAndDestroy();
    await expect.poll(() => open, patience).toBe(0);
  });
  await expect.poll(() => installation.pool.totalCount - installation.pool.idleCount, patience).toBe(0);
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await installation.pool.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0]?.n ?? 0;
}

/** Windows are told by a query a second, calls that wait for events likewise; without them there is none. */
async function asksNothing(): Promise<void> {
  const connections = vi.spyOn(installation.pool, 'connect');
  const inTwoTurns = async (): Promise<number> => {
    connections.mockClear();
    await sleep(2500);
    return connections.mock.calls.length;
  };
  // Shorter than the wait of a call.
  await expect.poll(inTwoTurns, { timeout: 20_000 }).toBe(0);
}

function headOf(method: string, path: string, headers: Record<string, string>): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
const asAdmin = async () => ({ authorization: `Bearer ${(await installation.signIn('admin@example.com')).token}` });
const multipart = 'multipart/form-data; boundary=b';
const apk = (): Buffer =>
  multipartBody('b', {}, { file: { bytes: Buffer.from('PK\u0003\u0004'), name: 'a.apk', mediaType: 'application/zip' } });

it('a presence stream is watched by nobody', async () => {
  const { token } = await installation.signIn('admin@example.com');
  const user = (await make.register.register('personal')).user_id;
  await cut('session', headOf('GET', `/events/presence?object=user/${user}`, { authorization: `Bearer ${token}` }));
  const seen = await lookAt(`http://127.0.0.1:${port}`, token, `user/${user}`);
  await vi.waitFor(() => expect(seen.seen.present).toHaveLength(1), patience);
  await seen.leave();
  await expect.poll(() => open, patience).toBe(0);
  await asksNothing();
});

it('an operator’s place for uploads is free', async () => {
  const admin = await asAdmin();
  const body = apk();
  const headers = { ...admin, 'content-type': multipart, 'content-length': String(body.length) };
  await cut('session', Buffer.concat([Buffer.from(headOf('POST', '/api/upload/index', headers)), body.subarray(0, 90)]));
  const answer = await installation.app.inject({ method: 'POST', url: '/api/upload/index', headers, payload: body });
  expect(answer.statusCode).not.toBe(429);
});

it('a client’s place for uploads is free', async () => {
  const body = multipartBody('b', { unique_id: uid(), user_id: await make.user('personal'), title: '一份证据' }, { file: aFile() });
  const headers = make.client().headersOf({ method: 'POST', path: '/open/v1/evidence', body, contentType: multipart });
  const head = headOf('POST', '/open/v1/evidence', { ...headers, 'content-length': String(body.length) });
  await cut('credential', Buffer.concat([Buffer.from(head), body.subarray(0, 90)]));
  expect(await make.send({ user_id: await make.user('personal') })).toMatchObject({ status: 200 });
});

it('a client’s place for uploads is free after a chunk', async () => {
  const file = media.ofBytes(100_000);
  const { url } = await recordings.begun(await make.user('personal', 20), file);
  const head = headOf('PATCH', url, { ...recordings.patchHeaders(url, 0, file), 'content-length': String(file.length) });
  await cut('credential', Buffer.concat([Buffer.from(head), file.subarray(0, 90)]));
  expect(await recordings.patch(url, 0, file, { length: file.length })).toMatchObject({ status: 204 });
});

it('a wait for events has ended', async () => {
  const path = '/open/v1/events?since=now&wait=25';
  await cut('credential', headOf('GET', path, make.client().headersOf({ method: 'GET', path })));
  await asksNothing();
});

it('an operator may export again', async () => {
  const admin = await asAdmin();
  const path = '/api/export/userExport?type=1';
  await cut('session', headOf('GET', path, admin));
  const again = async (): Promise<string> =>
    String((await installation.app.inject({ method: 'GET', url: path, headers: admin })).headers['content-type']);
  await expect.poll(again, patience).toContain('spreadsheetml');
});

it.each<[what: string, table: string, pathOf: (number: string) => Promise<string>]>([
  [
    'a zip',
    'session',
    async (number) => {
      await installation.signIn('admin@example.com');
      const session = installation.db.selectFrom('session').select('token_hash').orderBy('created_at', 'desc');
      const { token_hash } = await session.executeTakeFirstOrThrow();
      const token = randomBytes(32).toString('base64url');
      const holder = JSON.stringify({ session: token_hash.toString('base64url'), anyOf: [] });
      await sql`insert into download_batch (token_hash, numbers, kind, holder, expires_at) select ${zipTokenHash(token)},
        array[number], kind, ${holder}, now() + interval '1 hour' from evidence where number = ${number}`.execute(installation.db);
      return `/files/batch/${token}/a.zip`;
    },
  ],
  [
    'a shared file',
    'share_address',
    async (number) => {
      const token = randomBytes(32).toString('base64url');
      await sql`insert into share_address (token, number) values (${token}, ${number})`.execute(installation.db);
      return `/s/${token}`;
    },
  ],
])('%s leaves no file open', async (_what, table, pathOf) => {
  const number = await webEvidence(installation, await make.user('personal'), [
    randomBytes(4_000_000),
    randomBytes(4_000_000),
    randomBytes(4_000_000),
  ]);
  const path = await pathOf(number);
  const opened: Readable[] = [];
  const { open: openObject } = installation.store;
  vi.spyOn(installation.store, 'open').mockImplementation(async (...given) => {
    const found = await openObject.apply(installation.store, given);
    opened.push(found.stream);
    return found;
  });
  await cut(table, headOf('GET', path, {}));
  await expect.poll(() => opened.every(({ destroyed }) => destroyed), patience).toBe(true);
});
