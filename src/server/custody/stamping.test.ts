import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../../test/house/database.ts';
import { emptyLog, enqueue } from '../../../test/house/log.ts';
import { type Authority, honest, startAuthority } from '../../../test/house/timestamp-authority.ts';
import { readConfig } from '../config.ts';
import { checkLog } from './log-check.ts';
import { openLogSigner, type LogSigner } from './log-signer.ts';
import { proofOf } from './proof.ts';
import { growLog } from './sequencer.ts';
import { openAuthority, stampCheckpoint, stampingState } from './stamping.ts';
import { verifyTimestamp } from './timestamp.ts';

const house = testDatabase();
let signer: LogSigner;
let authority: Authority;
beforeAll(async () => {
  signer = await openLogSigner(house.db, readConfig({}));
  authority = await startAuthority();
});
beforeEach(() => emptyLog(house));
afterEach(() => authority.behave(honest));
afterAll(() => authority?.stop());

const stamp = (timeoutMs?: number) => stampCheckpoint(house.db, { url: authority.url, rootsPem: authority.rootsPem, timeoutMs });
const grow = async (...texts: string[]) => {
  const ids = await enqueue(house.db, texts);
  await growLog(house.db, signer);
  return ids;
};
/** As if the time to wait had passed. */
const laterOn = () => house.pool.query("update log_timestamp set next_at = now() where state = 'waiting'");

it('stamps the newest checkpoint once, and keeps all that OpenSSL needs to verify it', async () => {
  expect(await stamp()).toBe(false);
  const [id = ''] = await grow('a', 'b');
  expect((await proofOf(house.db, { entryId: id }))?.timestamp).toBeNull();
  expect(await stamp()).toBe(true);
  expect(await stamp()).toBe(false);
  const proof = await proofOf(house.db, { entryId: id });
  const { der, genTime, chainPem } = proof?.timestamp ?? { der: Buffer.alloc(0), genTime: null, chainPem: '' };
  const imprint = createHash('sha256').update(proof?.checkpoint.note ?? '').digest();
  expect(await verifyTimestamp(der, imprint, authority.rootsPem)).toMatchObject({ genTime, chainPem });
  await writeFile(join(authority.folder, 'log.tsr'), der);
  await writeFile(join(authority.folder, 'log.note'), proof?.checkpoint.note ?? '');
  expect(await authority.openssl('ts', '-verify', '-data', 'log.note', '-in', 'log.tsr', '-CAfile', 'root.pem', '-untrusted', 'tsa.pem')).toMatch('OK');
  expect((await stampingState(house.db)).newest).toEqual({ checkpointSize: '2', genTime });
});

it('survives an authority that is down: nothing lost, the state told, later ones wait, and all are covered when it is back', async () => {
  const [first = ''] = await grow('a');
  authority.behave(async (_query, response) => void response.destroy());
  await expect(stamp()).rejects.toMatchObject({ kind: 'unreachable' });
  expect(await stamp()).toBe(false); // not yet
  const [second = ''] = await grow('b', 'c');
  for (const attempt of [2, 3]) {
    await laterOn();
    await expect(stamp()).rejects.toMatchObject({ kind: 'unreachable' });
    expect((await stampingState(house.db)).waiting).toMatchObject({ checkpointSize: '1', attempts: attempt, lastError: expect.stringMatching(/^unreachable: /) as string });
  }
  expect((await proofOf(house.db, { entryId: second }))?.timestamp).toBeNull();
  expect(await checkLog(house.db)).toMatchObject({ entries: 3, broken: null });

  authority.behave(honest);
  await laterOn();
  expect(await stamp()).toBe(true);
  expect(await stamp()).toBe(true);
  expect(await stamp()).toBe(false);
  expect(await proofOf(house.db, { entryId: first })).toMatchObject({ checkpoint: { size: '1' }, timestamp: { chainPem: expect.stringContaining('CERTIFICATE') as string } });
  expect(await proofOf(house.db, { entryId: second })).toMatchObject({ checkpoint: { size: '3' }, timestamp: { chainPem: expect.stringContaining('CERTIFICATE') as string } });
  expect((await stampingState(house.db)).waiting).toBeNull();
});

it('proves under a later checkpoint when only that one has a token', async () => {
  const [first = ''] = await grow('a');
  await grow('b');
  await stamp();
  expect(await proofOf(house.db, { entryId: first })).toMatchObject({ leafIndex: '0', checkpoint: { size: '2' }, timestamp: { genTime: expect.any(Date) as Date } });
});

