import { describe, expect, it } from 'vitest';
import { hashOf, planDeploy, planPost, type Applied } from './plan.ts';
import { inOrder, type Kind, type Migration, type Release, type Series } from './series.ts';
import { versionCode } from './version-code.ts';

const migration = (name: string, kind: Kind = 'deploy'): Migration => ({ name, sql: `-- ${name}`, kind });
const all = [
  migration('0001_first'),
  migration('0002_column'),
  migration('0003_drop', 'post'),
  migration('0004_table'),
  migration('0005_index'),
];
const listed: readonly Release[] = [
  { version: '1.0.0', commit: '1'.repeat(40), schema: 1 },
  { version: '1.1.0', commit: '2'.repeat(40), schema: 3 },
  { version: '1.2.0', commit: '3'.repeat(40), schema: 5 },
];
/** The program of a release, which does not know later ones. */
const program = (version: string): Series => {
  const releases = listed.slice(0, listed.findIndex((release) => release.version === version) + 1);
  const last = releases.at(-1)?.schema ?? 0;
  return {
    releases,
    migrations: inOrder(
      all.filter(({ name }) => Number.parseInt(name, 10) <= last),
      releases,
    ),
  };
};
const final = (name: string): Applied => ({ name, sha256: hashOf(`-- ${name}`), isFinal: true, release: null, follows: null });
const ahead = (name: string, release: string, follows: string, isFinal = false): Applied => ({ ...final(name), release, follows, isFinal });

const of100 = [final('0001_first')];
const of110 = [...of100, ahead('0002_column', '1.1.0', '1.0.0')];
const of110Post = [...of100, ahead('0002_column', '1.1.0', '1.0.0', true), final('0003_drop')];
const of120 = [...of110Post, ahead('0004_table', '1.2.0', '1.1.0'), ahead('0005_index', '1.2.0', '1.1.0')];

const namesOf = (series: Series, applied: readonly Applied[]) => {
  const { steps, finalise, oldest } = planDeploy(series, applied);
  return { steps: steps.map(({ migration: { name }, isFinal }) => [name, isFinal]), finalise, oldest: oldest?.version ?? null };
};

describe('the deploy of a release', () => {
  it('widens the schema of the one before it, which goes on', () => {
    expect(namesOf(program('1.1.0'), of100)).toEqual({ steps: [['0002_column', false]], finalise: [], oldest: '1.0.0' });
    expect(namesOf(program('1.1.0'), of110)).toEqual({ steps: [], finalise: [], oldest: null });
  });

  it('runs first what the one before it has left, its post migrations too', () => {
    expect(namesOf(program('1.2.0'), of110)).toEqual({
      steps: [
        ['0003_drop', true],
        ['0004_table', false],
        ['0005_index', false],
      ],
      finalise: ['0002_column'],
      oldest: '1.1.0',
    });
  });

  it('makes a new database in one go, all but its own post migrations', () => {
    expect(namesOf(program('1.1.0'), []).steps).toEqual([
      ['0001_first', true],
      ['0002_column', false],
    ]);
    expect(namesOf(program('1.2.0'), []).steps.map(([name]) => name)).toEqual(all.map(({ name }) => name));
  });

  it('skips no release, and says which to take first', () => {
    expect(() => planDeploy(program('1.2.0'), of100)).toThrow(
      'the database is of release 1.0.0, and release 1.2.0 would skip one: take release 1.1.0 (commit 222222222222) on it first',
    );
    expect(planDeploy(program('1.2.0'), of100, true).steps).toHaveLength(4);
  });
});

