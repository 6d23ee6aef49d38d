import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../server/platform/runtime/config.ts';
import { commands, helpOn, runCommand, usageOf } from './admin-commands.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-commands-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('on a DATA_DIR that was mistyped', () => {
  it.each(commands.map((command) => [command.name, command] as const))('%s fails and makes no installation', async (name, command) => {
    const config = readConfig({ DATA_DIR: join(folder, name.replaceAll(' ', '-'), 'data') });
    const said = await runCommand(command, [], config).then(
      ({ failed, text }) => (failed ? text : `went on: ${text}`),
      (error: unknown) => String(error),
    );
    expect(said).toMatch('runStandalone' in command && name !== 'doctor' ? /Error: / : `No data in ${config.dataDir}. Set DATA_DIR`);
    expect(existsSync(config.dataDir)).toBe(false);
  });
});

describe('help', () => {
  const usage = (test: (name: string) => boolean) => usageOf(commands.filter(({ name }) => test(name)));
  it.each(commands.map((command) => [command.name, command] as const))('is given for %s, and nothing is done', (name, command) => {
    const [, , line = ''] = usageOf([command]).split('\n');
    for (const words of [`${name} --help`, `${name} -h`, `help ${name}`, `--help ${name}`, `${name} --json --help`]) {
      const lines = helpOn(words.split(' '))?.split('\n') ?? [];
      expect(lines).toContain(line);
      // Also of a command whose name goes on, as `backup` and `backup --verify`.
      expect(lines.length).toBeLessThan(6);
    }
  });
  it('is given for a group, and for all', () => {
    expect(helpOn(['client', '--help'])).toBe(usage((name) => name.startsWith('client ')));
    expect(helpOn(['help', 'client'])).toBe(usage((name) => name.startsWith('client ')));
    for (const words of [['--help'], ['-h'], ['help'], ['nothing', '--help']]) expect(helpOn(words)).toBe(usageOf(commands));
  });
  it('is not given where it was not asked for', () => {
    for (const words of [[], ['client', 'create'], ['client', 'create', '--name', 'help'], ['client', 'list', '--json']])
      expect(helpOn(words)).toBeNull();
  });
});
