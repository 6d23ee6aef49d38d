import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { emptyLog, enqueue } from '../../../../test/installation/factories/log.ts';
import { type Authority, honest, startAuthority } from '../../../../test/installation/servers/timestamp-authority.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { custodyHealth } from '../audit/health.ts';
import { checkLog } from '../audit/log-check.ts';
import { openLogSigner, type LogSigner } from '../log/log-signer.ts';
import { proofOf } from '../log/proof.ts';
import { growLog } from '../log/sequencer.ts';
import { claimNext } from './timestamp-queue.ts';
import { openAuthority, requestDueTimestamps } from './stamping.ts';
import { verifyTimestamp } from '../../../domain/proof/cms/verify-timestamp.ts';

const installation = testDatabase();
let signer: LogSigner;
let authority: Authority;
beforeAll(async () => {
  signer = await openLogSigner(installation.db, readConfig({}));
  authority = await startAuthority();
});
beforeEach(() => emptyLog(installation));
afterEach(() => authority.behave(honest));
afterAll(() => authority?.stop());

const turn = (most: number, timeoutMs?: number) =>
  requestDueTimestamps(installation.db, 'checkpoints', {
    authority: { url: authority.url, rootsPem: authority.rootsPem, timeoutMs },
    most,
  });
/** Runs one request. @returns whether a token came. */
const stamp = async (timeoutMs?: number) => (await turn(1, timeoutMs)) === 1;
const line = () => installation.db.selectFrom('stamp_line').selectAll().where('name', '=', 'checkpoints').executeTakeFirstOrThrow();
const inState = async (state: 'waiting' | 'done') =>
  (
    await installation.db
      .selectFrom('log_timestamp')
      .select('checkpoint_size')
      .where('state', '=', state)
      .orderBy('done_at')
      .orderBy('checkpoint_size')
      .execute()
  ).map(({ checkpoint_size: size }) => size);
const grow = async (...texts: string[]) => {
  const ids = await enqueue(installation.db, texts);
  await growLog(installation.db, signer);
  return ids;
};
/** As if the delay had passed. */
const laterOn = () => installation.pool.query('update stamp_line set next_at = now()');

it('stamps the newest checkpoint once, and keeps all that OpenSSL needs to verify it', async () => {
  expect(await stamp()).toBe(false);
  const [id = ''] = await grow('a', 'b');
  expect((await proofOf(installation.db, { entryId: id }))?.timestamp).toBeNull();
  expect(await stamp()).toBe(true);
  expect(await stamp()).toBe(false);
  const proof = await proofOf(installation.db, { entryId: id });
  const { der, genTime, chainPem } = proof?.timestamp ?? { der: Buffer.alloc(0), genTime: null, chainPem: '' };
  const imprint = createHash('sha256')
    .update(proof?.checkpoint.note ?? '')
    .digest();
  expect(await verifyTimestamp(der, imprint, authority.rootsPem)).toMatchObject({ genTime, chainPem });
  await writeFile(join(authority.folder, 'log.tsr'), der);
  await writeFile(join(authority.folder, 'log.note'), proof?.checkpoint.note ?? '');
  expect(
    await authority.openssl('ts', '-verify', '-data', 'log.note', '-in', 'log.tsr', '-CAfile', 'root.pem', '-untrusted', 'tsa.pem'),
  ).toMatch('OK');
  expect(await installation.db.selectFrom('log_timestamp').select(['checkpoint_size', 'gen_time']).execute()).toEqual([
    { checkpoint_size: '2', gen_time: genTime },
  ]);
});

