import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { emptyLog, enqueue } from '../../../../test/installation/factories/log.ts';
import { policyOf, startSmallWitness, type SmallWitness } from '../../../../test/installation/servers/small-witness.ts';
import { utf8 } from '../../../domain/kit/bytes/bytes.ts';
import { parseCheckpoint } from '../../../domain/proof/tlog/checkpoint.ts';
import { judgePolicy } from '../../../domain/proof/tlog/policy/judge-policy.ts';
import { parsePolicy } from '../../../domain/proof/tlog/policy/parse-policy.ts';
import { parseTlogProof } from '../../../domain/proof/tlog/tlog-proof.ts';
import { tlogSizeType } from '../../../domain/proof/tlog/witness/add-checkpoint.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { openLogSigner, type LogSigner } from '../log/log-signer.ts';
import { proofOf } from '../log/proof.ts';
import { growLog } from '../log/sequencer.ts';
import { officePolicy, usePolicy, type OfficePolicy } from './office-policy.ts';
import { witnessRound } from './round.ts';
import { witnessHealth } from './witness-health.ts';

const installation = testApp();
let signer: LogSigner;
let witnesses: SmallWitness[] = [];
let policy: OfficePolicy;
let alarms: string[] = [];
beforeAll(async () => {
  signer = await openLogSigner(installation.db, readConfig({ LOG_ORIGIN: 'office.example/log' }));
});
beforeEach(async () => {
  await emptyLog(installation);
  for (const witness of witnesses) await witness.stop();
  witnesses = await Promise.all(['w1', 'w2', 'w3'].map((name) => startSmallWitness(name, () => [signer.key])));
  policy = officePolicy(policyOf(witnesses, ['w1', 'w2', 'w3'], 2), signer.key);
  await usePolicy(installation.db, policy);
  alarms = [];
});
afterAll(async () => {
  for (const witness of witnesses) await witness.stop();
});

const grow = async (...texts: string[]) => {
  const ids = await enqueue(installation.db, texts);
  await growLog(installation.db, signer);
  return ids;
};
/** As if a minute had passed. */
const round = async () => {
  await installation.pool.query("update witness_line set next_at = now() - interval '1 second'");
  await installation.pool.query("update witness_state set next_at = now() - interval '1 second'");
  return witnessRound({ db: installation.db, policy, key: signer.key, alarm: (line) => alarms.push(line) });
};
const [first, second, third] = [0, 1, 2].map((at) => () => {
  const witness = witnesses[at];
  if (!witness) throw new Error('no such witness');
  return witness;
}) as [() => SmallWitness, () => SmallWitness, () => SmallWitness];
const outcomes = async () =>
  (
    await installation.pool.query<{ outcome: string }>(
      'select outcome from witness_answer where round_id = (select max(id) from witness_round) order by url',
    )
  ).rows.map(({ outcome }) => outcome);
const checkpoint = async () => (await installation.app.inject({ url: '/log/checkpoint' })).rawPayload;
const verdict = (note: Uint8Array) => judgePolicy(policy.policy, note);

describe('a round', () => {
  it('is not due twice within the minute, whichever server asks, and none is where the log is empty', async () => {
    expect(await round()).toBeNull();
    await grow('one');
    await installation.pool.query('update witness_line set next_at = now()');
    const deps = { db: installation.db, policy, key: signer.key, alarm: () => undefined };
    const all = await Promise.all([1, 2, 3, 4].map(() => witnessRound(deps)));
    expect(all.filter((count) => count !== null)).toEqual([3]);
    expect(await witnessRound(deps)).toBeNull();
    expect(witnesses.map(({ requests }) => requests.length)).toEqual([1, 1, 1]);
  });

  it('asks all for the same checkpoint, once an address, and keeps what both keys of each sign', async () => {
    await grow('one', 'two');
    expect(await round()).toBe(3);
    const served = await checkpoint();
    expect(verdict(served)).toMatchObject({ fault: null, checkpoint: { size: 2 } });
    expect(served.toString().split('\n')).toHaveLength(4 + 1 + 6 + 1);
    expect(witnesses.flatMap(({ requests }) => requests)).toEqual(Array(3).fill('POST /add-checkpoint old 0'));
    const rows = await installation.db.selectFrom('witness_cosignature').select(['witness', 'algorithm']).orderBy('witness').execute();
    expect(rows.map(({ witness, algorithm }) => `${witness} ${algorithm}`)).toEqual(
      ['w1', 'w2', 'w3'].flatMap((name) => [`${name}-1 ed25519`, `${name}-2 ml-dsa-44`]),
    );
  });

  it('proves what came since, and answers a 409 within the round with the proof from the size that it names', async () => {
    await grow('one');
    await round();
    await grow('two', 'three');
    await installation.pool.query('update witness_state set size = 0 where url = $1', [first().url]);
    expect(await round()).toBe(3);
    expect(first().requests.slice(1)).toEqual(['POST /add-checkpoint old 0', 'POST /add-checkpoint old 1']);
    expect(second().requests.slice(1)).toEqual(['POST /add-checkpoint old 1']);
    expect(verdict(await checkpoint())).toMatchObject({ fault: null, checkpoint: { size: 3 } });
  });

  it('publishes the policy with the log’s own line', async () => {
    const reply = await installation.app.inject({ url: '/log/policy' });
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const read = parsePolicy(reply.rawPayload);
    expect(read).toMatchObject({ ok: true, value: { logs: [{ key: { name: 'office.example/log' } }], quorum: 'all-of-them' } });
    await usePolicy(installation.db, null);
    expect((await installation.app.inject({ url: '/log/policy' })).body).toMatch(
      /^log office\.example\/log\+[0-9a-f]{8}\+\S+\nquorum none\n$/,
    );
  });
});

