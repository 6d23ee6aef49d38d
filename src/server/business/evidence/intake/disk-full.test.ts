import { randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testApp } from '../../../../../test/installation/app.ts';
import { releaseDesk } from '../../../../../test/installation/scenarios/releases.ts';
import { aFile, evidenceMaker, sha256Of, uid } from '../../../../../test/installation/factories/evidence.ts';
import { buildApp } from '../../../app.ts';
import { readConfig } from '../../../platform/runtime/config.ts';
import { checkLog } from '../../../custody/audit/log-check.ts';
import { openLogSigner } from '../../../custody/log/log-signer.ts';
import { growLog } from '../../../custody/log/sequencer.ts';
import { checkLedger } from '../../points/check.ts';

// The real file system, but full at the step that a test names, for staged or stored files only; or read-only.
const disk = vi.hoisted(() => ({ fullAt: '', writes: 0, isReadOnly: false }));
vi.mock(import('node:fs/promises'), async (original) => {
  const real = await original();
  const step = (what: string): void => {
    if (disk.isReadOnly) throw Object.assign(new Error(`EROFS: read-only file system, ${what}`), { code: 'EROFS' });
    if (disk.fullAt === what) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  };
  const open: typeof real.open = async (path, flags, ...rest) => {
    if (flags === 'wx') step('open');
    const file: FileHandle = await real.open(path, flags, ...rest);
    const { sync, writeFile } = file;
    file.writeFile = async (...bytes: Parameters<typeof writeFile>) => {
      disk.writes += 1;
      step('write');
      step(`write of piece ${disk.writes}`);
      await writeFile.apply(file, bytes);
    };
    file.sync = async () => {
      step(flags === 'wx' ? 'sync' : 'sync of the folder');
      await sync.call(file);
    };
    return file;
  };
  const rename: typeof real.rename = async (from, to) => {
    step('rename');
    await real.rename(from, to);
  };
  const mkdir = (async (path: string, options: object) => {
    step('mkdir');
    return real.mkdir(path, options);
  }) as typeof real.mkdir;
  return { ...real, open, rename, mkdir };
});

const installation = testApp();
const desk = releaseDesk(installation);
const make = evidenceMaker(installation);
const takesNothing = 'the storage takes nothing now; send the call again, with the same unique_id';
beforeAll(() => make.open());

it.each(['open', 'write', 'sync', 'mkdir', 'rename', 'sync of the folder'])(
  'acknowledges nothing on a disk that is full at the %s, and keeps the evidence when there is room again',
  async (fullAt) => {
    const user_id = await make.user('personal', 1);
    const file = aFile();
    const fields = { user_id, unique_id: uid() };
    disk.fullAt = fullAt;
    const answer = await make.send(fields, file);
    disk.fullAt = '';
    expect(answer).toMatchObject({
      status: 503,
      body: { error: { code: 'unavailable', message: takesNothing } },
    });
    expect(await installation.db.selectFrom('evidence').select('id').where('user_id', '=', user_id).execute()).toEqual([]);
    expect(await make.send(fields, file)).toMatchObject({ status: 200 });
    expect(await installation.store.stat(sha256Of(file.bytes))).toEqual({ sizeBytes: 64 });
    expect(await checkLedger(installation.db)).toMatchObject({ broken: null });
  },
);

describe('a folder of files that is read-only while the server serves', () => {
  const lines: string[] = [];
  let app: FastifyInstance;
  beforeAll(async () => {
    const secrets = { token: randomBytes(32), link: randomBytes(32), owner: randomBytes(32), totp: randomBytes(32) };
    app = await buildApp({ ...installation, config: readConfig({}), secrets, logger: { write: (line) => void lines.push(line) } });
  });
  afterAll(async () => {
    disk.isReadOnly = false;
    await app?.close();
  });
  const said = () => lines.map((line) => JSON.parse(line) as { msg: string; err?: object });
  const readiness = async () => (await app.inject({ url: '/readyz' })).statusCode;

  it('takes nothing in, says why, serves everything else, and comes back by itself', async () => {
    const user_id = await make.user('personal', 2);
    const kept = await make.evidence(user_id);
    const file = aFile();
    const fields = { user_id, unique_id: uid() };
    disk.isReadOnly = true;
    expect(await make.send(fields, file)).toMatchObject({
      status: 503,
      body: { error: { code: 'unavailable', message: takesNothing } },
    });
    expect(await readiness()).toBe(503);
    expect(said()).toMatchObject([{ msg: 'not ready', err: { code: 'EROFS', why: 'the disk is mounted read-only (EROFS)' } }]);
    // Stored data is still served: 系统状态, the open verification, the lists.
    const admin = await installation.signIn('admin@example.com');
    expect(await admin.get('/api/ajax/user/getUserList', { type: 1 })).toMatchObject({ code: 200 });
    expect((await installation.app.inject({ url: `/open/v1/verify?number=${kept}` })).json()).toMatchObject({ number: kept });
    expect((await installation.app.inject({ url: '/healthz' })).statusCode).toBe(200);
    disk.isReadOnly = false;
    await vi.waitFor(async () => expect(await readiness()).toBe(200), { timeout: 120_000, interval: 100 });
    expect(said().map(({ msg }) => msg)).toEqual(['not ready', 'ready again']);
    expect(await make.send(fields, file)).toMatchObject({ status: 200, body: { sha256: sha256Of(file.bytes) } });
    expect(await checkLedger(installation.db)).toMatchObject({ broken: null });
  });
});

