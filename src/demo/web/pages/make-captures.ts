import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { capturePage } from '../../../server/business/captures/browser/capture-page.ts';
import { readNtp } from '../../../server/platform/runtime/ntp.ts';
import { readConfig } from '../../../server/platform/runtime/config.ts';
import { findChromium } from '../../../server/platform/media/chromium.ts';
import type { CapturedPageFixture } from '../captured-pages.ts';
import { demoClock } from '../../data/clock.ts';
import { captureSubjects, demoCaptures, type DemoCapture } from '../../data/captures.ts';
import { serveDemoPages } from './site.ts';
import { demoUsers } from '../../data/users.ts';

/**
 * Captures the pages of the demo with the product's own capture program, and writes the results into `folder`, one file per capture. The
 * pages are served on loopback, port 80, to which their names resolve; checks, browser and clock are the real ones.
 */
export async function makeCaptures(folder: string, log: (line: string) => void): Promise<void> {
  const chromiumPath = await findChromium(process.env['CHROMIUM_PATH']);
  if (chromiumPath === null) throw new Error('No Chromium or Chrome found.');
  const site = await serveDemoPages(captureSubjects, 80);
  const root = await mkdtemp(join(tmpdir(), 'notary-demo-captures-'));
  try {
    await rm(folder, { recursive: true, force: true });
    await writeFile(join(root, 'hosts'), '127.0.0.1 localhost\n');
    // Numbers and addresses do not depend on the day.
    const clock = demoClock(new Date());
    for (const { number, url, status } of demoCaptures(demoUsers(clock), clock)) {
      if (status !== 'succeeded') continue;
      const page = await captureOne(url, await mkdtemp(join(root, 'job-')), { chromiumPath, hostsFile: join(root, 'hosts') });
      const subfolder = join(folder, number.slice(0, 1));
      await mkdir(subfolder, { recursive: true });
      await writeFile(join(subfolder, `${number}.json`), `${JSON.stringify(page)}\n`);
      log(`${url} ${page.begunAt}`);
    }
  } finally {
    site.close();
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function captureOne(
  url: DemoCapture['url'],
  folder: string,
  { chromiumPath, hostsFile }: { chromiumPath: string; hostsFile: string },
): Promise<CapturedPageFixture> {
  const { captures: limits } = readConfig({ CAPTURE_ALLOW_PRIVATE: '1' });
  const environmentSources = {
    hostsFile,
    routeFile: '/proc/net/route',
    environment: process.env,
    databaseTime: async () => new Date(),
    ownHosts: [],
    ntp: readNtp,
  };
  const ask = async () => ({ addresses: ['127.0.0.1'], from: '演示网页服务（本机）' });
  const { begunAt, endedAt, files } = await capturePage(
    url,
    { folder, chromiumPath, limits, environmentSources, ask },
    new AbortController().signal,
  );
  return {
    url,
    begunAt: begunAt.toISOString(),
    endedAt: endedAt.toISOString(),
    files: await Promise.all(
      files.map(async ({ name, role, mediaType, path }) => ({
        name,
        role,
        mediaType,
        deflated: deflateRawSync(await readFile(path), { level: 9 }).toString('base64'),
      })),
    ),
  };
}
