import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forbidden, failed } from '../../../../test/installation/answers.ts';
import { testApp } from '../../../../test/installation/app.ts';
import { operators } from '../../../../test/installation/factories/access.ts';
import { evidenceMaker } from '../../../../test/installation/factories/evidence.ts';
import { emptyLog, enqueue } from '../../../../test/installation/factories/log.ts';
import { policyOf, startSmallWitness, type SmallWitness } from '../../../../test/installation/servers/small-witness.ts';
import { tlogSizeType } from '../../../domain/proof/tlog/witness/add-checkpoint.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { openLogSigner, type LogSigner } from '../log/log-signer.ts';
import { growLog } from '../log/sequencer.ts';
import { officePolicy, usePolicy, type OfficePolicy } from './office-policy.ts';
import { witnessRound } from './round.ts';

/** Two installations with one log key: `installation` is restored from a backup, `other` continues the true history. */
const installation = testApp();
const other = testApp();
const make = evidenceMaker(installation);
const roles = operators(installation);
const config = readConfig({ LOG_ORIGIN: 'office.example/log' });
let signer: LogSigner;
let witness: SmallWitness;
let policy: OfficePolicy;
let alarms: string[] = [];
let admin: Awaited<ReturnType<typeof installation.signIn>>;
beforeAll(async () => {
  await make.open();
  signer = await openLogSigner(installation.db, config);
  const key = (await installation.pool.query<{ value: Buffer }>("select value from secret where name = 'log-key'")).rows[0]?.value;
  await other.pool.query("insert into secret (name, value) values ('log-key', $1)", [key]);
  expect((await openLogSigner(other.db, config)).key).toEqual(signer.key);
  admin = await installation.signIn('admin@example.com');
});
beforeEach(async () => {
  for (const one of [installation, other]) {
    await emptyLog(one);
    await one.pool.query("update witness_line set next_at = now() - interval '1 second'");
  }
  await witness?.stop();
  witness = await startSmallWitness('w1', () => [signer.key]);
  policy = officePolicy(policyOf([witness], ['w1'], 1), signer.key);
  for (const { db } of [installation, other]) await usePolicy(db, policy);
  alarms = [];
});
afterAll(() => witness?.stop());

type Installation = typeof installation;
const grow = async (one: Installation, ...texts: string[]) => {
  await enqueue(one.db, texts);
  await growLog(one.db, signer);
};
const round = async (one: Installation) => {
  await one.pool.query("update witness_line set next_at = now() - interval '1 second'");
  await one.pool.query("update witness_state set next_at = now() - interval '1 second'");
  return witnessRound({ db: one.db, policy, key: signer.key, alarm: (line) => alarms.push(line) });
};
const outcome = async () =>
  (await installation.pool.query<{ outcome: string }>('select outcome from witness_answer order by round_id desc limit 1')).rows[0]
    ?.outcome;
const conflicts = () => installation.db.selectFrom('witness_conflict').selectAll().orderBy('id').execute();
/** Adds an evidence to the installation after the fork, and returns what the open page says about it. */
const evidence = async () => {
  const number = await make.evidence(await make.user('personal'));
  await growLog(installation.db, signer);
  return {
    number,
    said: async () => (await installation.app.inject({ url: `/open/v1/verify?number=${number}` })).json<{ result: string }>().result,
  };
};
const metric = async (line: string) => (await installation.app.inject({ url: '/metrics' })).body.includes(`\n${line}\n`);

/** Both start alike; the true one grows to five entries, which the witness has seen. */
async function fork(): Promise<void> {
  for (const one of [installation, other]) await grow(one, 'one', 'two');
  await grow(other, 'three', 'four', 'five');
  await round(other);
}

