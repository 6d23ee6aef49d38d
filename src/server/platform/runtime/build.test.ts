import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { migrations } from '../db/migrate.ts';
import { releaseAt, releasesUpTo } from '../db/upgrade/series.ts';
import { versionCode } from '../db/upgrade/version-code.ts';
import { build, buildText } from './build.ts';

const root = join(import.meta.dirname, '../../../..');
const schema = z.array(
  z.strictObject({
    version: z.string().regex(/^\d+\.\d+\.\d+$/),
    date: z.iso.date(),
    commit: z.string().regex(/^[0-9a-f]{40}$/),
    schema: z.int().positive(),
  }),
);
const listed = schema.parse(JSON.parse(readFileSync(join(root, 'ops/releases.json'), 'utf8')));
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');

it('lists releases in order, each with its commit, its last migration, and words in CHANGELOG.md', () => {
  expect(listed.length).toBeGreaterThan(0);
  for (const [at, { version, schema: last }] of listed.entries()) {
    const before = listed[at - 1];
    if (before) expect(versionCode(version)).toBeGreaterThan(versionCode(before.version));
    if (before) expect(last).toBeGreaterThanOrEqual(before.schema);
    expect(changelog).toMatch(new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\]`, 'm'));
  }
});

it('is a version that is newer than the last listed one, with words of its own, as soon as there is a migration more', () => {
  const last = listed.at(-1);
  const isMore = migrations.some(({ name }) => Number.parseInt(name, 10) > (last?.schema ?? 0));
  if (isMore) expect(versionCode(build.version)).toBeGreaterThan(versionCode(last?.version ?? '0.0.0'));
  expect(changelog).toMatch(new RegExp(`^## \\[${build.version.replaceAll('.', '\\.')}\\]`, 'm'));
});

it('runs the post migrations of a release after all others of it', () => {
  const releases = releasesUpTo(build.version);
  const places = migrations.map((migration) => releaseAt(releases, migration) * 2 + (migration.kind === 'post' ? 1 : 0));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

it('says its version, and its commit where it was built from one', () => {
  expect(build).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string, commit: null });
  expect(buildText({ version: '1.2.3', commit: 'f7c2b62c0123' })).toBe('1.2.3 (f7c2b62c0123)');
  expect(buildText({ version: '1.2.3', commit: null })).toBe('1.2.3');
});
