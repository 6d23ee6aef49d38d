import { expect, it } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { build } from '../runtime/build.ts';
import { register } from './registration.ts';

const installation = testDatabase();
const rows = async () => installation.db.selectFrom('server').selectAll().orderBy('id').execute();
const turn = new AbortController().signal;

it('tells that it runs, that it drains, and takes its row away when it ends', async () => {
  const server = await register(installation.db, 'server');
  const [row] = await rows();
  expect(row).toMatchObject({ kind: 'server', release: build.version, pid: process.pid, draining_since: null });
  await server.job.run(turn);
  const [later] = await rows();
  expect(later?.seen_at.getTime()).toBeGreaterThanOrEqual(row?.seen_at.getTime() ?? 0);
  await server.drain();
  expect((await rows())[0]?.draining_since).toBeInstanceOf(Date);
  await server.end();
  expect(await rows()).toEqual([]);
  await server.job.run(turn);
  expect(await rows()).toEqual([]);
});

it('tells it anew where its row is gone, and forgets after a day who was killed', async () => {
  const worker = await register(installation.db, 'worker');
  await installation.db.deleteFrom('server').execute();
  await installation.pool.query(`insert into server (kind, release, host, pid, seen_at)
    values ('server', '1.0.0', 'killed', 1, now() - interval '25 hours'), ('server', '1.0.0', 'silent', 2, now() - interval '23 hours')`);
  await worker.job.run(turn);
  expect((await rows()).map(({ kind, host }) => [kind, host === 'silent'])).toEqual([
    ['server', true],
    ['worker', false],
  ]);
  await worker.end();
});
