import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { aFile, evidenceMaker, sha256Of, uid } from '../../../../test/installation/factories/evidence.ts';
import { enqueue } from '../../../../test/installation/factories/log.ts';
import { buildServer, type Server } from '../../app.ts';
import { readConfig } from '../runtime/config.ts';
import type { Chain } from '../../custody/chain/chain.ts';
import { openLogSigner } from '../../custody/log/log-signer.ts';
import { startJobs, type PeriodicJob } from './periodic.ts';

const installation = testApp();
const make = evidenceMaker(installation);
let server: Server;
beforeAll(async () => {
  await make.open();
  server = await openJobs();
});
afterAll(() => server?.app.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const going = new AbortController().signal;
const alarms: string[] = [];
/** Transactions sent to a fake chain that mines all of them. */
const sent: string[] = [];
const chain: Chain = {
  sign: async () => ({ raw: `0x${'1'.repeat(64)}`, hash: `0x${String(sent.length).padStart(64, '0')}`, chainId: 1, isCapped: false }),
  send: async (raw) => (sent.push(raw), 'taken'),
  find: async (hash) =>
    sent.length > Number(hash) ? { hash, blockHeight: 7n, chainTime: new Date(), confirmations: 12n, hasFailed: false } : null,
  newestBlock: () => Promise.reject(new Error('no block')),
};
async function openJobs(): Promise<Server> {
  const config = readConfig({ CHAIN_RPC_URL: 'http://127.0.0.1:1/', CHAIN_KEY: `0x${'1'.repeat(64)}`, CHAIN_INTERVAL_SECONDS: '60' });
  const { db, pool, store, stages, ownerSecret } = installation;
  const key = new Uint8Array(32);
  return buildServer({
    config,
    db,
    pool,
    store,
    stages,
    secrets: { token: key, link: key, owner: ownerSecret, totp: key },
    chain,
    logSigner: await openLogSigner(db, config),
    logger: { write: (line) => void alarms.push((JSON.parse(line) as { msg: string }).msg) },
  });
}
function jobNamed(name: string): PeriodicJob {
  const job = server.jobs.find((one) => one.name === name);
  if (!job) throw new Error(`no job is called ${name}`);
  return job;
}
async function turn(name: string): Promise<void> {
  await jobNamed(name).run(going);
}

it('looks after stored files, and tells the alarm', async () => {
  const file = aFile();
  const number = await make.evidence(await make.user('personal'), {}, file);
  const sha256 = sha256Of(file.bytes);
  await rm(join(installation.folder, 'sha256', sha256.slice(0, 2), sha256.slice(2, 4), sha256));
  await turn('looking after stored files');
  expect(alarms).toEqual([expect.stringContaining(`${sha256} is missing`)]);
  expect(await installation.db.selectFrom('evidence').select('file_status').where('number', '=', number).executeTakeFirst()).toEqual({
    file_status: 'missing',
  });
});

it('clears the store of what killed uploads left', async () => {
  const tidy = vi.spyOn(installation.store, 'tidy');
  await turn('clearing the store of what killed uploads left');
  expect(tidy).toHaveBeenCalledOnce();
});

it('forgets nonces that no window takes any more', async () => {
  await make.register.register('personal');
  await sql`update intake_nonce set signed_at = signed_at - 7200`.execute(installation.db);
  const fresh = uid();
  await make.client().post('/open/v1/users', { unique_id: uid(), type: 1, mobile: '19933330000', name: '张三' }, { nonce: fresh });
  await turn('forgetting nonces');
  expect(await installation.db.selectFrom('intake_nonce').select('nonce').execute()).toEqual([{ nonce: fresh }]);
});

it('begins no new anchor before the interval is over', async () => {
  const anchoring = async () => {
    await sql`update log_anchor set next_at = now() where state <> 'done'`.execute(installation.db);
    await turn('anchoring the log');
  };
  await enqueue(installation.db, ['first']);
  await turn('growing the log');
  await anchoring();
  await anchoring();
  expect(await installation.db.selectFrom('log_anchor').select('state').execute()).toEqual([{ state: 'done' }]);
  await enqueue(installation.db, ['second']);
  await turn('growing the log');
  await anchoring();
  expect(sent).toHaveLength(1);
  // Simulates that the interval has passed; the table's guard triggers are off for this statement only.
  await installation.pool.query(
    "begin; set local session_replication_role = replica; update log_anchor set ended_at = now() - interval '61 seconds'; commit",
  );
  await anchoring();
  expect(sent).toHaveLength(2);
});

it('stops at once although the store hangs under the scrub', async () => {
  await make.evidence(await make.user('personal'));
  vi.spyOn(installation.store, 'open').mockImplementation(() => new Promise(() => undefined));
  const running = startJobs([{ ...jobNamed('looking after stored files'), everyMs: 0 }], () => undefined);
  await expect.poll(() => installation.store.open).toHaveBeenCalled();
  await running.stop();
});
