import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { evidenceMaker, sha256Of } from '../../../../test/installation/factories/evidence.ts';
import { hasS3, startS3, type S3Server } from '../../../../test/installation/s3/server.ts';
import { backup } from '../../../cli/backup/backup.ts';
import { readNewest } from '../../../../test/installation/backups.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { createLocalStore } from '../../platform/storage/local.ts';
import { createS3Store } from '../../platform/storage/s3/store.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';
import { collectOrphaned, collectWhenDue } from './collect-orphaned.ts';
import { collectable } from '../../platform/storage/collectable.ts';

const installation = testApp();
const make = evidenceMaker(installation);
beforeAll(() => make.open());
beforeEach(async () => {
  for (const table of ['unnamed_object', 'stored_object']) await sql`delete from ${sql.table(table)}`.execute(installation.db);
});

const never = new AbortController().signal;
const days = (n: number) => n * 86_400_000;
const name = (sha256: string) => sql`insert into stored_object (sha256, size_bytes) values (${sha256}, 1)`.execute(installation.db);
const marks = async () =>
  (await sql<{ sha256: string }>`select sha256 from unnamed_object order by 1`.execute(installation.db)).rows.map(({ sha256 }) => sha256);
const ageMarks = () =>
  sql`update unnamed_object set marked_at = marked_at - interval '2 days' where removing_at is null`.execute(installation.db);

/** @param spreadMs about the duration of a run of the collector, over which concurrent puts are spread. */
function collectsUnderPuts(open: () => Promise<ObjectStore>, spreadMs: number): void {
  let store: ObjectStore;
  let guarded: ObjectStore;
  const alarm = vi.fn();
  beforeEach(async () => {
    store = await open();
    guarded = collectable(installation.db, store);
    alarm.mockClear();
  });
  const put = async (bytes = randomBytes(100), into = guarded) => (await into.put(Readable.from([bytes]), { maxBytes: 1000 })).sha256;
  /** Runs the collector as if two days after all puts so far. */
  const look = (of = store) => collectOrphaned({ db: installation.db, store: of, alarm, nowMs: () => Date.now() + days(2) }, never);
  const isThere = async (sha256: string) => (await store.stat(sha256)) !== null;

  it('marks first, removes a day later, and leaves what is named and what is young', async () => {
    const [orphan, kept] = [await put(), await put()];
    await name(kept);
    expect(await collectOrphaned({ db: installation.db, store, alarm }, never)).toEqual({ marked: 0, removed: 0 });
    expect(await look()).toEqual({ marked: 1, removed: 0 });
    expect(await look()).toEqual({ marked: 0, removed: 0 });
    expect([await marks(), await isThere(orphan)]).toEqual([[orphan], true]);
    await ageMarks();
    expect(await look()).toEqual({ marked: 0, removed: 1 });
    expect([await marks(), await isThere(orphan), await isThere(kept)]).toEqual([[], false, true]);
    const [row] = await installation.db
      .selectFrom('trail')
      .selectAll()
      .where('action', '=', '清理无主文件')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(row).toMatchObject({ object: 'store', after: { count: 1, objects: [orphan] } });
  });

  it('leaves what is put again, or named after all', async () => {
    const bytes = randomBytes(100);
    const [again, later] = [await put(bytes), await put()];
    await look();
    await ageMarks();
    await put(bytes);
    expect(await marks()).toEqual([later]);
    await name(later);
    expect(await look()).toMatchObject({ removed: 0 });
    expect([await isThere(again), await isThere(later)]).toEqual([true, true]);
  });

  it('a put of the same content while it is being removed waits, and is there', async () => {
    const bytes = randomBytes(100);
    const sha256 = await put(bytes);
    await look();
    await ageMarks();
    let putting: Promise<string> | undefined;
    const slow = {
      ...store,
      async remove(hash: string) {
        putting = put(bytes);
        // Long enough for a put that does not wait.
        await sleep(500);
        await store.remove(hash);
      },
    };
    expect(await look(slow)).toMatchObject({ removed: 1 });
    expect(await putting).toBe(sha256);
    expect(await buffer((await store.open(sha256)).stream)).toEqual(bytes);
  });

  it('a put that is about to give its object the name keeps it, whatever looks do meanwhile', async () => {
    const bytes = randomBytes(100);
    const sha256 = await put(bytes);
    await look();
    await ageMarks();
    const { put: reallyPut } = store;
    const paused = collectable(installation.db, {
      ...store,
      put: (source, options) =>
        reallyPut(source, {
          ...options,
          async approve(object) {
            await options.approve?.(object);
            await look();
            await look();
          },
        }),
    });
    await put(bytes, paused);
    expect(await isThere(sha256)).toBe(true);
    // The mark made meanwhile is younger than the put, so it removes nothing within the day in which the call names its file.
    await look();
    expect(await isThere(sha256)).toBe(true);
  });

  it('never takes what is put while a look removes it, however the two meet', async () => {
    const contents = Array.from({ length: 4 }, () => randomBytes(100));
    for (const bytes of contents) await put(bytes);
    let removed = 0;
    for (let turn = 0; turn < 12; turn += 1) {
      await look();
      // A day passes between two runs, and no call takes that long.
      await ageMarks();
      const putting = contents.map(async (bytes, at) => {
        await sleep((((turn * 7 + at * 13) % 40) / 40) * spreadMs);
        return put(bytes);
      });
      const [collected, ...hashes] = await Promise.all([look(), ...putting]);
      removed += collected.removed;
      for (const sha256 of hashes) expect(await isThere(sha256)).toBe(true);
    }
    expect(removed).toBeGreaterThan(0);
  });

  it('removes nothing from the store of another database', async () => {
    for (let at = 0; at < 25; at += 1) await put();
    await name(await put());
    await look();
    await ageMarks();
    expect(await look()).toMatchObject({ removed: 0 });
    expect(alarm).toHaveBeenCalledWith(
      '25 of 26 stored files are named by no row: is this the store of another database? Nothing is removed.',
    );
  });
}