describe('what is published', () => {
  it('is the newest checkpoint that meets the policy, and proofs are under it; what is younger is proved as ever', async () => {
    const [old = ''] = await grow('one');
    expect(parseCheckpoint(await checkpoint())).toMatchObject({ ok: true, value: { checkpoint: { size: 1 }, note: { signatures: [{}] } } });
    await grow('two');
    await round();
    const [young = ''] = await grow('three');
    expect(verdict(await checkpoint())).toMatchObject({ fault: null, checkpoint: { size: 2 } });
    const proof = await proofOf(installation.db, { entryId: old });
    const read = parseTlogProof(utf8(proof?.text ?? ''));
    expect(read.ok && verdict(read.value.checkpoint)).toMatchObject({ fault: null, checkpoint: { size: 2 } });
    expect(proof?.checkpoint.note.trimEnd().split('\n')).toHaveLength(5);
    expect(await proofOf(installation.db, { entryId: young })).toMatchObject({ checkpoint: { size: '3' }, stamped: null });
  });

  it('waits for the quorum: two of three are enough, one is not', async () => {
    await grow('one');
    for (const witness of [second(), third()]) witness.lie = () => ({ status: 500 });
    expect(await round()).toBe(1);
    expect(await outcomes()).toEqual(expect.arrayContaining(['cosigned', 'refused', 'refused']));
    expect(verdict(await checkpoint()).fault).toBe('too-few-witnesses');
    expect((await witnessHealth(installation.db)).cosigned).toBeNull();
    second().lie = null;
    expect(await round()).toBe(2);
    expect(verdict(await checkpoint()).fault).toBeNull();
  });

  it('takes no cosignature that does not hold, of a stranger, or over another text', async () => {
    await grow('one');
    await round();
    const lines = (await checkpoint()).toString().split('\n').slice(5, 7).join('\n');
    await grow('two');
    first().lie = () => ({ status: 200, body: `${lines}\n` });
    second().lie = () => ({ status: 200, body: 'no signature\n' });
    third().lie = () => ({ status: 200, body: '' });
    expect(await round()).toBe(0);
    expect(await outcomes()).toEqual(['refused', 'refused', 'refused']);
    expect(verdict(await checkpoint())).toMatchObject({ checkpoint: { size: 1 } });
  });
});

describe('a witness that is silent', () => {
  it.each<[string, (witness: SmallWitness) => Promise<void> | void, string]>([
    ['does not listen', (witness) => witness.stop(), 'silent'],
    ['is lost elsewhere', (witness) => void (witness.lie = () => ({ status: 404 })), 'refused'],
    ['does not take the key', (witness) => void (witness.lie = () => ({ status: 403 })), 'refused'],
    ['answers without end', (witness) => void (witness.lie = () => ({ status: 200, body: Buffer.alloc(300_000, 'x') })), 'refused'],
    ['names no size', (witness) => void (witness.lie = () => ({ status: 409, type: 'text/plain', body: '1\n' })), 'refused'],
    ['names a size for ever', (witness) => void (witness.lie = () => ({ status: 409, type: tlogSizeType, body: '0\n' })), 'refused'],
  ])('since it %s is shown and stops nothing', async (_what, spoil, outcome) => {
    const [id = ''] = await grow('one');
    await spoil(first());
    expect(await round()).toBe(2);
    expect((await outcomes()).toSorted()).toEqual(['cosigned', 'cosigned', outcome].toSorted());
    const { witnesses, openForks } = await witnessHealth(installation.db);
    expect(witnesses.filter(({ state }) => state === 'silent').map(({ name }) => name)).toEqual(['w1-1', 'w1-2']);
    expect(openForks).toBe(0);
    expect(alarms).toEqual([]);
    expect(verdict(await checkpoint()).fault).toBeNull();
    expect((await proofOf(installation.db, { entryId: id }))?.checkpoint.size).toBe('1');
  });

  it('is followed nowhere else', async () => {
    await grow('one');
    const elsewhere = await startSmallWitness('w9', () => [signer.key]);
    first().lie = (path) => ({ status: 307, location: `${elsewhere.url}${path}` });
    expect(await round()).toBe(2);
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.stop();
  });
});
