import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it.each(['prepare.mjs', 'lock.mjs', 'run.mjs'])('%s leaves the output of a command to the command: programs read its JSON', (name) => {
  expect(readFileSync(join(import.meta.dirname, '../..', 'scripts', name), 'utf8')).not.toMatch(
    /console\.(?:log|info|debug)|process\.stdout/,
  );
});