it.each([
  ['full', { fullAt: 'write' }, '文件磁盘已满'],
  ['read-only', { isReadOnly: true }, '文件磁盘处于只读状态'],
])(
  'tells an operator in words that the disk of the files is %s, and takes their file when it is not any more',
  async (_how, fault, words) => {
    const file = desk.apk('1.0.0');
    Object.assign(disk, fault);
    const answer = await desk.upload(file);
    Object.assign(disk, { fullAt: '', isReadOnly: false });
    const expected = new RegExp(`^${words}，本次操作未保存，请联系系统管理员，恢复后再提交（编号：[0-9a-f-]{36}）$`);
    expect(answer).toMatchObject({ status: 500, code: 500, message: expect.stringMatching(expected) as string });
    expect(await desk.upload(file)).toMatchObject({ code: 200 });
  },
);

it.each([1, 2, 3])('stores no file of three pieces of which a full disk refused number %i alone', async (piece) => {
  const pieces = Array.from({ length: 3 }, () => randomBytes(1_048_576));
  const sha256 = sha256Of(Buffer.concat(pieces));
  const put = () => installation.store.put(Readable.from(pieces), { maxBytes: 10_000_000 });
  Object.assign(disk, { fullAt: `write of piece ${piece}`, writes: 0 });
  await expect(put()).rejects.toThrow('ENOSPC');
  disk.fullAt = '';
  expect(await installation.store.stat(sha256)).toBeNull();
  expect(await put()).toEqual({ sha256, sizeBytes: 3_145_728 });
  expect(sha256Of(await buffer((await installation.store.open(sha256)).stream))).toBe(sha256);
});

/** Makes PostgreSQL fail as if its disk were full, at a row of the table or at the commit, until it is undone. */
async function fillDatabase(table: string, when: string): Promise<() => Promise<unknown>> {
  await sql`create function disk_full() returns trigger language plpgsql as $$ begin raise exception using errcode = '53100';
    end $$`.execute(installation.db);
  const moment =
    when === 'at the commit'
      ? sql`constraint trigger disk_full after insert on ${sql.table(table)} deferrable initially deferred`
      : sql`trigger disk_full before insert on ${sql.table(table)}`;
  await sql`create ${moment} for each row execute function disk_full()`.execute(installation.db);
  return () => sql`drop function disk_full cascade`.execute(installation.db);
}

it('tells an operator in words that the database’s disk is full; their act is not done, and works when there is room again', async () => {
  const admin = await installation.signIn('admin@example.com');
  const user = await make.user('enterprise', 1);
  const { mobile } = await installation.db.selectFrom('users').select('mobile').where('id', '=', user).executeTakeFirstOrThrow();
  const gift = { mobile, type: 2, pointsType: 3, points: 7, explain: '测试', requestId: uid() };
  const give = () => admin.post('/api/ajax/user/updatePoints', gift);
  const given = async () => (await installation.db.selectFrom('trail').select('id').where('action', 'like', '%积分%').execute()).length;
  const before = await given();
  const makeRoom = await fillDatabase('trail', 'at a row');
  const answer = await give();
  await makeRoom();
  expect(answer).toMatchObject({ code: 500, message: expect.stringContaining('数据库磁盘已满，本次操作未保存') as string });
  expect(await given()).toBe(before);
  expect(await give()).toMatchObject({ code: 200 });
  expect(await checkLedger(installation.db)).toMatchObject({ broken: null });
});

it.each(['at a row', 'at the commit'])(
  'acknowledges nothing while the database’s disk is full %s, and keeps all when there is room again',
  async (when) => {
    const user_id = await make.user('personal', 5);
    const orders = Array.from({ length: 5 }, () => ({ fields: { user_id, unique_id: uid() }, file: aFile() }));
    const sendAll = () => Promise.all(orders.map(({ fields, file }) => make.send(fields, file)));
    const makeRoom = await fillDatabase('evidence_file', when);
    for (const answer of await sendAll()) expect(answer).toMatchObject({ status: 503, body: { error: { message: takesNothing } } });
    expect(await installation.db.selectFrom('evidence').select('id').where('user_id', '=', user_id).execute()).toEqual([]);
    await makeRoom();
    for (const { status } of await sendAll()) expect(status).toBe(200);
    expect(await checkLedger(installation.db)).toMatchObject({ broken: null });
  },
);

it.each([
  ['log_entry', 'at a row'],
  ['log_tile', 'at a row'],
  ['log_checkpoint', 'at a row'],
  ['log_checkpoint', 'at the commit'],
])('leaves the log whole, and what waits for it waiting, while the database’s disk is full for %s %s', async (table, when) => {
  const signer = await openLogSigner(installation.db, readConfig({}));
  await growLog(installation.db, signer);
  const number = await make.evidence(await make.user('personal', 1));
  const before = await checkLog(installation.db);
  const makeRoom = await fillDatabase(table, when);
  await expect(growLog(installation.db, signer)).rejects.toMatchObject({ code: '53100' });
  await makeRoom();
  expect(await checkLog(installation.db)).toEqual(before);
  const { log_entry } = await installation.db
    .selectFrom('evidence')
    .select('log_entry')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  expect(await installation.db.selectFrom('log_pending').select('id').where('id', '=', log_entry).execute()).toHaveLength(1);
  await growLog(installation.db, signer);
  expect(await checkLog(installation.db)).toMatchObject({ entries: before.entries + 1, broken: null });
});
