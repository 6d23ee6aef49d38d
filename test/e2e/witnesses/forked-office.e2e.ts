import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { grant } from '../../../src/server/business/points/ledger.ts';
import { multipartBody, signedHeaders } from '../../installation/intake.ts';
import { startServer, type RunningServer } from '../../installation/servers/running-server.ts';
import { startWitness, type RunningWitness } from '../../installation/servers/witness-process.ts';
import type { Key } from '../intake-client.ts';
import { addPlatform, inDatabase } from '../platform.ts';

/** A backup of an office is restored and put into service with the original's witnesses; servers, witnesses and backups are real. */
const names = ['court', 'bar', 'other'];
const run = promisify(execFile);
let folder: string;
let key: Key;
let userId: string;
let witnesses: RunningWitness[] = [];
let settings: Record<string, string>;
let office: RunningServer | undefined;
let fork: RunningServer | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-fork-'));
  await writeFile(join(folder, 'logs.txt'), '# none yet\n');
  witnesses = await Promise.all(
    names.map((name) => {
      const [data, logs] = [join(folder, name), join(folder, 'logs.txt')];
      const words = ['--listen', '127.0.0.1:0', '--data', data, '--logs', logs, '--name', `${name}.example/w1`];
      return startWitness('dist/server/witness.js', words);
    }),
  );
  await writeFile(join(folder, 'policy.txt'), policyText());
  settings = { WITNESSES: join(folder, 'policy.txt'), LOG_ORIGIN: 'office.example/log', DEMO: '0' };
});
afterAll(async () => {
  await fork?.stop();
  await office?.stop();
  for (const witness of witnesses) await witness.stop();
  await rm(folder, { recursive: true, force: true });
});

it('finds the fork within a minute, anchors nothing new there, and a 2-of-3 policy tells the packages apart', async () => {
  const [trueDir, forkDir] = [join(folder, 'true'), join(folder, 'fork')];
  office = await startServer({ ...settings, DATA_DIR: trueDir });
  await inDatabase(trueDir, async (db) => {
    ({ key, userId } = await addPlatform(db));
    await db.transaction().execute((tx) => grant(tx, { userId, points: 1000, source: 'giftTest', reference: 'test' }));
  });
  const vkey = (await (await fetch(`${office.address}/log/log-key.txt`)).text()).trim();
  await writeFile(join(folder, 'logs.txt'), `log ${vkey}\n`);
  for (const { child } of witnesses) child.kill('SIGHUP');
  const before = await send(office);
  await cosigned(office, trueDir);
  await office.admin('backup', join(folder, 'backup'));
  const after = await send(office);
  await cosigned(office, trueDir);
  expect(await stateOf(office, after)).toBe('match');
  await writeFile(join(folder, 'published.txt'), Buffer.from(await (await fetch(`${office.address}/log/policy`)).arrayBuffer()));
  expect(await judged(office, after)).toEqual([0, expect.stringContaining('通过  见证方对日志共同签名')]);
  await office.stop();

  await run(process.execPath, ['dist/server/admin.js', 'restore', join(folder, 'backup')], {
    env: { ...process.env, DATA_DIR: forkDir, DEMO: '0' },
  });
  fork = await startServer({ ...settings, DATA_DIR: forkDir });
  // Witnesses are asked every minute (`roundSeconds`).
  while (!fork.output().includes('FORK OF THE LOG')) await sleep(200);
  const lost = await send(fork);
  await sleep(10_000);
  // Evidence anchored before the backup stays anchored; later evidence is stored, and waits.
  expect([await stateOf(fork, before), await stateOf(fork, lost)]).toEqual(['match', 'pending']);
  expect((await judged(fork, before))[0]).toBe(0);
  const metrics = await (await fetch(`${fork.address}/metrics`)).text();
  expect(metrics).toMatch(/\nnotary_witness_open_forks [1-3]\n/);
  await fork.stop();

  // An operator of the fork removes the witnesses and lifts the hold: readers with the policy refuse its packages.
  await inFork(forkDir);
  fork = await startServer({ ...settings, WITNESSES: '', DATA_DIR: forkDir });
  const forged = await send(fork);
  for (let wait = 0; (await stateOf(fork, forged)) !== 'match' && wait < 100; wait += 1) await sleep(200);
  expect(await judged(fork, forged)).toEqual([1, expect.stringContaining('失败  见证方对日志共同签名：没有达到指定的见证策略的要求')]);
});

