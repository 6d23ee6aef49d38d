import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const server = join(import.meta.dirname, '../../src/server');

/** Resources without calls of their own. Every other one is a feature. */
const withoutFeature = ['acceptors', 'events', 'payments'];
const rooms = readdirSync(server, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name: door }) => readdirSync(join(server, door)).map((name) => ({ name, folder: join(server, door, name) })));
const resources = rooms.filter(({ name, folder }) => withoutFeature.includes(name) || existsSync(join(folder, 'feature.ts')));
const files = resources.flatMap(({ name: resource, folder }) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => ({ path: `${resource}/${name}`, source: readFileSync(join(folder, name), 'utf8') })),
);
const isStore = ({ path }: { readonly path: string }): boolean => /[/-]store\.ts$/.test(path);

const locksOrChanges = [
  // Methods of Kysely.
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto|for(?:NoKey)?Update|for(?:Key)?Share|skipLocked)\(/,
  // Statements in SQL text.
  /^\s*(?:insert into|delete from|update \w+(?: \w+)? set)\b/m,
  /[`'](?:insert into|delete from|update) /,
  /\bfor (?:no key )?update\b/,
  /\bpg_(?:try_)?advisory/,
  // Functions of the database that write.
  /\b(?:hold_points|keep_orders)\(/,
];

it('locks and changes rows of a resource in its stores alone', () => {
  expect(files.filter((file) => !isStore(file) && locksOrChanges.some((words) => words.test(file.source))).map(({ path }) => path)).toEqual(
    [],
  );
});

it('writes the order of locks at the head of each store, once', () => {
  const stores = files.filter(isStore);
  expect(new Set(stores.map(({ path }) => path.split('/')[0]))).toEqual(
    new Set([
      'acceptors',
      'accounts',
      'call-records',
      'captures',
      'clients',
      'drafts',
      'erasures',
      'events',
      'evidence',
      'feedback',
      'hints',
      'invoices',
      'messages',
      'notarizations',
      'notes',
      'office-credentials',
      'orders',
      'payments',
      'points',
      'presence',
      'recordings',
      'releases',
      'sandbox',
      'session',
      'sharing',
      'signed',
      'single-sign-on',
      'trail',
      'users',
      'views',
      'webhooks',
      'witnesses',
    ]),
  );
  const wrong = stores.filter(({ source }) => source.slice(0, source.indexOf('export ')).split('// Order of locks: ').length !== 2);
  expect(wrong.map(({ path }) => path)).toEqual([]);
});