describe('a backup that goes on', () => {
  it.each([
    ['smaller than what the witness saw', [], 'ahead', ''],
    ['as large', ['x', 'y', 'z'], 'inconsistent', '5'],
    ['larger', ['x', 'y', 'z', '1', '2', '3'], 'inconsistent', '5'],
  ])('and is %s is a fork, at the first round', async (_what, texts, kind) => {
    await fork();
    const known = await evidence();
    expect(await known.said()).toBe('match');
    if (texts.length > 0) await grow(installation, ...texts);
    expect(await round(installation)).toBe(0);
    expect(await outcome()).toBe('forked');
    expect(await conflicts()).toMatchObject([{ witness: 'w1-1、w1-2', kind, shown_size: '5', answered_at: null }]);
    expect(alarms).toEqual([expect.stringMatching(/^FORK OF THE LOG: witness w1-1, w1-2 shows a checkpoint of size 5/)]);
    const waits = await evidence();
    // What was anchored stays anchored; nothing new is.
    expect([await known.said(), await waits.said()]).toEqual(['match', 'pending']);
  });

  it('is told everywhere, and by the witness once', async () => {
    await fork();
    for (let at = 0; at < 3; at += 1) await round(installation);
    expect(alarms).toHaveLength(1);
    expect(await conflicts()).toHaveLength(1);
    const summary = (
      await admin.get<{ waiting: { label: string; count: number }[]; health: { name: string; tone: string; text: string }[] }>(
        '/api/ajax/workbench/getSummary',
      )
    ).data;
    expect(summary.waiting.find(({ label }) => label === '日志分叉')?.count).toBe(1);
    expect(summary.health.find(({ name }) => name === '见证')).toMatchObject({
      tone: 'failed',
      text: expect.stringContaining('日志分叉') as string,
    });
    expect(await metric('notary_witness_conflicts_total{witness="w1-1"} 1')).toBe(true);
    expect(await metric('notary_witness_open_forks 1')).toBe(true);
    const { data } = await admin.get<{ conflicts: { id: string; is_open: boolean }[]; can_answer: boolean }>(
      '/api/ajax/custody/getWitnesses',
    );
    expect(data).toMatchObject({ can_answer: true, conflicts: [{ is_open: true }] });
    const messages = (await admin.get<{ list: { text: string; url: string }[] }>('/api/ajax/message/getList', { limit: 100 })).data.list;
    expect(messages.filter(({ url }) => url === `/office/witness/${data.conflicts[0]?.id}`)).toMatchObject([
      { text: '日志分叉：见证方出示了另一份日志，新的存证暂不显示为已锚定，请立即查看并处理' },
    ]);
    const detail = (await admin.get<Record<string, unknown>>('/api/ajax/custody/getFork', { id: data.conflicts[0]?.id ?? '' })).data;
    expect(detail).toMatchObject({ shown_size: 5, own_root: '', shown_note: expect.stringContaining('office.example/log\n5\n') as string });
  });

  it('says on the page what the policy asks, in words', async () => {
    const demand = async (text: Uint8Array) => {
      await usePolicy(installation.db, officePolicy(text, signer.key));
      return (await admin.get<{ demand: string }>('/api/ajax/custody/getWitnesses')).data.demand;
    };
    expect(await demand(policyOf([witness], ['w1'], 1))).toBe('1 个见证方，要求 1 个全部签名');
    const [one, other] = [await startSmallWitness('w2', () => [signer.key]), await startSmallWitness('w3', () => [signer.key])];
    expect(await demand(policyOf([witness, one, other], ['w1', 'w2', 'w3'], 2))).toBe('3 个见证方，要求 3 个中至少 2 个签名');
    await Promise.all([one.stop(), other.stop()]);
  });

  it('is answered by role 1 alone, with a reason, on the trail; then what waited is anchored, and told', async () => {
    await fork();
    await round(installation);
    const waits = await evidence();
    const reader = await roles.holding(22, 44);
    expect((await reader.get<{ can_answer: boolean }>('/api/ajax/custody/getWitnesses')).data.can_answer).toBe(false);
    expect(await reader.post('/api/ajax/custody/answerFork', { answer: '无关' })).toMatchObject(forbidden);
    expect(await (await roles.holding(22, 43)).get('/api/ajax/custody/getWitnesses')).toMatchObject(forbidden);
    expect(await admin.post('/api/ajax/custody/answerFork', { answer: ' ' })).toMatchObject(failed('处理说明不能为空'));
    expect(await waits.said()).toBe('pending');
    const events = async () => (await installation.pool.query("select 1 from event_pending where type = 'evidence.anchored'")).rowCount;
    const before = await events();
    expect(await admin.post('/api/ajax/custody/answerFork', { answer: '误用旧备份，已停用' })).toMatchObject({
      code: 200,
      message: '处理成功',
    });
    expect(await waits.said()).toBe('match');
    expect(await conflicts()).toMatchObject([{ operator: '管理员', answer: '误用旧备份，已停用' }]);
    const trail = await installation.db
      .selectFrom('trail')
      .select('action')
      .where('action', 'in', ['发现日志分叉', '处理日志分叉'])
      .orderBy('id')
      .execute();
    expect(trail.map(({ action }) => action)).toEqual(['发现日志分叉', '处理日志分叉']);
    await grow(installation, 'more');
    expect((await events()) ?? 0).toBe((before ?? 0) + 1);
    expect(await admin.post('/api/ajax/custody/answerFork', { answer: '再次' })).toMatchObject(failed('没有待处理的日志分叉'));
  });

  it('stays answered, until the other history has grown', async () => {
    await fork();
    await round(installation);
    await admin.post('/api/ajax/custody/answerFork', { answer: '查明' });
    await round(installation);
    expect(alarms).toHaveLength(1);
    await grow(other, 'six');
    await round(other);
    await round(installation);
    expect(alarms).toHaveLength(2);
    expect(await conflicts()).toMatchObject([{ shown_size: '5' }, { shown_size: '6', answered_at: null }]);
  });
});

