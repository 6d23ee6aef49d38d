import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { enqueue } from '../../../../test/installation/factories/log.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { openLogSigner } from '../log/log-signer.ts';
import { growLog } from '../log/sequencer.ts';
import { forgetOldRounds } from './round-store.ts';

const installation = testApp();
const cosignature = { key_name: 'court.example/w1', key_id: '01234567', witness: 'court', algorithm: 'ed25519' as const, line: '— line' };

beforeAll(async () => {
  const signer = await openLogSigner(installation.db, readConfig({}));
  for (const text of ['first', 'second', 'third', 'fourth', 'fifth']) {
    await enqueue(installation.db, [text]);
    await growLog(installation.db, signer);
  }
});

it('forgets the lines of old cosignatures but for the first of a day, keeps who signed what when, and ends old rounds', async () => {
  const cosigned: [size: string, cameAt: string][] = [
    ['1', '2026-01-01T01:00:00+08:00'],
    ['2', '2026-01-01T23:00:00+08:00'],
    ['3', '2026-01-02T01:00:00+08:00'],
    ['4', '2026-01-02T02:00:00+08:00'],
    ['5', new Date().toISOString()],
  ];
  for (const [checkpoint_size, came] of cosigned)
    await installation.db
      .insertInto('witness_cosignature')
      .values({ ...cosignature, checkpoint_size, came_at: new Date(came), signed_at: new Date(came) })
      .execute();
  for (const days of [91, 89])
    await installation.db
      .insertInto('witness_round')
      .values({ checkpoint_size: '1', began_at: new Date(Date.now() - days * 86_400_000) })
      .execute();
  await forgetOldRounds(installation.db);
  const { rows } = await installation.pool.query<{ size: string; is_kept: boolean }>(
    'select checkpoint_size as size, line is not null as is_kept from witness_cosignature order by checkpoint_size',
  );
  expect(rows.map(({ size, is_kept }) => [size, is_kept])).toEqual([
    ['1', true],
    ['2', false],
    ['3', true],
    ['4', false],
    ['5', true],
  ]);
  expect((await installation.pool.query('select from witness_round')).rowCount).toBe(1);
  await expect(installation.pool.query("update witness_cosignature set witness = 'another'")).rejects.toThrow(
    'a cosignature stays as it came',
  );
  await expect(installation.pool.query('delete from witness_cosignature')).rejects.toThrow('a cosignature stays as it came');
});
