import { expect, it } from 'vitest';
import { testDatabase } from '../../../../test/installation/database.ts';
import { withNewDatabase } from '../../../../test/installation/new-database.ts';
import { migrate, migrations } from './migrate.ts';

const installation = testDatabase();

it('finds nothing to do on a database that is up to date', async () => {
  expect(await migrate(installation.pool)).toEqual([]);
});

it('takes each number once, and each name begins with its number', () => {
  const numbers = migrations.map(({ name }) => /^(\d{4})_[a-z0-9_]+$/.exec(name)?.[1]);
  expect(numbers).not.toContain(undefined);
  expect(new Set(numbers).size).toBe(numbers.length);
});

it('is carried out once when two servers start at once', async () => {
  const next = [...migrations, { name: '9998_test', sql: 'create table made_once (n integer); insert into made_once values (1)' }];
  const applied = await Promise.all([migrate(installation.pool, next), migrate(installation.pool, next), migrate(installation.pool, next)]);
  expect(applied.flat()).toEqual(['9998_test']);
  expect((await installation.pool.query('select n from made_once')).rows).toEqual([{ n: 1 }]);
});

it('leaves nothing of a migration that fails, and refuses a database that is newer than the program', async () => {
  const known = [...migrations, { name: '9998_test', sql: 'create table made_once (n integer); insert into made_once values (1)' }];
  await expect(
    migrate(installation.pool, [...known, { name: '9999_bad', sql: 'create table half (n integer); select 1/0' }]),
  ).rejects.toThrow('division by zero');
  expect((await installation.pool.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }]);
  await expect(migrate(installation.pool)).rejects.toThrow('newer than this program');
});

it('refuses a database to which another text of a migration was applied, by name, and changes nothing', async () => {
  await withNewDatabase(async (_url, pool) => {
    const series = [
      { name: '9001_one', sql: 'create table one (n integer)' },
      { name: '9002_two', sql: 'create table two (n integer)' },
    ];
    expect(await migrate(pool, series)).toEqual(['9001_one', '9002_two']);
    const edited = [
      ...series.map((migration) => (migration.name === '9001_one' ? { ...migration, sql: `${migration.sql} ` } : migration)),
      { name: '9003_three', sql: 'create table three (n integer)' },
    ];
    await expect(migrate(pool, edited)).rejects.toThrow('migration 9001_one was applied with another text');
    expect((await pool.query("select to_regclass('three') as three")).rows).toEqual([{ three: null }]);
    expect(await migrate(pool, series)).toEqual([]);
  });
});

it('keeps the SHA-256 of what it applied', async () => {
  const { rows } = await installation.pool.query<{ sha256: string }>(
    `select sha256 from migration where sha256 ~ $1 union select sha256 from release_migration where sha256 ~ $1`,
    ['^[0-9a-f]{64}$'],
  );
  expect(rows.length).toBeGreaterThanOrEqual(migrations.length);
});

it.each([
  [
    'a part of the migrations of earlier releases',
    ['0001_house', '0002_list_engine'],
    /last migration is 0002_list_engine.*Start release 0\.1\.0/,
  ],
  ['migrations of no release', ['0001_house_of_another'], /newer than this program: it has migration 0001_house_of_another/],
])('refuses a database with %s, and changes nothing', async (_what, names, refusal) => {
  await withNewDatabase(async (_url, pool) => {
    await pool.query('create table migration (name text primary key, applied_at timestamptz not null default now())');
    await pool.query('insert into migration (name) select unnest($1::text[])', [names]);
    await expect(migrate(pool)).rejects.toThrow(refusal);
    const { rows } = await pool.query('select * from migration order by name');
    expect(rows).toEqual(names.map((name) => ({ name, applied_at: expect.any(Date) })));
  });
});

it('begins anew where an earlier release made its table of migrations and nothing else', async () => {
  await withNewDatabase(async (_url, pool) => {
    await pool.query('create table migration (name text primary key, applied_at timestamptz not null default now())');
    expect(await migrate(pool)).toEqual(migrations.map(({ name }) => name));
  });
});
