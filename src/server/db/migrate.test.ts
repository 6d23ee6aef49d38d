import { expect, it } from 'vitest';
import { testDatabase } from '../../../test/house/database.ts';
import { migrate, migrations } from './migrate.ts';

const house = testDatabase();

it('finds nothing to do on a database that is up to date', async () => {
  expect(await migrate(house.pool)).toEqual([]);
});

it('takes each number once, and each name begins with its number', () => {
  const numbers = migrations.map(({ name }) => /^(\d{4})_[a-z_]+$/.exec(name)?.[1]);
  expect(numbers).not.toContain(undefined);
  expect(new Set(numbers).size).toBe(numbers.length);
});

it('is carried out once when two servers start at once', async () => {
  const next = [...migrations, { name: '9998_test', sql: 'create table made_once (n integer); insert into made_once values (1)' }];
  const applied = await Promise.all([migrate(house.pool, next), migrate(house.pool, next), migrate(house.pool, next)]);
  expect(applied.flat()).toEqual(['9998_test']);
  expect((await house.pool.query('select n from made_once')).rows).toEqual([{ n: 1 }]);
});

it('leaves nothing of a migration that fails, and refuses a database that is newer than the program', async () => {
  const known = [...migrations, { name: '9998_test', sql: '' }];
  await expect(migrate(house.pool, [...known, { name: '9999_bad', sql: 'create table half (n integer); select 1/0' }])).rejects.toThrow(
    'division by zero',
  );
  expect((await house.pool.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }]);
  await expect(migrate(house.pool)).rejects.toThrow('newer than this program');
});
