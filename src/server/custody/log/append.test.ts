import { expect, it } from 'vitest';
import { leafHash } from '../../../domain/proof/tlog/merkle.ts';
import { testDatabase } from '../../../../test/installation/database.ts';
import { anchorsOf, appendEntry } from './append.ts';

const installation = testDatabase();
const entry = (text: string): Uint8Array => Buffer.from(text);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

it('is part of the transaction of what it tells of', async () => {
  const id = await installation.db.transaction().execute((tx) => appendEntry(tx, entry('kept')));
  await installation.db
    .transaction()
    .execute(async (tx) => {
      await appendEntry(tx, entry('lost'));
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  expect(await installation.db.selectFrom('log_pending').select(['id', 'entry']).execute()).toEqual([{ id, entry: Buffer.from('kept') }]);
});

it('refuses what no entry bundle can hold', async () => {
  await expect(installation.db.transaction().execute((tx) => appendEntry(tx, new Uint8Array(65_536)))).rejects.toThrow(RangeError);
});

it('names the first checkpoint and the first chain transaction that cover an entry, and none for one that waits', async () => {
  const signedAt = new Date('2026-01-02T03:04:05.678Z');
  const rows = ['a', 'b', 'c'].map((text, seq) => ({
    seq: String(seq),
    pending_id: String(100 + seq),
    leaf_hash: Buffer.from(leafHash(entry(text))),
    entry: Buffer.from(text),
  }));
  await installation.db.insertInto('log_entry').values(rows).execute();
  const checkpoint = { root: Buffer.alloc(32), note: '', trail_seq: '0', signed_at: signedAt };
  await installation.db
    .insertInto('log_checkpoint')
    .values([
      { ...checkpoint, size: '1', previous_size: '0' },
      { ...checkpoint, size: '3', previous_size: '1' },
    ])
    .execute();
  await installation.db
    .insertInto('log_anchor')
    .values({
      checkpoint_size: '1',
      state: 'done',
      raw_tx: '0x',
      tx_hash: '0xab',
      sent_at: signedAt,
      chain_id: '1',
      block_height: '7',
      chain_time: signedAt,
    })
    .execute();
  const anchors = await anchorsOf(installation.db, ['100', '101', '102', '999'], false);
  const none = { stampedAt: null, txHash: null, blockHeight: null, chainTime: null };
  expect(anchors).toEqual(
    new Map([
      [
        '100',
        {
          leafIndex: '0',
          leafHash: hex(leafHash(entry('a'))),
          checkpointSize: '1',
          anchoredAt: signedAt,
          stampedAt: null,
          txHash: '0xab',
          blockHeight: '7',
          chainTime: signedAt,
        },
      ],
      ['101', { leafIndex: '1', leafHash: hex(leafHash(entry('b'))), checkpointSize: '3', anchoredAt: signedAt, ...none }],
      ['102', { leafIndex: '2', leafHash: hex(leafHash(entry('c'))), checkpointSize: '3', anchoredAt: signedAt, ...none }],
    ]),
  );
  expect(await anchorsOf(installation.db, [], false)).toEqual(new Map());

  // With a configured authority, an entry waits for the token of a checkpoint that covers it: the first one or a later one.
  expect(await anchorsOf(installation.db, ['100', '101', '102'], true)).toEqual(new Map());
  const token = {
    state: 'done',
    der: Buffer.alloc(1),
    der_sha256: Buffer.alloc(32),
    chain_pem: '',
    gen_time: signedAt,
    serial: '1',
    policy: '1',
    done_at: signedAt,
  } as const;
  await installation.db
    .insertInto('log_timestamp')
    .values([{ checkpoint_size: '1' }, { checkpoint_size: '3', ...token }])
    .execute();
  const stamped = await anchorsOf(installation.db, ['100', '101'], true);
  expect([stamped.get('100'), stamped.get('101')]).toMatchObject([
    { checkpointSize: '1', stampedAt: signedAt },
    { checkpointSize: '3', stampedAt: signedAt },
  ]);
});

it.each([
  "update log_entry set entry = ''",
  'delete from log_entry',
  'truncate log_entry cascade',
  "update log_checkpoint set note = 'x'",
  'delete from log_checkpoint',
  'truncate log_checkpoint cascade',
  "update log_anchor set tx_hash = '0xcd'",
  'delete from log_anchor',
  "update log_pending set entry = ''",
])('refuses %s', async (statement) => {
  await expect(installation.pool.query(statement)).rejects.toThrow('append-only');
});

it('lets a tile grow and never change', async () => {
  await installation.db
    .insertInto('log_tile')
    .values({ level: 0, index: '0', bytes: Buffer.alloc(32, 1) })
    .execute();
  await installation.pool.query(`update log_tile set bytes = bytes || decode(repeat('02', 32), 'hex')`);
  await expect(installation.pool.query(`update log_tile set bytes = decode(repeat('03', 96), 'hex')`)).rejects.toThrow('append-only');
  await expect(installation.pool.query('delete from log_tile')).rejects.toThrow('append-only');
});
