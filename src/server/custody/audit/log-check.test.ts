import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { enqueue } from '../../../../test/installation/factories/log.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { extendTrailChain } from '../../desk/trail/chain.ts';
import { recordTrail } from '../../desk/trail/trail.ts';
import { checkLogIn, type LogReport } from './log-check.ts';
import { openLogSigner } from '../log/log-signer.ts';
import { growLog } from '../log/sequencer.ts';

const installation = testDatabase();

/** 600 entries under three checkpoints of 300, 601 and 603 leaves; the last entries of the second and third are trail heads. */
beforeAll(async () => {
  const signer = await openLogSigner(installation.db, readConfig({ LOG_ORIGIN: 'test.example/log' }));
  const grow = () => growLog(installation.db, signer);
  const act = () =>
    recordTrail(installation.db, { kind: 'system', id: '', name: '测试', ip: '' }, { action: '登录', object: 'account/1' }).then(() =>
      extendTrailChain(installation.db),
    );
  await enqueue(
    installation.db,
    Array.from({ length: 300 }, (_, at) => `first ${at}`),
  );
  await grow();
  await act();
  await enqueue(
    installation.db,
    Array.from({ length: 300 }, (_, at) => `second ${at}`),
  );
  await grow();
  await act();
  await enqueue(installation.db, ['last']);
  await grow();
});

/** The result of the check after a change by someone with access to the database; undone afterwards. */
async function after(statements: readonly string[], batch: number): Promise<LogReport['broken']> {
  let found: LogReport['broken'] = null;
  await installation.db
    .transaction()
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx); // switches the triggers off, as an intruder would
      for (const statement of statements) await sql.raw(statement).execute(tx);
      found = (await checkLogIn(tx, batch)).broken;
      throw new Error('roll back');
    })
    .catch((error: unknown) => {
      if (!(error instanceof Error) || error.message !== 'roll back') throw error;
    });
  return found;
}

it('finds nothing in a log that nobody touched', async () => {
  for (const batch of [1, 7, 256, 300, 1000]) expect(await after([], batch)).toBeNull();
});

const forge = (seq: number) =>
  `update log_entry set entry = 'forged', leaf_hash = sha256('\\x00'::bytea || 'forged'::bytea) where seq = ${seq}`;
it.each([
  ['an entry was edited', ["update log_entry set entry = 'forged' where seq = 5"], 'log_entry', '5', 'do not belong together'],
  ['an entry and its hash were edited', [forge(5)], 'log_tile', '0/0', 'not that of the entries, first at entry 5'],
  ['the last entry was edited with its hash', [forge(601)], 'log_checkpoint', '603', 'root is not that of the entries'],
  ['an entry was deleted', ['delete from log_entry where seq = 5'], 'log_entry', '5', 'missing'],
  ['the last entry was deleted', ['delete from log_entry where seq = 602'], 'log_entry', '602', 'missing'],
  [
    'an entry was added behind the last checkpoint',
    ["insert into log_entry values (603, 9999, sha256('\\x00'::bytea), '')"],
    'log_entry',
    '603',
    'under no checkpoint',
  ],
  [
    'two entries were swapped',
    [
      'update log_entry set seq = 9999 where seq = 5; ' +
        'update log_entry set seq = 5 where seq = 6; update log_entry set seq = 6 where seq = 9999',
    ],
    'log_tile',
    '0/0',
    'first at entry 5',
  ],
  ['the last checkpoint was deleted', ['delete from log_checkpoint where size = 603'], 'log_entry', '601', 'under no checkpoint'],
  ['a checkpoint between was deleted', ['delete from log_checkpoint where size = 601'], 'log_checkpoint', '603', 'follows checkpoint 601'],
  [
    'a checkpoint was slipped in',
    ['insert into log_checkpoint select 299, 298, root, note, trail_seq, signed_at from log_checkpoint where size = 300'],
    'log_checkpoint',
    '299',
    'follows checkpoint 298',
  ],
  ['a root was edited', ["update log_checkpoint set root = sha256('x') where size = 601"], 'log_checkpoint', '601', 'root'],
  [
    'a signature was edited',
    ['update log_checkpoint set note = (select note from log_checkpoint where size = 300) where size = 601'],
    'log_checkpoint',
    '601',
    'another tree',
  ],
  ['a note was garbled', ["update log_checkpoint set note = 'x' || note where size = 601"], 'log_checkpoint', '601', 'another log'],
  [
    'a time was put back',
    ["update log_checkpoint set signed_at = signed_at - interval '1 day' where size = 601"],
    'log_checkpoint',
    '601',
    'older',
  ],
  [
    'a full tile was edited',
    ['update log_tile set bytes = set_byte(bytes, 40, (get_byte(bytes, 40) + 1) % 256) where level = 0 and index = 1'],
    'log_tile',
    '0/1',
    'not that of the entries',
  ],
  [
    'a partial tile was edited',
    ['update log_tile set bytes = set_byte(bytes, 40, (get_byte(bytes, 40) + 1) % 256) where level = 1 and index = 0'],
    'log_tile',
    '1/0',
    'not that of the entries',
  ],
  ['a full tile was deleted', ['delete from log_tile where level = 0 and index = 0'], 'log_tile', '0/0', 'missing'],
  [
    'a tile was cut short',
    ['update log_tile set bytes = substring(bytes for 32) where level = 0 and index = 2'],
    'log_tile',
    '0/2',
    'too short',
  ],
  [
    'a tile reaches beyond the tree',
    ["update log_tile set bytes = bytes || sha256('x') where level = 0 and index = 2"],
    'log_tile',
    '0/2',
    'beyond',
  ],
  ['a tile was added', ["insert into log_tile values (3, 0, sha256('x'))"], 'log_tile', '3/0', 'beyond'],
  ['the log got another key', ["update log_identity set public_key = sha256('x')"], 'log_checkpoint', '300', 'signature does not hold'],
  ['the log lost its key', ['delete from log_identity'], 'log_checkpoint', '300', 'no key'],
  [
    "the trail's chain was linked anew",
    ["update trail_chain set hash = sha256('x') where seq = 1"],
    'log_entry',
    '600',
    "not the head of the trail's chain at 1",
  ],
  ["the trail's chain was cut", ['delete from trail_chain where seq = 2'], 'log_entry', '602', "not the head of the trail's chain at 2"],
  [
    'a checkpoint claims more of the trail',
    ['update log_checkpoint set trail_seq = 2 where size = 601'],
    'log_checkpoint',
    '601',
    'up to 2, it is 1',
  ],
  [
    'an entry waits again',
    ['insert into log_pending overriding system value select pending_id, entry from log_entry where seq = 7'],
    'log_pending',
    '8',
    'waits although',
  ],
])('names the row when %s', async (_case, statements, table, row, reason) => {
  for (const batch of [7, 1000])
    expect(
      await after(
        statements.flatMap((text) => text.split('; ')),
        batch,
      ),
    ).toMatchObject({ table, row, reason: expect.stringContaining(reason) as string });
});
