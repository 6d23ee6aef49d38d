import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { aFile, evidenceMaker, sha256Of } from '../../../../test/installation/factories/evidence.ts';
import type { ExplorerReply } from '../../../contract/console/explorer.ts';

const installation = testApp({ RATE_LIMIT_PER_MINUTE: '0' });
const make = evidenceMaker(installation);
const file = aFile();
const [leaf, root, tx] = [randomBytes(32), randomBytes(32), randomBytes(32).toString('hex')];
let number = '';

/** The same file stored twice; the first evidence is in the log, under a checkpoint that is anchored on a chain. */
beforeAll(async () => {
  await make.open();
  const owner = await make.user('personal', 10, '张查询');
  number = await make.evidence(owner, {}, file);
  await make.evidence(owner, {}, file);
  const { log_entry } = await installation.db
    .selectFrom('evidence')
    .select('log_entry')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  await installation.db
    .insertInto('log_entry')
    .values({ seq: '0', pending_id: log_entry, leaf_hash: leaf, entry: randomBytes(8) })
    .execute();
  await installation.db
    .insertInto('log_checkpoint')
    .values({ size: '1', previous_size: '0', root, note: '', trail_seq: '0', signed_at: new Date('2026-01-01T00:00:00Z') })
    .execute();
  await installation.db
    .insertInto('log_anchor')
    .values({ checkpoint_size: '1', state: 'done', tx_hash: `0x${tx}`, block_height: '77', chain_time: new Date('2026-01-01T00:01:00Z') })
    .execute();
});

async function ask(q: string) {
  const reply = await installation.app.inject({ url: `/open/v1/explorer?${new URLSearchParams({ q })}` });
  return { status: reply.statusCode, text: reply.body, body: reply.json() as ExplorerReply };
}

const place = {
  leaf_index: '0',
  leaf_hash: leaf.toString('hex'),
  checkpoint: '1',
  root: root.toString('hex'),
  signed_at: '2026-01-01 08:00:00',
  transaction: `0x${tx}`,
  block_height: '77',
  chain_time: '2026-01-01 08:01:00',
  timestamp: 'none',
  timestamp_at: null,
};

it('finds a leaf, a file, a checkpoint and a transaction, however they are written', async () => {
  const sha256 = sha256Of(file.bytes);
  for (const q of [leaf.toString('hex'), `0x${leaf.toString('hex').toUpperCase()}`])
    expect((await ask(q)).body.records).toEqual([{ found_as: 'leaf', ...place }]);
  expect((await ask(` ${sha256} `)).body).toEqual({ query: sha256, readable: true, records: [{ found_as: 'file', ...place }] });
  const none = { leaf_index: null, leaf_hash: null };
  expect((await ask('1')).body.records).toEqual([{ found_as: 'checkpoint', ...place, ...none }]);
  expect((await ask(`0x${tx}`)).body.records).toEqual([{ found_as: 'transaction', ...place, ...none }]);
});

it('tells of a file that several kept only when it was kept first, as the verification page does', async () => {
  const shared = aFile();
  const owners = await Promise.all([make.user('personal', 10), make.user('personal', 10)]);
  for (const owner of owners) await make.evidence(owner, {}, shared);
  const leaves = await installation.db
    .selectFrom('evidence')
    .innerJoin('evidence_file', 'evidence_id', 'evidence.id')
    .select('log_entry')
    .where('evidence_file.sha256', '=', sha256Of(shared.bytes))
    .orderBy('saved_at')
    .orderBy('evidence.id')
    .execute();
  // The later evidence gets into the log first.
  for (const [at, { log_entry }] of leaves.toReversed().entries())
    await installation.db
      .insertInto('log_entry')
      .values({ seq: String(1 + at), pending_id: log_entry, leaf_hash: randomBytes(32), entry: randomBytes(8) })
      .execute();
  await installation.db
    .insertInto('log_checkpoint')
    .values({ size: '3', previous_size: '1', root: randomBytes(32), note: '', trail_seq: '0', signed_at: new Date('2026-01-01T00:02:00Z') })
    .execute();
  const hash = sha256Of(shared.bytes);
  expect((await ask(hash)).body.records).toMatchObject([{ found_as: 'file', leaf_index: '2' }]);
  const verified = await installation.app.inject({ url: `/open/v1/verify?sha256=${hash}` });
  expect(verified.json()).toMatchObject({
    result: 'match',
    number: null,
    block_height: '3',
    blockchain_hash: (await ask(hash)).body.records[0]?.leaf_hash,
  });
});

it('tells nothing of the owner and no evidence number', async () => {
  const { text } = await ask(sha256Of(file.bytes));
  expect(text).not.toContain(number);
  expect(text).not.toContain('张查询');
});

it('says a timestamp is on its way, and when it has come', async () => {
  await installation.db.insertInto('log_timestamp').values({ checkpoint_size: '1' }).execute();
  expect((await ask('1')).body.records).toMatchObject([{ timestamp: 'waiting', timestamp_at: null }]);
  await installation.db
    .updateTable('log_timestamp')
    .set({
      state: 'done',
      der: randomBytes(4),
      der_sha256: randomBytes(32),
      chain_pem: '',
      gen_time: new Date('2026-01-01T00:00:05Z'),
      done_at: new Date(),
    })
    .execute();
  expect((await ask('1')).body.records).toMatchObject([{ timestamp: 'done', timestamp_at: '2026-01-01 08:00:05' }]);
});

it.each([
  ['', false],
  ['%', false],
  ["' or 1=1 --", false],
  ['0', false],
  ['张查询', false],
  ['2', true],
  ['f'.repeat(64), true],
  ['9'.repeat(18), true],
  ['9'.repeat(19), false],
])('finds nothing for %j, and says whether it could have', async (q, readable) => {
  expect(await ask(q)).toMatchObject({ status: 200, body: { readable, records: [] } });
});

it('takes no question twice over', async () => {
  const reply = await installation.app.inject({ url: '/open/v1/explorer?q=1&q=2' });
  expect(reply.json()).toMatchObject({ readable: false, records: [] });
});
