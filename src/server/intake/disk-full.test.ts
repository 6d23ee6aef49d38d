import type { FileHandle } from 'node:fs/promises';
import { sql } from 'kysely';
import { beforeAll, expect, it, vi } from 'vitest';
import { testApp } from '../../../test/house/app.ts';
import { aFile, evidenceMaker, sha256Of, uid } from '../../../test/house/evidence.ts';
import { checkLedger } from '../points/check.ts';

// The real file system, full at the step that a test names, and for files that are staged or in their place alone.
const disk = vi.hoisted(() => ({ fullAt: '' }));
vi.mock(import('node:fs/promises'), async (original) => {
  const real = await original();
  const step = (what: string): void => {
    if (disk.fullAt === what) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  };
  const open: typeof real.open = async (path, flags, ...rest) => {
    if (flags === 'wx') step('open');
    const file: FileHandle = await real.open(path, flags, ...rest);
    const { sync, writeFile } = file;
    file.writeFile = async (...bytes: Parameters<typeof writeFile>) => {
      step('write');
      await writeFile.apply(file, bytes);
    };
    file.sync = async () => {
      step(flags === 'wx' ? 'sync' : 'sync of the folder');
      await sync.call(file);
    };
    return file;
  };
  const rename: typeof real.rename = async (from, to) => {
    step('rename');
    await real.rename(from, to);
  };
  const mkdir = (async (path: string, options: object) => {
    step('mkdir');
    return real.mkdir(path, options);
  }) as typeof real.mkdir;
  return { ...real, open, rename, mkdir };
});

const house = testApp();
const make = evidenceMaker(house);
beforeAll(() => make.open());

it.each(['open', 'write', 'sync', 'mkdir', 'rename', 'sync of the folder'])('acknowledges nothing on a disk that is full at the %s, and keeps the evidence when there is room again', async (fullAt) => {
  const user_id = await make.user('personal', 1);
  const file = aFile();
  const fields = { user_id, unique_id: uid() };
  disk.fullAt = fullAt;
  const answer = await make.send(fields, file);
  disk.fullAt = '';
  expect(answer).toMatchObject({ status: 500, body: { error: { code: 'fault', message: expect.not.stringContaining('ENOSPC') as string } } });
  expect(await house.db.selectFrom('evidence').select('id').where('user_id', '=', user_id).execute()).toEqual([]);
  expect(await make.send(fields, file)).toMatchObject({ status: 200 });
  expect(await house.store.stat(sha256Of(file.bytes))).toEqual({ sizeBytes: 64 });
  expect(await checkLedger(house.db)).toMatchObject({ broken: null });
});

it('acknowledges nothing while the database’s disk is full, and keeps all when there is room again', async () => {
  const user_id = await make.user('personal', 5);
  const orders = Array.from({ length: 5 }, () => ({ fields: { user_id, unique_id: uid() }, file: aFile() }));
  const sendAll = () => Promise.all(orders.map(({ fields, file }) => make.send(fields, file)));
  await sql`create function disk_full() returns trigger language plpgsql as $$ begin raise exception using errcode = '53100'; end $$`.execute(house.db);
  await sql`create trigger disk_full before insert on evidence_file for each row execute function disk_full()`.execute(house.db);
  for (const { status } of await sendAll()) expect(status).toBe(500);
  await sql`drop function disk_full cascade`.execute(house.db);
  for (const { status } of await sendAll()) expect(status).toBe(200);
  expect(await checkLedger(house.db)).toMatchObject({ broken: null });
});
