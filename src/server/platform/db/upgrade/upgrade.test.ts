import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { withNewDatabase } from '../../../../../test/installation/new-database.ts';
import { openDatabase } from '../database.ts';
import { locks } from '../locks.ts';
import { build } from '../../runtime/build.ts';
import { appliedNames, buildLateIndexes, migrate, migratePost, migrations } from '../migrate.ts';
import { usualPatience, type Patience } from './apply.ts';
import { releasesUpTo, type Migration, type Release } from './series.ts';
import { versionCode } from './version-code.ts';

const releases: readonly Release[] = [
  { version: '1.0.0', commit: '1'.repeat(40), schema: 1 },
  { version: '1.1.0', commit: null, schema: 9999 },
];
const before = releases.slice(0, 1).map((release) => ({ ...release, schema: 9999 }));
const first: Migration = { name: '0001_first', sql: 'create table thing (n integer not null, old text); insert into thing values (1)' };
const widen: Migration = { name: '0002_widen', sql: 'alter table thing add column fresh text' };
const narrow: Migration = { name: '0003_narrow', sql: 'alter table thing drop column old', kind: 'post' };
const own = [first, widen, narrow];
const hasty: Patience = { ...usualPatience, pauseMs: 100 };

/** A database created by release 1.0.0. */
async function withDeployed(use: (url: string, pool: Pool) => Promise<void>): Promise<void> {
  await withNewDatabase(async (url) => {
    const { db, pool } = openDatabase({ connectionString: url }, 4);
    try {
      await migrate(pool, [first], { releases: before });
      await use(url, pool);
    } finally {
      await db.destroy();
    }
  });
}

