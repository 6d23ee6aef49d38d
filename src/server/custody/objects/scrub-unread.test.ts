import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { evidenceMaker } from '../../../../test/installation/factories/evidence.ts';
import { free, scrubber } from '../../../../test/installation/scrub.ts';
import type { ObjectStore } from '../../platform/storage/store.ts';

const installation = testApp();
const make = evidenceMaker(installation);
const { scrub, due, stateOf, fileStatusOf, kept } = scrubber(installation, make);
beforeAll(() => make.open());

describe('a file that cannot be read', () => {
  const badSector = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
  /** The store with some objects unreadable: opening succeeds and reading fails at the first byte, as on a bad sector. */
  const withoutReach = (isOut: (sha256: string) => boolean): ObjectStore => ({
    ...installation.store,
    async open(sha256, range) {
      const opened = await installation.store.open(sha256, range);
      if (isOut(sha256)) opened.stream.destroy(badSector);
      return opened;
    },
  });
  /** Scrubs `times` times, each time when the object is due. @returns all alarms. */
  async function looks(times: number, sha256: string, store: ObjectStore): Promise<string[]> {
    const alarms: string[] = [];
    for (let look = 0; look < times; look += 1) {
      await due(sha256);
      alarms.push(...(await scrub(store).catch(() => [])));
    }
    return alarms;
  }

  it('counts as damaged when the store gives all others, after three looks, and is given back when it can be read', async () => {
    const { number, sha256 } = await kept();
    await kept();
    const operator = await installation.signIn('admin@example.com');
    const store = withoutReach((asked) => asked === sha256);
    expect(await looks(2, sha256, store)).toEqual([]);
    expect([await stateOf(sha256), await fileStatusOf(number)]).toEqual(['whole', 'stored']);
    expect(await looks(1, sha256, store)).toEqual([
      expect.stringContaining(`${sha256} is damaged (it cannot be read: EIO: i/o error, read), it was whole`),
    ]);
    expect([await stateOf(sha256), await fileStatusOf(number)]).toEqual(['damaged', 'missing']);
    expect(await operator.post('/api/Down/baoquanFile', { baoquan: number })).toMatchObject({
      code: 403,
      data: { msg: '证据缺失不可下载' },
    });
    // Unchanged: the alarm is not repeated, and the object is not reported as unreadable in addition.
    expect(await looks(1, sha256, store)).toEqual([]);
    expect(await installation.db.selectFrom('stored_object').select('last_error').where('sha256', '=', sha256).executeTakeFirst()).toEqual({
      last_error: null,
    });
    expect(await looks(1, sha256, installation.store)).toEqual([expect.stringContaining(`${sha256} is whole, it was damaged`)]);
    expect(await fileStatusOf(number)).toBe('stored');
    // The count has started anew.
    expect(await looks(2, sha256, store)).toEqual([]);
    expect(await stateOf(sha256)).toBe('whole');
  });

  it.each<[what: string, store: () => ObjectStore]>([
    ['gives no object', () => withoutReach(() => true)],
    ['gives no object and takes none', () => ({ ...withoutReach(() => true), check: () => Promise.reject(badSector) })],
    ['takes no object', () => ({ ...installation.store, open: () => Promise.reject(badSector), check: () => Promise.reject(badSector) })],
  ])('is no verdict while the store %s, however often it is looked at', async (_what, store) => {
    const [one] = [await kept(), await kept()];
    expect(await looks(5, one.sha256, store())).toEqual([]);
    expect([await stateOf(one.sha256), await fileStatusOf(one.number)]).toEqual(['whole', 'stored']);
  });

  it.each<[what: string, store: (sha256: string) => ObjectStore]>([
    ['is opened', () => ({ ...installation.store, open: () => new Promise(() => undefined) })],
    ['is read', () => ({ ...installation.store, open: async () => ({ stream: new Readable({ read: () => undefined }), sizeBytes: 64 }) })],
    [
      'was found unreadable, and the store is asked',
      (sha256) => ({ ...withoutReach((asked) => asked === sha256), check: () => new Promise(() => undefined) }),
    ],
  ])('holds nobody who stops when the store hangs as it %s, and is given back', async (_what, store) => {
    const { sha256 } = await kept();
    await due(sha256);
    const before = await installation.db.selectFrom('stored_object').selectAll().where('sha256', '=', sha256).executeTakeFirst();
    const stopping = new AbortController();
    const scrubbing = scrub(store(sha256), free, stopping.signal);
    await expect
      .poll(
        async () =>
          (await installation.db.selectFrom('stored_object').select('due_at').where('sha256', '=', sha256).executeTakeFirstOrThrow())
            .due_at,
      )
      .not.toEqual(before?.due_at);
    stopping.abort();
    expect(await scrubbing).toEqual([]);
    expect(await installation.db.selectFrom('stored_object').selectAll().where('sha256', '=', sha256).executeTakeFirst()).toEqual(before);
    await scrub();
  });
});