/** Lifts the hold directly in the database. */
async function inFork(dataDir: string): Promise<void> {
  const server = await startServer({ ...settings, WITNESSES: '', DATA_DIR: dataDir });
  await inDatabase(dataDir, async (db) => {
    await sql`update witness_conflict set answered_at = now(), operator = 'x', answer = 'x' where answered_at is null`.execute(db);
  });
  await server.stop();
}

/** Two of the three witnesses; the two keys of a witness count once. */
function policyText(): string {
  const lines = witnesses.flatMap(({ url, vkeys }, at) => [
    ...vkeys.map((vkey, kind) => `witness ${names[at]}-${kind} ${vkey} ${url}`),
    `group ${names[at]} any ${vkeys.map((_vkey, kind) => `${names[at]}-${kind}`).join(' ')}`,
  ]);
  return [...lines, `group two-of-three 2 ${names.join(' ')}`, 'quorum two-of-three', ''].join('\n');
}

/** The verifier's result for the package of an evidence, with the policy that the original office published. */
async function judged(server: RunningServer, number: string): Promise<[code: number, said: string]> {
  const path = join(folder, `${number}.zip`);
  await writeFile(path, await packageOf(server, number));
  const words = ['dist/server/verify.js', path, '--policy', join(folder, 'published.txt')];
  return run(process.execPath, words).then(
    ({ stdout }) => [0, stdout],
    (error: unknown) => {
      const { code, stdout } = error as { code: number; stdout: string };
      return [code, stdout];
    },
  );
}

/** Waits until witnesses have cosigned all evidence; makes the next round due at once. */
async function cosigned(server: RunningServer, dataDir: string): Promise<void> {
  for (let wait = 0; wait < 200; wait += 1) {
    await sleep(3_000);
    const isMet = await inDatabase(dataDir, async (db) => {
      await sql`update witness_line set next_at = now()`.execute(db);
      const { rows } = await sql<{ isMet: boolean }>`
        select coalesce((select max(size) from cosigned_checkpoint) >
          (select max(seq) from log_entry e join evidence v on v.log_entry = e.pending_id), false)
          and not exists (select from log_pending) as "isMet"`.execute(db);
      return rows[0]?.isMet;
    });
    if (isMet === true) return;
  }
  throw new Error(`no checkpoint was cosigned:\n${server.output()}`);
}

async function send(server: RunningServer): Promise<string> {
  const body = multipartBody(
    'b',
    { unique_id: randomBytes(8).toString('hex'), user_id: userId, title: '一份证据' },
    { file: { bytes: randomBytes(500), name: 'a.bin', mediaType: 'application/octet-stream' } },
  );
  const path = '/open/v1/evidence';
  const headers = signedHeaders(key, { method: 'POST', path, body, contentType: 'multipart/form-data; boundary=b' });
  const reply = await fetch(`${server.address}${path}`, { method: 'POST', headers, body: Uint8Array.from(body) });
  expect(reply.status).toBe(200);
  return ((await reply.json()) as { baoquan?: string }).baoquan ?? '';
}

async function stateOf(server: RunningServer, number: string): Promise<string> {
  return ((await (await fetch(`${server.address}/open/v1/verify?number=${number}`)).json()) as { result: string }).result;
}

async function packageOf(server: RunningServer, number: string): Promise<Buffer> {
  const path = `/open/v1/evidence/${number}/package`;
  for (let wait = 0; wait < 50; wait += 1) {
    const reply = await fetch(`${server.address}${path}`, { headers: signedHeaders(key, { method: 'GET', path }) });
    if (reply.status === 200) return Buffer.from(await reply.arrayBuffer());
    await sleep(500);
  }
  throw new Error('no package');
}