describe('an index that only makes reads faster', () => {
  const index: Migration = {
    name: '0002_index',
    sql: '-- outside a transaction\ncreate index concurrently if not exists thing_n on thing (n)',
  };
  const unique: Migration = { name: '0003_unique', sql: index.sql.replace('create index', 'create unique index') };
  const withIndexes = (version: string): Series => {
    const { releases, migrations } = program(version);
    const others = migrations.filter(({ name }) => !/^000[23]/.test(name));
    return { releases, migrations: inOrder([...others, index, unique], releases) };
  };
  const plan = (series: Series, applied: readonly Applied[]) => {
    const { steps, late } = planDeploy(series, applied);
    return { steps: steps.map(({ migration: { name } }) => name), late: late.map(({ migration: { name }, isFinal }) => [name, isFinal]) };
  };
  const hasUnique: Applied = { ...ahead('0003_unique', '1.1.0', '1.0.0'), sha256: hashOf(unique.sql) };

  it('is left to the servers, unlike a unique one', () => {
    expect(plan(withIndexes('1.1.0'), of100)).toEqual({ steps: ['0003_unique'], late: [['0002_index', false]] });
  });

  it('is part of a new database', () => {
    expect(plan(withIndexes('1.1.0'), [])).toEqual({ steps: ['0001_first', '0002_index', '0003_unique'], late: [] });
  });

  it('holds up neither the next release nor the way back', () => {
    expect(plan(withIndexes('1.2.0'), [...of100, hasUnique])).toEqual({
      steps: ['0004_table', '0005_index'],
      late: [['0002_index', true]],
    });
    const gone = [...of100, hasUnique, ahead('0004_table', '1.2.0', '1.1.0'), ahead('0005_index', '1.2.0', '1.1.0')];
    expect(plan(withIndexes('1.1.0'), gone)).toEqual({ steps: [], late: [] });
  });

  it('is built by migrate --post where nobody has', () => {
    const { steps } = planPost(withIndexes('1.1.0'), [...of100, hasUnique]);
    expect(steps.map(({ migration: { name } }) => name)).toEqual(['0002_index']);
  });
});

describe('a server of the release before', () => {
  it('starts on a schema that is one release ahead', () => {
    expect(namesOf(program('1.0.0'), of110)).toEqual({ steps: [], finalise: [], oldest: null });
    expect(namesOf(program('1.1.0'), of120)).toEqual({ steps: [], finalise: [], oldest: null });
  });

  it('is refused once post has run, and by a schema that is two releases ahead', () => {
    expect(() => planDeploy(program('1.0.0'), of110Post)).toThrow(
      /newer than this program: it has migration 0002_column, and release 1\.1\.0 has been made final .* 1\.0\.0 cannot serve it any more/,
    );
    expect(() => planDeploy(program('1.0.0'), [...of100, ahead('0004_table', '1.2.0', '1.1.0')])).toThrow(
      /it has migration 0004_table of release 1\.2\.0, which follows 1\.1\.0 and not 1\.0\.0: start 1\.1\.0 or 1\.2\.0/,
    );
  });
});

describe('migrate --post', () => {
  it('takes away what the release before needed, and ends the way back', () => {
    const { steps, finalise, oldest } = planPost(program('1.1.0'), of110);
    expect([steps.map(({ migration: { name } }) => name), finalise, oldest?.version]).toEqual([['0003_drop'], ['0002_column'], '1.1.0']);
    expect(planPost(program('1.1.0'), of110Post)).toMatchObject({ steps: [], finalise: [] });
  });

  it('is refused before the deploy, and after that of the next release', () => {
    expect(() => planPost(program('1.1.0'), of100)).toThrow('release 1.1.0 is not deployed on this database yet (it lacks 0002_column)');
    expect(() => planPost(program('1.1.0'), of120)).toThrow('release 1.2.0 has gone ahead on this database');
  });
});

it('refuses another text of an applied migration, final or not', () => {
  const edited = (applied: Applied): Applied => ({ ...applied, sha256: hashOf('other') });
  expect(() => planDeploy(program('1.1.0'), [...of100, edited(ahead('0002_column', '1.1.0', '1.0.0'))])).toThrow(
    'migration 0002_column was applied with another text',
  );
});

it('orders versions by number', () => {
  const versions = ['1.0.0', '1.0.10', '1.2.0', '1.10.0', '10.0.0'];
  expect(versions.toSorted((a, b) => versionCode(a) - versionCode(b))).toEqual(versions);
  expect(() => versionCode('1.0')).toThrow('is no version');
});
