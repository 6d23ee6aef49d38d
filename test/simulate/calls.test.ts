import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contract } from '../../src/contract/console/index.ts';
import { intakeCalls, unsignedCalls } from '../../src/contract/open/index.ts';

const root = join(import.meta.dirname, '../..');
const sources = ['commands', 'end', 'play']
  .flatMap((folder) =>
    readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((path) => path.endsWith('.ts'))
  .map((path) => join(import.meta.dirname, path))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');
const calls: Record<string, { readonly path: string }> = { ...contract, ...intakeCalls, ...unsignedCalls };

/** By its name; a download by its path. */
const isMade = (name: string, path: string): boolean =>
  [`'${name}'`, `'${path}?`, `\`${path}?`, `'${path}'`].some((text) => sources.includes(text));

it('makes every call but those that the documentation names', () => {
  const page = readFileSync(join(root, 'docs/testing-simulator.md'), 'utf8');
  const [, section = ''] = page.split('## Calls that are never made\n');
  const documented = [...(section.split('\n## ')[0] ?? '').matchAll(/`(\w+)`/g)].map((match) => match[1] ?? '');
  const missing = Object.entries(calls)
    .filter(([name, { path }]) => !isMade(name, path))
    .map(([name]) => name);
  expect(documented.toSorted()).toEqual(missing.toSorted());
});
