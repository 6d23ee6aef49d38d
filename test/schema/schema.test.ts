import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { migrations } from '../../src/server/platform/db/migrate.ts';
import { testDatabase } from '../installation/database.ts';
import { readCatalog, type Catalog } from './catalog.ts';
import { databaseDocument } from './database-document.ts';
import { tableTypes } from './table-types.ts';

const root = join(import.meta.dirname, '../..');
const installation = testDatabase();
let catalog: Catalog;
beforeAll(async () => void (catalog = await readCatalog(installation.pool)));

it('is what the types of the tables say, column by column (npm run schema writes them)', async () => {
  await expect(tableTypes(catalog, migrations)).toMatchFileSnapshot(join(root, 'src/server/platform/db/tables.ts'));
});

it('is what docs/database.md says (npm run schema writes it)', async () => {
  await expect(databaseDocument(catalog, migrations)).toMatchFileSnapshot(join(root, 'docs/database.md'));
});

it('has no trigger whose name the migrations do not hold', () => {
  const text = migrations.map(({ sql }) => sql).join('\n');
  const names = catalog.tables.flatMap(({ triggers }) => triggers.map(({ name }) => name));
  expect(names.length).toBeGreaterThan(80);
  // The triggers of a list are named in a comment beside its declaration, after the first only by their endings.
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});

it('defines each function once', () => {
  const text = migrations.map(({ sql }) => sql).join('\n');
  const defined = [...text.matchAll(/^create (?:or replace )?function (\w+)/gm)].map((match) => match[1] ?? '');
  expect(defined.filter((name, at) => defined.indexOf(name) !== at)).toEqual([]);
});