it('waits longer after each failure, ten minutes at most, and does not wait for a clock that jumped back', async () => {
  await grow('a');
  authority.behave(async (_query, response) => void response.writeHead(503).end());
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    await laterOn();
    await expect(stamp()).rejects.toThrow('HTTP 503');
    const { rows } = await house.pool.query<{ seconds: number }>('select extract(epoch from next_at - now())::float8 as seconds from log_timestamp');
    waits.push(Math.round(rows[0]?.seconds ?? 0));
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600, 600]);
  await house.pool.query("update log_timestamp set next_at = now() + interval '1 year'");
  authority.behave(honest);
  expect(await stamp()).toBe(true);
});

it('asks once when two servers are at it, and again when one of them died asking', async () => {
  await grow('a');
  let asked = 0;
  authority.behave(async (...query) => {
    asked += 1;
    await honest(...query);
  });
  expect((await Promise.all([stamp(), stamp(), stamp()])).filter(Boolean)).toHaveLength(1);
  expect(asked).toBe(1);
  await grow('b');
  await house.db.insertInto('log_timestamp').values({ checkpoint_size: '2', attempts: 1, next_at: new Date(Date.now() - 1000) }).execute();
  expect(await stamp()).toBe(true);
});

it.each([
  ['a token over other bytes', 'wrong-imprint'],
  ['an answer too late', 'late'],
  ['a refusal', 'rejected'],
] as const)('keeps nothing of %s', async (_what, kind) => {
  await grow('a');
  const other = await authority.sign(await otherQuery());
  if (kind === 'wrong-imprint') authority.behave(async (_query, response) => void response.writeHead(200).end(other));
  if (kind === 'late') authority.behave(async (_query, response) => void setTimeout(() => response.destroy(), 800));
  if (kind === 'rejected') authority.behave(async (_query, response, sign) => void response.writeHead(200).end(await sign(Buffer.from('30', 'hex'))));
  await expect(stamp(kind === 'late' ? 300 : undefined)).rejects.toMatchObject({ kind });
  expect(await house.db.selectFrom('log_timestamp').select(['state', 'der']).execute()).toEqual([{ state: 'waiting', der: null }]);
});

it('refuses to change a token that is kept', async () => {
  await grow('a');
  await stamp();
  for (const statement of ["update log_timestamp set der = ''", 'delete from log_timestamp']) await expect(house.pool.query(statement)).rejects.toThrow('append-only');
});

it('has its tokens checked with the log', async () => {
  await grow('a');
  await stamp();
  await grow('b');
  await stamp();
  expect(await checkLog(house.db)).toEqual({ entries: 2, checkpoints: 2, timestamps: 2, broken: null });
  const damage = async (change: string) => {
    await house.pool.query(`begin; set local session_replication_role = replica; ${change}; commit`);
    return (await checkLog(house.db)).broken;
  };
  expect(await damage('update log_timestamp set der_sha256 = sha256(der), gen_time = gen_time - interval \'1 day\' where checkpoint_size = 2')).toMatchObject({ table: 'log_timestamp', row: '2', reason: expect.stringContaining('another time') as string });
  expect(await damage('update log_timestamp t set der = o.der, der_sha256 = o.der_sha256 from log_timestamp o where t.checkpoint_size = 2 and o.checkpoint_size = 1')).toMatchObject({ row: '2', reason: expect.stringContaining('other bytes') as string });
  expect(await damage("update log_timestamp set der = der || '\\x00'::bytea where checkpoint_size = 1")).toMatchObject({ row: '1', reason: expect.stringContaining('changed') as string });
});

it('reads its authority from the configuration', async () => {
  expect(await openAuthority(readConfig({}))).toBeNull();
  expect(await openAuthority(readConfig({ TSA_URL: authority.url }))).toEqual({ url: authority.url, toleranceSeconds: 300 });
  expect(await openAuthority(readConfig({ TSA_URL: authority.url, TSA_TOLERANCE_SECONDS: '60', TSA_ROOTS: join(authority.folder, 'root.pem') }))).toEqual({ url: authority.url, toleranceSeconds: 60, rootsPem: authority.rootsPem });
  await expect(openAuthority(readConfig({ TSA_URL: authority.url, TSA_ROOTS: '/nowhere' }))).rejects.toThrow('TSA_ROOTS cannot be read');
  expect(() => readConfig({ TSA_URL: 'ftp://tsa' })).toThrow('TSA_URL');
});

async function otherQuery(): Promise<Buffer> {
  await authority.openssl('ts', '-query', '-digest', '00'.repeat(32), '-sha256', '-cert', '-out', 'other.tsq');
  return readFile(join(authority.folder, 'other.tsq'));
}