it('survives an authority that is down: nothing lost, the state told, later ones wait, all get tokens later, newest first', async () => {
  const [first = ''] = await grow('a');
  authority.behave(async (_query, response) => void response.destroy());
  await expect(turn(9)).rejects.toMatchObject({ kind: 'unreachable' });
  expect(await turn(9)).toBe(0); // not yet
  const [second = ''] = await grow('b', 'c');
  for (const attempts of [2, 3]) {
    await laterOn();
    await expect(turn(9)).rejects.toMatchObject({ kind: 'unreachable' });
    expect(await line()).toMatchObject({
      attempts,
      last_error: expect.stringMatching(/^unreachable: /) as string,
      failing_since: expect.any(Date) as Date,
    });
    expect((await custodyHealth(installation.db)).timestamps).toMatchObject({
      uncovered: 2,
      error: expect.stringMatching(/^unreachable: /) as string,
    });
  }
  expect((await proofOf(installation.db, { entryId: second }))?.timestamp).toBeNull();
  expect(await checkLog(installation.db)).toMatchObject({ entries: 3, broken: null });

  authority.behave(honest);
  await laterOn();
  expect(await turn(1)).toBe(1);
  expect([await inState('done'), await inState('waiting')]).toEqual([['3'], ['1']]);
  expect(await turn(9)).toBe(1);
  expect(await turn(9)).toBe(0);
  expect(await proofOf(installation.db, { entryId: first })).toMatchObject({
    checkpoint: { size: '3' },
    stamped: { checkpoint: { size: '1' } },
    timestamp: { chainPem: expect.stringContaining('CERTIFICATE') as string },
  });
  expect(await proofOf(installation.db, { entryId: second })).toMatchObject({
    checkpoint: { size: '3' },
    stamped: null,
    timestamp: { chainPem: expect.stringContaining('CERTIFICATE') as string },
  });
  expect(await line()).toMatchObject({ attempts: 0, last_error: null, failing_since: null });
  expect((await custodyHealth(installation.db)).timestamps).toMatchObject({
    uncovered: 0,
    error: null,
    failingSince: null,
    lastAt: expect.any(Date) as Date,
  });
});

it('gets every checkpoint its token, several a turn and no more than asked, the newest first', async () => {
  for (const text of ['a', 'b', 'c', 'd', 'e']) await grow(text);
  expect(await turn(2)).toBe(2);
  expect(await inState('done')).toEqual(['5', '4']);
  await grow('f');
  expect(await turn(9)).toBe(4);
  expect(await inState('done')).toEqual(['5', '4', '6', '3', '2', '1']);
  expect(await checkLog(installation.db)).toEqual({ entries: 6, checkpoints: 6, timestamps: 6, broken: null });
});

it('asks a new authority for the last hour of an old log, and not for years', async () => {
  await grow('a');
  await grow('b');
  await installation.pool.query(
    `begin;
     set local session_replication_role = replica;
     update log_checkpoint set signed_at = signed_at - interval '2 hours' where size = 1;
     commit`,
  );
  expect(await turn(9)).toBe(1);
  expect(await inState('done')).toEqual(['2']);
});

it('ends a turn between two requests when the server stops', async () => {
  for (const text of ['a', 'b']) await grow(text);
  const stopping = new AbortController();
  authority.behave(async (...query) => {
    stopping.abort();
    await honest(...query);
  });
  expect(await requestDueTimestamps(installation.db, 'checkpoints', { authority, most: 9, stopping: stopping.signal })).toBe(1);
});

it('proves under a later checkpoint when only that one has a token', async () => {
  const [first = ''] = await grow('a');
  await grow('b');
  await stamp();
  expect(await proofOf(installation.db, { entryId: first })).toMatchObject({
    leafIndex: '0',
    checkpoint: { size: '2' },
    timestamp: { genTime: expect.any(Date) as Date },
  });
});

it('waits longer after each failure, ten minutes at most, and does not wait for a clock that jumped back', async () => {
  await grow('a');
  authority.behave(async (_query, response) => void response.writeHead(503).end());
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    await laterOn();
    await expect(stamp()).rejects.toThrow('HTTP 503');
    const { rows } = await installation.pool.query<{ seconds: number }>(
      'select extract(epoch from next_at - now())::float8 as seconds from stamp_line',
    );
    waits.push(Math.round(rows[0]?.seconds ?? 0));
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600, 600]);
  await installation.pool.query(
    "update stamp_line set next_at = now() + interval '1 year'; update log_timestamp set next_at = now() + interval '1 year'",
  );
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
  // The dead server had claimed it; a lease expires by itself.
  await claimNext(installation.db, 'checkpoints');
  expect(await stamp()).toBe(false);
  await installation.pool.query("update log_timestamp set next_at = now() where state = 'waiting'");
  expect(await stamp()).toBe(true);
});