/** A connection of release 1.0.0, which holds no lock that names its release. */
async function withOlderProgram<Result>(url: string, use: () => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock_shared(${String(locks.use)})`);
    return await use();
  } finally {
    await client.end();
  }
}

describe('two releases side by side', () => {
  it('the older one starts on the schema of the next, until post has run', async () => {
    await withDeployed(async (url, pool) => {
      await withOlderProgram(url, async () => {
        expect(await migrate(pool, own, { releases })).toEqual(['0002_widen']);
        expect(await migrate(pool, [first], { releases: before })).toEqual([]);
        // Release 1.0.0 reads only this table.
        expect((await pool.query('select name from migration')).rows).toEqual([{ name: '0001_first' }]);
        await expect(migratePost(pool, own, { releases })).rejects.toThrow(
          /cannot be changed for release 1\.1\.0 while an older program uses it: a program of release 1\.0\.0 or before/,
        );
      });
      await expect.poll(() => migratePost(pool, own, { releases })).toEqual({ applied: ['0003_narrow'], finalised: 1 });
      await expect(migrate(pool, [first], { releases: before })).rejects.toThrow(
        /newer than this program.*1\.0\.0 cannot serve it any more/,
      );
      expect(await appliedNames(pool)).toEqual(['0001_first', '0002_widen', '0003_narrow']);
      expect(await migratePost(pool, own, { releases })).toEqual({ applied: [], finalised: 0 });
    });
  });

  it('post waits for a server of an older release that was heard of within a minute, connected or not', async () => {
    await withDeployed(async (_url, pool) => {
      await migrate(pool, own, { releases });
      await pool.query(
        `create table server (kind text, release text, host text, pid integer, seen_at timestamptz default clock_timestamp())`,
      );
      await pool.query(`insert into server values ('server', '1.0.0', 'first', 17)`);
      await expect(migratePost(pool, own, { releases })).rejects.toThrow(
        /a server of release 1\.0\.0 \(process 17 on first, seen \d+ s ago/,
      );
      await pool.query(`update server set seen_at = clock_timestamp() - interval '2 minutes'`);
      expect(await migratePost(pool, own, { releases })).toEqual({ applied: ['0003_narrow'], finalised: 1 });
    });
  });

  it('every connection names its release', async () => {
    await withDeployed(async (_url, pool) => {
      const client = await pool.connect();
      const { rows } = await client.query<{ n: number }>(
        'select objid::int as n from pg_locks where pid = pg_backend_pid() and classid::bigint = $1 and objsubid = 2',
        [locks.releases],
      );
      client.release();
      expect(rows).toHaveLength(1);
      expect(rows[0]?.n).toBeGreaterThan(versionCode('1.0.0'));
    });
  });
});

describe('a deploy', () => {
  it('that is killed in the middle leaves nothing half done, and the next one ends it', async () => {
    await withDeployed(async (url, pool) => {
      const slow = { ...widen, sql: `${widen.sql}; select pg_sleep(60)` };
      const { db, pool: killed } = openDatabase({ connectionString: url }, 2);
      const running = migrate(killed, [first, slow], { releases }).then(
        () => 'done',
        () => 'killed',
      );
      const end = async () => {
        const { rows } = await pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()
             and datname = current_database() and state = 'active'`,
        );
        return rows.length;
      };
      await expect.poll(end).toBe(1);
      expect(await running).toBe('killed');
      await db.destroy();
      expect(await appliedNames(pool)).toEqual(['0001_first']);
      expect(await migrate(pool, own, { releases })).toEqual(['0002_widen']);
      expect((await pool.query('select n, fresh from thing')).rows).toEqual([{ n: 1, fresh: null }]);
    });
  });

  it('that begins twice at once is carried out once, post too', async () => {
    await withDeployed(async (url, pool) => {
      const { db, pool: second } = openDatabase({ connectionString: url }, 2);
      try {
        const deployed = await Promise.all([migrate(pool, own, { releases }), migrate(second, own, { releases })]);
        expect(deployed.flat()).toEqual(['0002_widen']);
        const posts = await Promise.all([migratePost(pool, own, { releases }), migratePost(second, own, { releases })]);
        expect(posts.flatMap(({ applied }) => applied)).toEqual(['0003_narrow']);
      } finally {
        await db.destroy();
      }
    });
  });

  it('that comes while another is under way waits for it, and says so', async () => {
    await withDeployed(async (url, pool) => {
      const other = new Client({ connectionString: url });
      await other.connect();
      try {
        await other.query(`select pg_advisory_lock(${String(locks.migrations)})`);
        const lines: string[] = [];
        const deploying = migrate(pool, own, { releases, patience: { ...hasty, tell: (line) => lines.push(line) } });
        await expect.poll(() => lines).toEqual(['Another program brings the tables of this database forward; waiting for it to end.']);
        await other.query(`select pg_advisory_unlock(${String(locks.migrations)})`);
        expect(await deploying).toEqual(['0002_widen']);
      } finally {
        await other.end();
      }
    });
  });

  it('gives way to callers that wait behind it for a table that somebody reads for long, and is done when the reader is', async () => {
    await withDeployed(async (url, pool) => {
      const reader = new Client({ connectionString: url });
      await reader.connect();
      try {
        await reader.query('begin; select from thing');
        const lines: string[] = [];
        let isDone = false;
        const deploying = migrate(pool, own, { releases, patience: { ...hasty, tell: (line) => lines.push(line) } }).finally(
          () => (isDone = true),
        );
        // Calls continue meanwhile, and none waits for long.
        const waits: number[] = [];
        for (let call = 0; call < 20; call += 1) {
          const began = performance.now();
          await pool.query('select n from thing');
          waits.push(performance.now() - began);
          await sleep(100);
        }
        expect(isDone).toBe(false);
        expect(lines).toEqual(['Migration 0002_widen waits for others to be done with its tables; it is tried again.']);
        // If the migration did not give way, a call would wait for the lock timeout of five seconds.
        expect(Math.max(...waits)).toBeLessThan(4000);
        await reader.query('commit');
        expect(await deploying).toEqual(['0002_widen']);
      } finally {
        await reader.end();
      }
    });
  });

  it('that never gets its locks says so, and leaves nothing', async () => {
    await withDeployed(async (url, pool) => {
      const reader = new Client({ connectionString: url });
      await reader.connect();
      try {
        await reader.query('begin; select from thing');
        const waiting = pool.query('select pg_sleep(0.5)').then(() => pool.query('select n from thing'));
        const patience = { ...hasty, attempts: 1, othersMs: 100 };
        await expect(migrate(pool, own, { releases, patience })).rejects.toThrow(
          'migration 0002_widen did not get its locks in 1 attempts',
        );
        await waiting;
      } finally {
        await reader.end();
      }
      expect(await appliedNames(pool)).toEqual(['0001_first']);
    });
  });

  it('makes an index beside the work, and anew where a killed one has left it half made', async () => {
    await withDeployed(async (_url, pool) => {
      const index: Migration = {
        name: '0002_index',
        sql: '-- outside a transaction\ncreate unique index concurrently if not exists thing_n on thing (n)',
      };
      await pool.query('insert into thing values (1)');
      await expect(migrate(pool, [first, index], { releases })).rejects.toThrow('could not create unique index');
      await pool.query('delete from thing; insert into thing values (2)');
      expect(await migrate(pool, [first, index], { releases })).toEqual(['0002_index']);
      const { rows } = await pool.query("select indisvalid from pg_index where indexrelid = 'thing_n'::regclass");
      expect(rows).toEqual([{ indisvalid: true }]);
    });
  });

  it('leaves an index to a server, which waits for a long read, gives up when it is stopped, and builds it afterwards', async () => {
    await withDeployed(async (url, pool) => {
      const index: Migration = {
        name: '0004_index',
        sql: '-- outside a transaction\ncreate index concurrently if not exists thing_n on thing (n)',
      };
      const all = [...own, index];
      const isValid = async () => {
        const { rows } = await pool.query<{ indisvalid: boolean }>(
          "select indisvalid from pg_index where indexrelid = to_regclass('thing_n')",
        );
        return rows[0]?.indisvalid;
      };
      const reader = new Client({ connectionString: url });
      await reader.connect();
      try {
        await reader.query('begin isolation level repeatable read; select 1');
        expect(await migrate(pool, all, { releases })).toEqual(['0002_widen']);
        const stop = new AbortController();
        const patience = { ...hasty, lockMs: 0, stopping: stop.signal };
        const building = buildLateIndexes(pool, all, { releases, patience }).catch((error: unknown) => String(error));
        await expect.poll(isValid).toBe(false);
        expect(await buildLateIndexes(pool, all, { releases })).toEqual({ applied: [], isDone: false });
        stop.abort();
        expect(await building).toContain('canceling statement due to user request');
        await reader.query('commit');
        // The lock goes with the connection of the one that gave up.
        await expect.poll(() => buildLateIndexes(pool, all, { releases })).toEqual({ applied: ['0004_index'], isDone: true });
        expect(await isValid()).toBe(true);
        expect(await buildLateIndexes(pool, all, { releases })).toEqual({ applied: [], isDone: true });
        expect((await pool.query('select name from release_migration order by name')).rows).toEqual([
          { name: '0002_widen' },
          { name: '0004_index' },
        ]);
      } finally {
        await reader.end();
      }
    });
  });

  it('the index and the function that nothing uses any more are removed after the index is built', async () => {
    await withNewDatabase(async (url) => {
      const { db, pool } = openDatabase({ connectionString: url }, 4);
      const [earliest] = releasesUpTo(build.version).slice(0, 1);
      const leftOver = async () =>
        (await pool.query("select to_regclass('users_spelled_phones') as index, to_regproc('phone_key') as key")).rows[0];
      try {
        const old = migrations.filter((migration) => Number.parseInt(migration.name, 10) <= (earliest?.schema ?? 0));
        await migrate(pool, old, { releases: earliest ? [earliest] : [] });
        await migrate(pool);
        expect(await leftOver()).toEqual({ index: null, key: 'phone_key' });
        expect((await buildLateIndexes(pool)).applied).toEqual(expect.arrayContaining(['0054_users_spelled_phones', '0067_no_phone_key']));
        expect(await leftOver()).toEqual({ index: null, key: null });
      } finally {
        await db.destroy();
      }
    });
  });
});
