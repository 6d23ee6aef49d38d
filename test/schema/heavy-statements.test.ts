import { expect, it } from 'vitest';
import { migrate, migrations } from '../../src/server/platform/db/migrate.ts';
import { releaseAt, releasesUpTo } from '../../src/server/platform/db/upgrade/series.ts';
import { build } from '../../src/server/platform/runtime/build.ts';
import { withNewDatabase } from '../installation/new-database.ts';
import { heavyStatements } from './heavy-statements.ts';

/** Tables that never have more than a few rows. */
const small = new Set(['event_anchored', 'installation', 'record_line', 'role', 'sandbox_turn', 'secret', 'stamp_line', 'unnamed_look']);

it('no migration since the last release keeps others from a large table for long', async () => {
  const releases = releasesUpTo(build.version);
  const isOwn = (at: number): boolean => at === releases.length - 1;
  const released = migrations.filter((migration) => !isOwn(releaseAt(releases, migration)));
  const fresh = migrations.filter((migration) => isOwn(releaseAt(releases, migration)));
  await withNewDatabase(async (_url, pool) => {
    await migrate(pool, released);
    const found: string[] = [];
    for (const migration of fresh) found.push(...(await heavyStatements(pool, migration, small)));
    expect(found).toEqual([]);
  });
});

const table = 'create table large (n integer not null, word text); create table other (id integer primary key)';
const allowed = [
  ['a column that may be null', 'alter table large add column more text'],
  ['a column with a fixed value', 'alter table large add column more integer not null default 7'],
  ['a check that is not asked of old rows', 'alter table large add constraint positive check (n > 0) not valid'],
  ['a foreign key of a new table', 'create table small (id integer references other (id))'],
  ['an index beside the work', '-- outside a transaction\ncreate index concurrently if not exists large_n on large (n)'],
  ['a trigger', `create trigger t before update on large for each row execute function suppress_redundant_updates_trigger()`],
  ['a copy', 'create table copy as select * from large'],
];
const refused = [
  ['an index', 'create index large_n on large (n)', /reads all of large while it keeps others from large/],
  ['a check of all rows', 'alter table large add constraint positive check (n > 0)', /reads all of large/],
  ['another type', 'alter table large alter n type bigint', /writes all of large anew/],
  ['a value of its own for each row', 'alter table large add column more uuid default gen_random_uuid()', /writes all of large anew/],
  ['not null', 'alter table large alter word set not null', /reads all of large/],
  ['a change of all rows', "update large set word = 'new'", /changes rows all over large/],
  ['a foreign key that is checked', 'alter table large add foreign key (n) references other (id)', /reads all of (?:large|other)/],
  ['a table that goes', 'drop table large', /drops large/],
  ['more than an index', '-- outside a transaction\nvacuum large', /one statement that can be repeated/],
] as const;

it.each(allowed)('lets %s pass', async (_what, sql) => {
  await withNewDatabase(async (_url, pool) => {
    await pool.query(`${table}; insert into large select n, 'w' from generate_series(1, 10) n; insert into other select n from large`);
    expect(await heavyStatements(pool, { name: '9999_test', sql: sql ?? '' }, new Set())).toEqual([]);
  });
});

it.each(refused)('refuses %s', async (_what, sql, words) => {
  await withNewDatabase(async (_url, pool) => {
    await pool.query(`${table}; insert into large select n, 'w' from generate_series(1, 10) n; insert into other select n from large`);
    expect((await heavyStatements(pool, { name: '9999_test', sql }, new Set())).join()).toMatch(words);
    expect(await heavyStatements(pool, { name: '9998_test', sql: 'select 1' }, new Set())).toEqual([]);
  });
});
