import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { emptyLog, enqueue } from '../../../../test/installation/factories/log.ts';
import { merkleRoot, leafHash } from '../../../domain/proof/tlog/merkle.ts';
import { tilesOf } from '../../../domain/proof/tlog/tiles.ts';
import { readConfig } from '../../platform/runtime/config.ts';
import { extendTrailChain } from '../../desk/trail/chain.ts';
import { recordTrail } from '../../desk/trail/trail.ts';
import { checkLog } from '../audit/log-check.ts';
import { openLogSigner, type LogSigner } from './log-signer.ts';
import { readHead, readTiles } from './log-store.ts';
import { growLog } from './sequencer.ts';

const installation = testDatabase();
let signer: LogSigner;
beforeAll(async () => {
  signer = await openLogSigner(installation.db, readConfig({ LOG_ORIGIN: 'test.example/log' }));
});
beforeEach(() => emptyLog(installation));

const count = async (table: 'log_pending' | 'log_entry' | 'log_checkpoint') =>
  Number((await installation.pool.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]?.count);
const grow = (options = {}) => growLog(installation.db, signer, options);

describe('growing', () => {
  it('takes up what waits in order, and each step leaves a whole log whose root is that of its entries', async () => {
    const all: string[] = [];
    for (const wave of [1, 3, 251, 1, 300, 0, 7]) {
      const texts = Array.from({ length: wave }, (_, at) => `wave of ${wave}, ${at}`);
      await enqueue(installation.db, texts);
      all.push(...texts);
      expect(await grow({ batch: 100 })).toBe(wave);
      expect(await checkLog(installation.db, 50)).toMatchObject({ entries: all.length, broken: null });
      expect(Buffer.from((await readHead(installation.db)).root)).toEqual(
        Buffer.from(merkleRoot(all.map((text) => leafHash(Buffer.from(text))))),
      );
    }
    expect(await count('log_pending')).toBe(0);
    const entries = await installation.db.selectFrom('log_entry').select('entry').orderBy('seq').execute();
    expect(entries.map(({ entry }) => entry.toString())).toEqual(all);
    expect((await readTiles(installation.db, [...tilesOf(all.length)])).every((bytes) => bytes !== null)).toBe(true);
  });

  it('makes no checkpoint where nothing waits', async () => {
    expect(await grow()).toBe(0);
    expect(await count('log_checkpoint')).toBe(0);
    expect(await checkLog(installation.db)).toEqual({ entries: 0, checkpoints: 0, timestamps: 0, broken: null });
  });

  it('takes up an entry whose transaction ends after later ones', async () => {
    await installation.db.transaction().execute(async (tx) => {
      await enqueue(tx, ['late']);
      await enqueue(installation.db, ['early']);
      await grow();
    });
    expect(await grow()).toBe(1);
    const entries = await installation.db.selectFrom('log_entry').select('entry').orderBy('seq').execute();
    expect(entries.map(({ entry }) => entry.toString())).toEqual(['early', 'late']);
    expect(await checkLog(installation.db)).toMatchObject({ broken: null });
  });

  it('survives a clock that jumps back: no checkpoint is older than the one before', async () => {
    for (const time of ['2026-05-01T00:00:00Z', '2025-01-01T00:00:00Z', '2026-05-02T00:00:00Z']) {
      await enqueue(installation.db, [time]);
      await grow({ now: () => new Date(time) });
    }
    const rows = await installation.db.selectFrom('log_checkpoint').select('signed_at').orderBy('size').execute();
    expect(rows.map(({ signed_at }) => signed_at.toISOString())).toEqual([
      '2026-05-01T00:00:00.000Z',
      '2026-05-01T00:00:00.000Z',
      '2026-05-02T00:00:00.000Z',
    ]);
    expect(await checkLog(installation.db)).toMatchObject({ broken: null });
  });
});

