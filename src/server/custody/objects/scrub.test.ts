import { sql } from 'kysely';
import { rm, writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { aFile, evidenceMaker, sha256Of } from '../../../../test/installation/factories/evidence.ts';
import { scrubber } from '../../../../test/installation/scrub.ts';
import type { ObjectState } from '../../platform/db/tables.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';
import { custodyHealth } from '../audit/health.ts';
import { readBytes } from './object-check.ts';

const installation = testApp();
const make = evidenceMaker(installation);
const { scrub, due, stateOf, fileStatusOf, pathOf, kept } = scrubber(installation, make);
let user: string;
beforeAll(async () => {
  await make.open();
  user = await make.user('personal', 100);
});

const trailOf = async (sha256: string) =>
  await installation.db
    .selectFrom('trail')
    .select(['action', 'before', 'after'])
    .where('object', '=', `object/${sha256}`)
    .orderBy('id')
    .execute();

describe('a file that changed on the disk', () => {
  const faults: [string, (path: string, bytes: Buffer) => Promise<void>, ObjectState][] = [
    ['one bit is other', (path, bytes) => writeFile(path, Buffer.from(bytes).fill((bytes[9] ?? 0) ^ 1, 9, 10)), 'damaged'],
    ['it is cut short', (path, bytes) => writeFile(path, bytes.subarray(1)), 'damaged'],
    ['it is empty', (path) => writeFile(path, ''), 'damaged'],
    ['it is gone', (path) => rm(path), 'missing'],
  ];
  it.each(faults)('takes its evidence out of reach when %s, and gives it back once it is whole', async (_case, harm, state) => {
    const { number, sha256, bytes } = await kept();
    const operator = await installation.signIn('admin@example.com');
    const download = () => operator.post('/api/Down/baoquanFile', { baoquan: number });
    expect(await download()).toMatchObject({ code: 200 });

    await harm(pathOf(sha256), bytes);
    await due(sha256);
    expect(await scrub()).toEqual([expect.stringContaining(`${sha256} is ${state}, it was whole`)]);
    expect([await stateOf(sha256), await fileStatusOf(number)]).toEqual([state, 'missing']);
    expect(await download()).toMatchObject({ code: 403, data: { msg: '证据缺失不可下载' } });
    const { data } = await operator.get<{ isDownload: number }>('/api/data/saveDataDetail', { baoquan: number });
    expect(data.isDownload).toBe(0);

    // Unchanged: the alarm is not repeated.
    await due(sha256);
    expect(await scrub()).toEqual([]);

    await writeFile(pathOf(sha256), bytes);
    await due(sha256);
    expect(await scrub()).toEqual([expect.stringContaining(`${sha256} is whole, it was ${state}`)]);
    expect([await stateOf(sha256), await fileStatusOf(number)]).toEqual(['whole', 'stored']);
    expect(await download()).toMatchObject({ code: 200 });
    expect(await trailOf(sha256)).toMatchObject([
      { action: state === 'damaged' ? '发现文件损坏' : '发现文件缺失', before: { state: 'whole' }, after: { state, evidence: [number] } },
      { action: '文件恢复完好', before: { state }, after: { state: 'whole', evidence: [number] } },
    ]);
  });

  it('is looked at again at once when somebody stores the same file anew, and all its evidence comes back', async () => {
    const { number, sha256, bytes } = await kept();
    await writeFile(pathOf(sha256), 'other');
    await due(sha256);
    await scrub();
    expect(await fileStatusOf(number)).toBe('missing');
    const second = await make.evidence(user, {}, aFile({ bytes }));
    await scrub();
    expect([await fileStatusOf(number), await fileStatusOf(second)]).toEqual(['stored', 'stored']);
  });

  it('keeps an evidence out of reach while another of its files is faulty', async () => {
    const [one, other] = [await kept(), await kept()];
    const { id } = await installation.db.selectFrom('evidence').select('id').where('number', '=', one.number).executeTakeFirstOrThrow();
    await sql`insert into evidence_file (evidence_id, name, role, sha256, sm3, size_bytes, media_type)
      select ${id}, 'report.json', 'environment-check', sha256, sm3, size_bytes, media_type
        from evidence_file where sha256 = ${other.sha256}`.execute(installation.db);
    await Promise.all([one, other].map(({ sha256 }) => rm(pathOf(sha256))));
    await due(one.sha256, other.sha256);
    await scrub();
    await writeFile(pathOf(one.sha256), one.bytes);
    await due(one.sha256);
    await scrub();
    expect([await fileStatusOf(one.number), await fileStatusOf(other.number)]).toEqual(['missing', 'missing']);
    await writeFile(pathOf(other.sha256), other.bytes);
    await due(other.sha256);
    await scrub();
    expect([await fileStatusOf(one.number), await fileStatusOf(other.number)]).toEqual(['stored', 'stored']);
  });

  it('is found among the pictures of a submission too', async () => {
    const id = await make.register.pending('personal');
    const { pictures } = await installation.db
      .selectFrom('user_submission')
      .select('pictures')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    const sha256 = pictures.author_front?.sha256 ?? '';
    await scrub();
    expect(await stateOf(sha256)).toBe('whole');
    const picture = pathOf(sha256);
    await rm(picture);
    await due(sha256);
    expect(await scrub()).toEqual([expect.stringContaining('is missing')]);
  });
});

describe('the scrub', () => {
  it('tells never looked at, whole and never uploaded apart', async () => {
    const file = aFile();
    await make.evidence(user, {}, file);
    const sha256 = sha256Of(file.bytes);
    expect(await stateOf(sha256)).toBe('unchecked');
    await scrub();
    expect(await stateOf(sha256)).toBe('whole');
    expect(await stateOf(sha256Of(Buffer.from('never uploaded')))).toBeUndefined();
  });

  it('leaves evidence alone that is still uploading, or missing for another reason', async () => {
    const [uploading, missing] = [await kept(), await kept()];
    await installation.db.updateTable('evidence').set({ file_status: 'uploading' }).where('number', '=', uploading.number).execute();
    await installation.db.updateTable('evidence').set({ file_status: 'missing' }).where('number', '=', missing.number).execute();
    await rm(pathOf(uploading.sha256));
    await due(uploading.sha256, missing.sha256);
    await scrub();
    expect([await fileStatusOf(uploading.number), await fileStatusOf(missing.number)]).toEqual(['uploading', 'missing']);
  });

  it('looks at each object once when two servers are at it', async () => {
    const hashes: string[] = [];
    for (let i = 0; i < 12; i += 1) hashes.push((await kept()).sha256);
    await due(...hashes);
    const opened: string[] = [];
    const watched: ObjectStore = {
      ...installation.store,
      open: (sha256, range) => (opened.push(sha256), installation.store.open(sha256, range)),
    };
    await Promise.all([scrub(watched), scrub(watched), scrub(watched)]);
    expect(opened.toSorted()).toEqual(hashes.toSorted());
  });

  it('gives an object back when the server stops within it, and the next one begins with it', async () => {
    const { sha256 } = await kept();
    await due(sha256);
    const before = await installation.db
      .selectFrom('stored_object')
      .select(['due_at', 'checked_at', 'state'])
      .where('sha256', '=', sha256)
      .executeTakeFirst();
    const stopping = new AbortController();
    await scrub(installation.store, async (bytes) => void (bytes === readBytes || stopping.abort()), stopping.signal);
    expect(
      await installation.db
        .selectFrom('stored_object')
        .select(['due_at', 'checked_at', 'state'])
        .where('sha256', '=', sha256)
        .executeTakeFirst(),
    ).toEqual(before);
    await scrub();
    expect(
      await installation.db
        .selectFrom('stored_object')
        .select('sha256')
        .where('sha256', '=', sha256)
        .where('due_at', '>', sql<Date>`now() + interval '29 days'`)
        .execute(),
    ).toHaveLength(1);
  });

  it('looks again at once at what a clock a year ahead looked at, and at what is claimed by one, and tells of it until then', async () => {
    const [one, claimed, other] = [await kept(), await kept(), await kept()];
    const ahead = [one.sha256, claimed.sha256];
    await installation.db
      .updateTable('stored_object')
      .set({ checked_at: sql<Date>`now() + interval '1 year'`, due_at: sql<Date>`now() + interval '395 days'` })
      .where('sha256', 'in', ahead)
      .execute();
    await installation.db
      .updateTable('stored_object')
      .set({ due_at: sql<Date>`now() + interval '1 year 10 minutes'` })
      .where('sha256', '=', claimed.sha256)
      .execute();
    const { scrub: health } = await custodyHealth(installation.db);
    expect(health).toMatchObject({ due: 2, ahead: 2 });
    const added = await installation.db
      .selectFrom('stored_object')
      .select('added_at')
      .where('sha256', 'in', ahead)
      .orderBy('added_at')
      .executeTakeFirstOrThrow();
    expect(health.oldestCheckAt && health.oldestCheckAt <= added.added_at).toBe(true);

    await rm(pathOf(one.sha256));
    const opened: string[] = [];
    const watched: ObjectStore = {
      ...installation.store,
      open: (sha256, range) => (opened.push(sha256), installation.store.open(sha256, range)),
    };
    expect(await scrub(watched)).toEqual([expect.stringContaining(`${one.sha256} is missing`)]);
    // The missing one is asked for a second time before the verdict.
    expect(opened.toSorted()).toEqual([...ahead, one.sha256].toSorted());
    expect(await stateOf(other.sha256)).toBe('whole');
    // Checks and leases of a correct clock are due earlier than that, so nothing is checked twice.
    expect((await custodyHealth(installation.db)).scrub).toMatchObject({ due: 0, ahead: 0 });
    await scrub(watched);
    expect(opened).toHaveLength(3);
  });

  it('does not give an object back that another server has taken over meanwhile', async () => {
    const { sha256 } = await kept();
    await due(sha256);
    const dueAt = async () =>
      (await installation.db.selectFrom('stored_object').select('due_at').where('sha256', '=', sha256).executeTakeFirstOrThrow()).due_at;
    const stopping = new AbortController();
    await scrub(
      installation.store,
      async (bytes) => {
        if (bytes === readBytes) return;
        // During the check the lease expires, and another server takes the object.
        await installation.db
          .updateTable('stored_object')
          .set({ due_at: sql<Date>`now() + interval '20 minutes'` })
          .where('sha256', '=', sha256)
          .execute();
        stopping.abort();
      },
      stopping.signal,
    );
    expect((await dueAt()).getTime()).toBeGreaterThan(Date.now() + 15 * 60_000);
    await due(sha256);
    await scrub();
  });

  it('pays for each look besides what it reads, so that many small files do not take the server over', async () => {
    const { sha256, bytes } = await kept();
    await due(sha256);
    const paid: number[] = [];
    await scrub(installation.store, async (count) => void paid.push(count));
    expect(paid).toEqual([readBytes, bytes.length]);
  });

  it('takes an object over from a server that died with it', async () => {
    const { sha256 } = await kept();
    await due(sha256);
    const never = new Promise<void>(() => undefined);
    void scrub(installation.store, () => never);
    await expect
      .poll(
        async () =>
          (
            await installation.db
              .selectFrom('stored_object')
              .select('sha256')
              .where('sha256', '=', sha256)
              .where('due_at', '>', sql<Date>`now() + interval '9 minutes'`)
              .execute()
          ).length,
      )
      .toBe(1);
    await rm(pathOf(sha256));
    expect(await scrub()).toEqual([]);
    await due(sha256); // The lease has expired.
    expect(await scrub()).toEqual([expect.stringContaining('is missing')]);
  });

  it('takes a storage that fails for no verdict, and goes on with the others', async () => {
    const [one, other] = [await kept(), await kept()];
    await due(one.sha256, other.sha256);
    const failing: ObjectStore = {
      ...installation.store,
      open: async (sha256, range) =>
        sha256 === one.sha256 ? Promise.reject(new Error('the storage is down')) : installation.store.open(sha256, range),
    };
    await scrub(failing).catch(() => undefined);
    await scrub(failing);
    const row = await installation.db
      .selectFrom('stored_object')
      .select(['state', 'last_error'])
      .where('sha256', '=', one.sha256)
      .executeTakeFirst();
    expect(row).toEqual({ state: 'whole', last_error: 'the storage is down' });
    expect([await fileStatusOf(one.number), await stateOf(other.sha256)]).toEqual(['stored', 'whole']);
    await due(one.sha256);
    await scrub();
    expect(
      await installation.db.selectFrom('stored_object').select('last_error').where('sha256', '=', one.sha256).executeTakeFirst(),
    ).toEqual({
      last_error: null,
    });
  });
});
