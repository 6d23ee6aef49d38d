import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { publishedKeysPath } from '../../contract/open/published-keys.ts';
import { program } from './program.ts';
import { bar } from './progress.ts';
import { readSettings } from './settings.ts';
import { resolveOwner } from './owner.ts';

let folder = '';
let path = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-settings-'));
  path = join(folder, 'config.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const stored = { baseUrl: 'https://notary.example', appId: 'a', securityKey: 'k', userId: '7' };
const store = (text: string, mode = 0o600) => writeFile(path, text, { mode });

it('takes the environment before the file', async () => {
  await store(JSON.stringify(stored));
  expect(await readSettings({}, path)).toEqual(stored);
  expect(await readSettings({ NOTARY_APP_ID: 'b', NOTARY_USER_ID: '' }, path)).toEqual({ ...stored, appId: 'b' });
});

it('needs no file where the environment has all', async () => {
  const environment = { NOTARY_BASE_URL: 'https://x.example', NOTARY_APP_ID: 'a', NOTARY_SECURITY_KEY: 'k' };
  expect(await readSettings(environment, path)).toMatchObject({ baseUrl: 'https://x.example', userId: undefined });
});

it.each([0o640, 0o604, 0o620, 0o601])('refuses a file of mode %o: it holds a key', async (mode) => {
  await store(JSON.stringify(stored));
  await chmod(path, mode);
  await expect(readSettings({}, path)).rejects.toThrow(`chmod 600 ${path}`);
});

it.each([
  ['no JSON', '{', 'is no JSON'],
  ['a list', '[]', 'is no JSON object'],
  ['an unknown setting', '{ "baseurl": "x" }', 'baseurl is not one of'],
  ['a number', '{ "userId": 7 }', 'userId is not one of'],
  ['no key', '{ "baseUrl": "https://x.example", "appId": "a" }', 'set NOTARY_SECURITY_KEY, or securityKey'],
])('says what is wrong with %s', async (_what, text, message) => {
  await store(text);
  await expect(readSettings({}, path)).rejects.toThrow(message);
});

it('ends with 4 and the usage of a command that is wrong, in JSON where that is asked for', async () => {
  const run = async (...words: string[]) => {
    const [out, errors]: [string[], string[]] = [[], []];
    const code = await program(words, {
      environment: {},
      settingsPath: path,
      out: (line) => out.push(line),
      error: (line) => errors.push(line),
      draw: null,
      signal: new AbortController().signal,
    });
    return { code, out: out.join('\n'), error: errors.join('\n') };
  };
  expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('listen --forward URL') as string });
  expect(await run('frobnicate')).toMatchObject({ code: 4, out: '' });
  expect(await run('status')).toEqual({
    code: 4,
    out: '',
    error: 'usage: notary status takes one argument: NUMBER\nusage: notary status NUMBER',
  });
  expect(await run('put', 'a', 'b')).toMatchObject({
    error: expect.stringMatching(/^usage: notary put takes one argument: FILE\n/) as string,
  });
  expect(await run('events', 'a')).toMatchObject({ error: expect.stringMatching(/^usage: notary events takes no arguments\n/) as string });
  // Another setting does not mend the command line, so its usage is not shown.
  expect((await run('status', 'N')).error).toBe(`settings: baseUrl is missing: set NOTARY_BASE_URL, or baseUrl in ${path}`);
  expect(await run('status', 'N', '--nope')).toMatchObject({ code: 4 });
  const { code, error } = await run('status', 'N', '--json');
  expect({ code, error: JSON.parse(error) as unknown }).toEqual({
    code: 4,
    error: { error: { code: 'settings', message: expect.stringContaining('NOTARY_BASE_URL') as string } },
  });
});

it('needs an address and no account for the keys that an office publishes', async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url }, reply) => {
    asked.push(url);
    reply.writeHead(404).end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const errors: string[] = [];
  const io = { settingsPath: path, out: () => undefined, error: (line: string) => errors.push(line), draw: null };
  const environment = { NOTARY_BASE_URL: `http://127.0.0.1:${port}` };
  await program(['verify', path, '--published'], { ...io, environment, signal: new AbortController().signal });
  server.close();
  expect(asked).toEqual([publishedKeysPath]);
  expect(errors.join('\n')).not.toMatch(/settings|appId/);
});

it('ends with 130 where it is told to end before it is done, and with 0 where it has no end of its own', async () => {
  const environment = { NOTARY_BASE_URL: 'http://127.0.0.1:1', NOTARY_APP_ID: 'a', NOTARY_SECURITY_KEY: 'k' };
  const io = { environment, settingsPath: path, out: () => undefined, error: () => undefined, draw: null, signal: AbortSignal.abort() };
  expect(await program(['status', 'N'], io)).toBe(130);
  expect(await program(['events', '--follow'], io)).toBe(0);
});

it('acts for the user that is named, then for that of the settings, then for the enterprise that calls', async () => {
  const me = (user_id: string | null) => ({ getMe: async () => ({ app_id: 'a', kind: 'enterprise' as const, user_id, name: '甲' }) });
  expect(await resolveOwner(me('1'), { userId: '2' }, '3')).toBe('3');
  expect(await resolveOwner(me('1'), { userId: '2' }, undefined)).toBe('2');
  expect(await resolveOwner(me('1'), { userId: undefined }, undefined)).toBe('1');
  await expect(resolveOwner(me(null), { userId: undefined }, undefined)).rejects.toThrow('--user ID');
});

it('draws a bar', () => {
  expect(bar('film.mp4', 960_000_000, 2_000_000_000, 12)).toBe(
    `\r\u{1b}[Kfilm.mp4  [${'#'.repeat(14)}${' '.repeat(16)}] 48 %  960 of 2000 MB  80 MB/s`,
  );
});