describe('a witness that lies', () => {
  it.each<[string, (path: string) => { status: number; type?: string; body?: string } | null]>([
    [
      'names a size and shows nothing',
      (path) => (path === '/add-checkpoint' ? { status: 409, type: tlogSizeType, body: '99\n' } : { status: 404 }),
    ],
    [
      'names a size and shows what is ours',
      (path) => (path === '/add-checkpoint' ? { status: 409, type: tlogSizeType, body: '99\n' } : null),
    ],
    ['refuses a right proof', (path) => (path === '/add-checkpoint' ? { status: 422 } : null)],
    ['shows what another key signed', (path) => (path === '/add-checkpoint' ? { status: 422 } : { status: 200, body: foreignNote })],
    ['shows what nobody can read', (path) => (path === '/add-checkpoint' ? { status: 422 } : { status: 200, body: 'x' })],
  ])('and %s is set aside with a warning, and stops nothing', async (_what, lie) => {
    await grow(installation, 'one', 'two');
    await round(installation);
    await grow(installation, 'three');
    witness.lie = lie;
    for (let at = 0; at < 3; at += 1) await round(installation);
    expect(await outcome()).toBe('aside');
    expect(alarms).toEqual([expect.stringMatching(/^witness w1-1, w1-2 is set aside/)]);
    expect(await conflicts()).toMatchObject([{ shown_size: null, held_from: null }]);
    expect(await (await evidence()).said()).toBe('match');
    const { data } = await admin.get<{ health: { name: string; tone: string }[] }>('/api/ajax/workbench/getSummary');
    expect(data.health.find(({ name }) => name === '见证')?.tone).toBe('wait');
    expect(await metric('notary_witness_open_forks 0')).toBe(true);
    witness.lie = null;
    expect(await round(installation)).toBe(1);
  });

  it('is asked again after ten minutes, not at each round', async () => {
    await grow(installation, 'one');
    witness.lie = () => ({ status: 409, type: tlogSizeType, body: '99\n' });
    await round(installation);
    const asked = witness.requests.length;
    await installation.pool.query("update witness_line set next_at = now() - interval '1 second'");
    await witnessRound({ db: installation.db, policy, key: signer.key, alarm: () => undefined });
    expect(witness.requests.length).toBe(asked);
  });

  it('that has seen what another server of this installation asked for meanwhile does not lie', async () => {
    await grow(installation, 'one');
    witness.lie = async () => {
      await grow(installation, 'two');
      return { status: 409, type: tlogSizeType, body: '2\n' };
    };
    await round(installation);
    expect([await outcome(), alarms, await conflicts()]).toEqual(['later', [], []]);
  });
});

const foreignNote = 'office.example/log\n9\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n— office.example/log AAAAAAAA\n';