it('asks again for a token that came and was not kept, and keeps the first of two when one comes after its lease', async () => {
  await grow('a');
  await installation.pool.query(
    `create function die() returns trigger language plpgsql as $$ begin raise exception 'the server died'; end $$;
     create trigger die before update on log_timestamp for each row when (new.state = 'done') execute function die()`,
  );
  await expect(stamp()).rejects.toThrow('the server died');
  await installation.pool.query('drop function die cascade');
  expect(await installation.db.selectFrom('log_timestamp').select(['state', 'der']).execute()).toEqual([{ state: 'waiting', der: null }]);
  expect((await checkLog(installation.db)).broken).toBeNull();

  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let asked = () => {};
  const asking = new Promise<void>((resolve) => (asked = resolve));
  authority.behave(async (query, response, sign) => {
    asked();
    await released;
    await honest(query, response, sign);
  });
  const leaseOver = () => installation.pool.query("update log_timestamp set next_at = now() where state = 'waiting'");
  await leaseOver();
  const late = stamp();
  await asking;
  authority.behave(honest);
  await leaseOver();
  expect(await stamp()).toBe(true);
  const kept = await installation.db.selectFrom('log_timestamp').selectAll().execute();
  release();
  await late;
  expect(await installation.db.selectFrom('log_timestamp').selectAll().execute()).toEqual(kept);
  expect(await checkLog(installation.db)).toEqual({ entries: 1, checkpoints: 1, timestamps: 1, broken: null });
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
  if (kind === 'rejected')
    authority.behave(async (_query, response, sign) => void response.writeHead(200).end(await sign(Buffer.from('30', 'hex'))));
  await expect(stamp(kind === 'late' ? 300 : undefined)).rejects.toMatchObject({ kind });
  expect(await installation.db.selectFrom('log_timestamp').select(['state', 'der']).execute()).toEqual([{ state: 'waiting', der: null }]);
});

it('refuses to change a token that is kept', async () => {
  await grow('a');
  await stamp();
  for (const statement of ["update log_timestamp set der = ''", 'delete from log_timestamp'])
    await expect(installation.pool.query(statement)).rejects.toThrow('append-only');
});

it('has its tokens checked with the log', async () => {
  await grow('a');
  await stamp();
  await grow('b');
  await stamp();
  expect(await checkLog(installation.db)).toEqual({ entries: 2, checkpoints: 2, timestamps: 2, broken: null });
  const damage = async (change: string) => {
    await installation.pool.query(`begin; set local session_replication_role = replica; ${change}; commit`);
    return (await checkLog(installation.db)).broken;
  };
  expect(
    await damage("update log_timestamp set der_sha256 = sha256(der), gen_time = gen_time - interval '1 day' where checkpoint_size = 2"),
  ).toMatchObject({ table: 'log_timestamp', row: '2', reason: expect.stringContaining('another time') as string });
  expect(
    await damage(
      `update log_timestamp t set der = o.der, der_sha256 = o.der_sha256
         from log_timestamp o where t.checkpoint_size = 2 and o.checkpoint_size = 1`,
    ),
  ).toMatchObject({ row: '2', reason: expect.stringContaining('other bytes') as string });
  expect(await damage("update log_timestamp set der = der || '\\x00'::bytea where checkpoint_size = 1")).toMatchObject({
    row: '1',
    reason: expect.stringContaining('changed') as string,
  });
});

it('reads its authority from the configuration', async () => {
  expect(await openAuthority(readConfig({}))).toBeNull();
  expect(await openAuthority(readConfig({ TSA_URL: authority.url }))).toEqual({ url: authority.url, toleranceSeconds: 300 });
  expect(
    await openAuthority(readConfig({ TSA_URL: authority.url, TSA_TOLERANCE_SECONDS: '60', TSA_ROOTS: join(authority.folder, 'root.pem') })),
  ).toEqual({ url: authority.url, toleranceSeconds: 60, rootsPem: authority.rootsPem });
  await expect(openAuthority(readConfig({ TSA_URL: authority.url, TSA_ROOTS: '/nowhere' }))).rejects.toThrow('TSA_ROOTS cannot be read');
  expect(() => readConfig({ TSA_URL: 'ftp://tsa' })).toThrow('TSA_URL');
  expect(() => readConfig({ TSA_EVIDENCE: '1' })).toThrow('TSA_URL');
});

async function otherQuery(): Promise<Buffer> {
  await authority.openssl('ts', '-query', '-digest', '00'.repeat(32), '-sha256', '-cert', '-out', 'other.tsq');
  return readFile(join(authority.folder, 'other.tsq'));
}
