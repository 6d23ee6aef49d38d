import { beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { aFile, evidenceMaker } from '../../../../test/installation/factories/evidence.ts';
import { emptyLog } from '../../../../test/installation/factories/log.ts';
import { openLogSigner, type LogSigner } from '../../custody/log/log-signer.ts';
import { growLog } from '../../custody/log/sequencer.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { emitAnchored, type AwaitedAnchors } from './anchored-store.ts';

const installation = testApp();
const make = evidenceMaker(installation);
let signer: LogSigner;
let user: string;
beforeAll(async () => {
  await make.open();
  signer = await openLogSigner(installation.db, readConfig({}));
  user = await make.user('personal', 1000);
});
beforeEach(async () => {
  await emptyLog(installation);
  await installation.pool.query('delete from event_pending');
});

const nothing = { timestamp: false, transaction: false };
const grow = (awaits: AwaitedAnchors) => growLog(installation.db, signer, { awaits });
const tell = (awaits: AwaitedAnchors) => installation.db.transaction().execute((tx) => emitAnchored(tx, awaits));
const stamped = (size: number) =>
  installation.pool.query(
    `insert into log_timestamp (checkpoint_size, state, der, der_sha256, chain_pem, gen_time, done_at)
     values ($1, 'done', '', '', '', now(), now())`,
    [size],
  );
const mined = (size: number) =>
  installation.pool.query(
    "insert into log_anchor (checkpoint_size, state, tx_hash, block_height, chain_time) values ($1, 'done', $2, 1, now())",
    [size, `0x${String(size).repeat(64)}`],
  );
/** The evidence numbers of the events with their anchors, in the order of the events. */
const anchoredEvents = async () => {
  const { rows } = await installation.pool.query<{ data: { baoquan: string; checkpoint_size: string; transaction: string | null } }>(
    "select data from event_pending where type = 'evidence.anchored' order by id",
  );
  return rows.map(({ data }) => [data.baoquan, data.checkpoint_size, data.transaction?.slice(0, 3) ?? null]);
};
const kept = () => make.evidence(user, {}, aFile());

it('tells of evidence by its checkpoint where nothing else is waited for, once', async () => {
  const numbers = [await kept(), await kept()];
  await grow(nothing);
  expect(await anchoredEvents()).toEqual(numbers.map((number) => [number, '2', null]));
  const third = await kept();
  await grow(nothing);
  await tell(nothing);
  expect(await anchoredEvents()).toEqual([...numbers.map((number) => [number, '2', null]), [third, expect.any(String), null]]);
});

it('waits for the timestamp and for the transaction, whichever comes last', async () => {
  const both = { timestamp: true, transaction: true };
  const number = await kept();
  await grow(both);
  const { body } = await make.client().get(`/open/v1/evidence/${number}`);
  const size = Number(body['checkpoint']);
  await mined(size);
  await tell(both);
  expect(await anchoredEvents()).toEqual([]);
  await stamped(size);
  await tell(both);
  await tell(both);
  expect(await anchoredEvents()).toEqual([[number, String(size), `0x${String(size)[0]}`]]);
});

it('tells nobody twice when the office takes up a chain later, or gives it up', async () => {
  const withChain = { timestamp: false, transaction: true };
  const first = await kept();
  await grow(nothing);
  const second = await kept();
  await grow(withChain);
  expect((await anchoredEvents()).map(([number]) => number)).toEqual([first]);
  const { size } = await installation.db
    .selectFrom('log_checkpoint')
    .select(({ fn }) => fn.max('size').as('size'))
    .executeTakeFirstOrThrow();
  await mined(Number(size));
  await tell(withChain);
  expect((await anchoredEvents()).map(([number]) => number)).toEqual([first, second]);
  await tell(nothing);
  expect(await anchoredEvents()).toHaveLength(2);
});

it('tells of hundreds at once in the order of the log', async () => {
  const numbers = await Promise.all(Array.from({ length: 200 }, kept));
  await grow(nothing);
  const inLog = await installation.db.selectFrom('evidence').select('number').where('number', 'in', numbers).orderBy('log_entry').execute();
  expect((await anchoredEvents()).map(([number]) => number)).toEqual(inLog.map(({ number }) => number));
});