describe('two servers', () => {
  it('share one history when they sequence at once', async () => {
    const writers = Array.from({ length: 4 }, (_, writer) =>
      enqueue(
        installation.db,
        Array.from({ length: 60 }, (_, at) => `${writer}/${at}`),
      ),
    );
    const growers = Array.from({ length: 12 }, () => grow({ batch: 7 }));
    await Promise.all([...writers, ...growers]);
    await Promise.all([grow({ batch: 7 }), grow({ batch: 7 })]);
    expect(await checkLog(installation.db, 33)).toMatchObject({ entries: 240, broken: null });
    const seen = await installation.db.selectFrom('log_entry').select('entry').execute();
    expect(new Set(seen.map(({ entry }) => entry.toString())).size).toBe(240);
  });

  it('cannot sign two histories even past the lock: the second that follows the same checkpoint is refused', async () => {
    await enqueue(installation.db, ['a']);
    await grow();
    const row = { root: Buffer.alloc(32), note: '', trail_seq: '0', signed_at: new Date() };
    await installation.db
      .insertInto('log_checkpoint')
      .values({ ...row, size: '2', previous_size: '1' })
      .execute();
    await expect(
      installation.db
        .insertInto('log_checkpoint')
        .values({ ...row, size: '3', previous_size: '1' })
        .execute(),
    ).rejects.toThrow('log_checkpoint_previous_size_key');
    await expect(
      installation.db
        .insertInto('log_checkpoint')
        .values({ ...row, size: '2', previous_size: '0' })
        .execute(),
    ).rejects.toThrow('log_checkpoint');
  });
});

describe('a server that dies', () => {
  const steps = [
    ['while it adds entries', 'before insert on log_entry for each row'],
    ['after it added entries', 'after insert on log_entry for each statement'],
    ['while it writes tiles', 'before insert on log_tile for each row'],
    ['while it widens a tile', 'after update on log_tile for each row'],
    ['before the checkpoint', 'before insert on log_checkpoint for each row'],
    ['after the checkpoint', 'after insert on log_checkpoint for each row'],
    ['after what waited is gone', 'after delete on log_pending for each statement'],
  ] as const;
  const ends = [
    ['thrown', "raise exception 'the server died'"],
    ['killed', 'perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1)'],
  ] as const;
  it.each(steps.flatMap(([when, event]) => ends.map(([how, act]) => [how, when, event, act] as const)))(
    '%s %s leaves the log as it was and loses nothing',
    async (_how, _when, event, act) => {
      await enqueue(installation.db, ['one', 'two']);
      await grow();
      await enqueue(installation.db, ['three', 'four']);
      await installation.pool.query(
        `create or replace function die() returns trigger language plpgsql as $$ begin ${act}; return null; end $$;
         create trigger die ${event} execute function die()`,
      );
      await expect(grow()).rejects.toThrow();
      expect(await checkLog(installation.db)).toEqual({ entries: 2, checkpoints: 1, timestamps: 0, broken: null });
      expect(await count('log_pending')).toBe(2);
      await installation.pool.query('drop function die cascade');
      expect(await grow()).toBe(2);
      expect(await checkLog(installation.db)).toEqual({ entries: 4, checkpoints: 2, timestamps: 0, broken: null });
    },
  );
});

describe("the trail's head", () => {
  const act = (n: number) =>
    recordTrail(installation.db, { kind: 'system', id: '', name: '测试', ip: '' }, { action: '登录', object: `account/${n}` }).then(() =>
      extendTrailChain(installation.db),
    );

  it('is a leaf of each checkpoint that the trail grew before, and of one of its own after a quiet minute', async () => {
    const at = (seconds: number) => ({ now: () => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)) });
    await act(1);
    await enqueue(installation.db, ['a']);
    expect(await grow(at(0))).toBe(2);
    await enqueue(installation.db, ['b']);
    expect(await grow(at(2))).toBe(1);
    await act(2);
    expect(await grow(at(4))).toBe(0);
    expect(await grow(at(62))).toBe(1);
    expect(await grow(at(200))).toBe(0);
    const rows = await installation.db.selectFrom('log_entry').select('entry').where('pending_id', 'is', null).orderBy('seq').execute();
    expect(rows.map(({ entry }) => JSON.parse(entry.toString()) as unknown)).toMatchObject([
      { type: 'trail-head', version: 1 },
      { type: 'trail-head', version: 1 },
    ]);
    expect(await checkLog(installation.db, 2)).toEqual({ entries: 4, checkpoints: 3, timestamps: 0, broken: null });
  });

  it('is not kept waiting by a clock that was set back behind the last checkpoint, which no later one is older than', async () => {
    const at = (seconds: number) => ({ now: () => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)) });
    await enqueue(installation.db, ['a']);
    expect(await grow(at(1000))).toBe(1);
    await act(1);
    expect(await grow(at(1002))).toBe(0);
    expect(await grow(at(5))).toBe(1);
    expect(
      (await installation.db.selectFrom('log_checkpoint').select('signed_at').orderBy('size').execute()).map(({ signed_at }) => signed_at),
    ).toEqual([at(1000).now(), at(1000).now()]);
    expect(await checkLog(installation.db)).toEqual({ entries: 2, checkpoints: 2, timestamps: 0, broken: null });
  });
});
