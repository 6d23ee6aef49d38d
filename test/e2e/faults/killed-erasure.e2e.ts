import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../../../src/server/platform/db/database.ts';
import { recordKey, withMac } from '../../../src/server/business/erasures/record-mac.ts';
import { startServer, type RunningServer } from '../../installation/servers/running-server.ts';
import { multipartBody, signedHeaders } from '../../installation/intake.ts';
import type { Key } from '../intake-client.ts';
import { addPlatform, inDatabase } from '../platform.ts';

let dataDir: string;
let server: RunningServer;
let key: Key;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'notary-erased-'));
  server = await start();
  ({ key } = await inDatabase(dataDir, addPlatform));
});
afterAll(async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

it.each([
  ['while words are taken out of the rows', 'update evidence_file set content = null'],
  ['before the rows are committed', '"erased_at" = clock_timestamp()'],
  ['between the rows and the files', 'insert into unnamed_object'],
  ['before a file goes', 'before a file goes'],
  ['after a file went', 'after a file went'],
  ['before its end is told', '"done_at" = clock_timestamp()'],
])('an erasure whose server is killed %s ends after the restart, and fsck finds everything whole', async (_when, step) => {
  const name = `申屠${Date.now()}`;
  const { userId, number, sha256 } = await aUser(name);
  await writeFile(join(dataDir, 'crash-at'), step);
  const crashed = once(server.child, 'exit');
  server.child.kill('SIGUSR2');
  await inDatabase(dataDir, (db) => decided(db, userId));
  const hurry = setInterval(() => void inDatabase(dataDir, withoutWaiting).catch(() => undefined), 500);
  try {
    expect(await crashed).toEqual([null, 'SIGKILL']);
    server = await start();
    await vi.waitFor(async () => expect(await stateOf(userId)).toBe('done'), { timeout: 120_000, interval: 500 });
  } finally {
    clearInterval(hurry);
  }
  await writeFile(join(dataDir, 'words.txt'), name);
  expect(await server.admin('find-words', join(dataDir, 'words.txt'))).toMatch(/^None of 1 words is in/);
  expect(await server.admin('fsck', '--objects')).toMatch(/^erasures: \d+ users, /m);
  expect(await inDatabase(dataDir, (db) => acts(db, userId))).toEqual(['重新删除个人信息', '删除个人信息', '删除个人信息文件']);
  const proof = (await (await fetch(`${server.address}/open/v1/verify?number=${number}`)).json()) as object;
  expect(proof).toMatchObject({ result: 'match' });
  const { rows } = await inDatabase(dataDir, (db) => sql`select from stored_object where sha256 = ${sha256}`.execute(db));
  expect(rows).toEqual([]);
});

/** Creates a user with an evidence that contains the name. */
async function aUser(name: string): Promise<{ userId: string; number: string; sha256: string }> {
  const { id: userId } = await inDatabase(dataDir, (db) =>
    db
      .insertInto('users')
      .values({ type: 'personal', name, mobile: String(Date.now()).slice(-11), status: 'approved', registered_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const fields = { unique_id: String(Date.now()), user_id: userId, title: `${name}的录音` };
  const file = { bytes: Buffer.from(`${name}的话`), name: `${name}.bin`, mediaType: 'application/octet-stream' };
  const body = multipartBody('b', fields, { file });
  const headers = signedHeaders(key, { method: 'POST', path: '/open/v1/evidence', body, contentType: 'multipart/form-data; boundary=b' });
  const reply = await fetch(`${server.address}/open/v1/evidence`, { method: 'POST', headers, body: Uint8Array.from(body) });
  const answer = (await reply.json()) as { baoquan: string; sha256: string };
  expect(reply.status).toBe(200);
  return { userId, number: answer.baoquan, sha256: answer.sha256 };
}

/** An erasure that two people decided before a restore: recorded beside the stored files, and repeated by the running server itself. */
async function decided(db: Database, userId: string): Promise<void> {
  const { registered_at } = await db.selectFrom('users').select('registered_at').where('id', '=', userId).executeTakeFirstOrThrow();
  const at = new Date().toISOString();
  const people = { requestedBy: '1', requestedName: '甲', requestedAt: at, decidedBy: '2', decidedName: '乙', decidedAt: at };
  const record = withMac(await recordKey(db), { userId, registeredAt: registered_at.toISOString(), reason: '本人要求', ...people });
  await writeFile(join(dataDir, 'again.json'), JSON.stringify([record]));
  await server.admin('erasure', 'repeat', join(dataDir, 'again.json')).catch(() => undefined);
}

/**
 * Skips the waiting times: files are removed ten minutes after the rows, and a quarter of an hour after a server was killed during a
 * removal.
 */
async function withoutWaiting(db: Database): Promise<void> {
  await sql`update unnamed_object set marked_at = marked_at - interval '1 hour', removing_at = removing_at - interval '1 hour'`.execute(db);
}

const stateOf = (userId: string) =>
  inDatabase(
    dataDir,
    async (db) => (await db.selectFrom('erasure').select('state').where('user_id', '=', userId).executeTakeFirst())?.state,
  );

async function acts(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('trail')
    .select('action')
    .where('object', '=', `user/${userId}`)
    .where('action', 'like', '%删除个人信息%')
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
}

function start(): Promise<RunningServer> {
  const environment = { DATA_DIR: dataDir, DEMO: '0', CRASH_FILE: join(dataDir, 'crash-at'), PRICE_EVIDENCE: '0' };
  return startServer(environment, ['--import', './test/e2e/faults/erasure-crash.mjs']);
}
