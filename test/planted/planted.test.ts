import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../simulate/environment/faults.ts';

const root = join(import.meta.dirname, '../..');
const patches = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.patch'));

/** Before its first file a patch says in a line what is wrong, and how it is looked for. */
function headOf(name: string): string[] {
  const [head = ''] = readFileSync(join(import.meta.dirname, name), 'utf8').split(/^--- /m);
  return head.trim().split('\n');
}

describe('the planted bugs', () => {
  it.each(patches)('%s is applied to the sources as they are, and says what it does', (name) => {
    execFileSync('git', ['apply', '--check', join(import.meta.dirname, name)], { cwd: root });
    const [summary, ...how] = headOf(name);
    expect(summary).toMatch(/^[A-Z].{20,}\.$/);
    for (const line of how) {
      const [, word, value = ''] = /^(Faults|Test): (.+)$/.exec(line) ?? [];
      expect(word, line).toBeDefined();
      if (word === 'Faults') expect(faultsOf(value)).not.toEqual([]);
      else expect(existsSync(join(root, value))).toBe(true);
    }
  });
});
