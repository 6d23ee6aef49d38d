import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from './launch.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notary-launch-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('switches off what Playwright does, and more: the browser hears the last of such switches alone', async () => {
  const program = join(folder, 'browser');
  await writeFile(program, `#!/bin/sh\nprintf '%s\\n' "$@" > "${folder}/switches"\nexit 1\n`, { mode: 0o755 });
  await expect(
    launchBrowser(program, join(folder, 'profile'), { proxy: 'http://127.0.0.1:9', device: 'desktop', version: '', downloads: null }),
  ).rejects.toThrow(/closed|exit/i);
  const switches = (await readFile(join(folder, 'switches'), 'utf8')).split('\n').filter((line) => line.startsWith('--disable-features='));
  const [playwrights = [], ours = []] = switches.map((line) => line.slice('--disable-features='.length).split(','));
  expect(switches).toHaveLength(2);
  expect(playwrights.length).toBeGreaterThan(5);
  expect(ours).toEqual(expect.arrayContaining(playwrights));
});
