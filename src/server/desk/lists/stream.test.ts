import { expect, it } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { inCall, type ReadingCall } from '../../platform/db/replica/call-reads.ts';
import { replicaReader } from '../../platform/db/replica/reader.ts';
import { streamStatement } from './stream.ts';

const database = testDatabase();

it('is read from the primary when its cursor fails on the replica, which is asked only once', async () => {
  const asked: ReadingCall[] = [];
  // The replica has not replayed the migration that creates the table.
  const reader = replicaReader(database.pool, async (call) => {
    asked.push(call);
    const client = await database.pool.connect();
    await client.query("set search_path = ''");
    return client;
  });
  const { result } = await inCall({ written: null }, async () => {
    const rows: unknown[][] = [];
    for await (const batch of streamStatement(reader, { text: 'select count(*) from account', values: [] })) rows.push(...batch);
    return rows;
  });
  expect(result).toHaveLength(1);
  expect(asked).toHaveLength(1);
});