describe('on a folder', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'notary-collect-'))));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  let serial = 0;
  collectsUnderPuts(() => createLocalStore(join(folder, String((serial += 1)))), 60);
});

describe.skipIf(!hasS3)('on a real S3 server', () => {
  let s3: S3Server;
  beforeAll(async () => void (s3 = await startS3()));
  afterAll(() => s3?.stop());
  collectsUnderPuts(() => createS3Store(s3.place()), 1500);
});

it('one server takes the turn of a day', async () => {
  const list = vi.spyOn(installation.store, 'list');
  const collector = { db: installation.db, store: installation.store, alarm: () => undefined };
  await Promise.all([collectWhenDue(collector, never), collectWhenDue(collector, never), collectWhenDue(collector, never)]);
  expect(list).toHaveBeenCalledTimes(1);
  await sql`update unnamed_look set next_at = clock_timestamp() + interval '30 days'`.execute(installation.db);
  await collectWhenDue(collector, never);
  expect(list).toHaveBeenCalledTimes(2);
});

it('a removal that a killed server left is over after a while, for puts and for looks', async () => {
  const bytes = randomBytes(100);
  const sha256 = sha256Of(bytes);
  await sql`insert into unnamed_object (sha256, removing_at) values (${sha256}, clock_timestamp() - interval '20 minutes')`.execute(
    installation.db,
  );
  await collectable(installation.db, installation.store).put(Readable.from([bytes]), { maxBytes: 100 });
  expect(await marks()).toEqual([]);
  await installation.store.remove(sha256);
});

it('a backup that is taken while files are collected is whole', async () => {
  const user_id = await make.user('personal', 100);
  for (let at = 0; at < 30; at += 1) await make.evidence(user_id);
  const orphans = [];
  for (let at = 0; at < 3; at += 1)
    orphans.push((await installation.store.put(Readable.from([randomBytes(50)]), { maxBytes: 100 })).sha256);
  const collector = { db: installation.db, store: installation.store, alarm: () => undefined, nowMs: () => Date.now() + days(2) };
  await collectOrphaned(collector, never);
  await ageMarks();
  const into = await mkdtemp(join(tmpdir(), 'notary-collected-'));
  await symlink(installation.folder, join(into, 'objects'));
  try {
    const [result, collected] = await Promise.all([
      backup.run({ ...installation, args: [join(into, 'backup')], config: readConfig({ DATA_DIR: into }) }),
      collectOrphaned(collector, never),
    ]);
    expect([result.failed, collected.removed]).toEqual([false, 3]);
    const { manifest } = await readNewest(join(into, 'backup'));
    expect(manifest.objects).toMatchObject({ count: 30, faulty: [] });
    for (const sha256 of orphans) expect(await installation.store.stat(sha256)).toBeNull();
  } finally {
    await rm(into, { recursive: true, force: true });
  }
});
