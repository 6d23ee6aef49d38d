import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WARCParser } from 'warcio';
import { afterAll, beforeAll } from 'vitest';
import { capturePage, type CaptureSetting } from '../../../src/server/business/captures/browser/capture-page.ts';
import { findChromium } from '../../../src/server/platform/media/chromium.ts';
import { readConfig } from '../../../src/server/platform/runtime/config.ts';

const { captures: defaults } = readConfig({ CAPTURE_ALLOW_PRIVATE: '1', CAPTURE_NAVIGATION_SECONDS: '60' });
type Change = Partial<Omit<CaptureSetting, 'limits' | 'environmentSources'>> & {
  limits?: Partial<CaptureSetting['limits']>;
  environmentSources?: Partial<CaptureSetting['environmentSources']>;
};

/** Captures pages with a real Chromium into folders of this test. */
export function pageCaptures() {
  const setting = { root: '', chromiumPath: '' };
  beforeAll(async () => {
    setting.root = await mkdtemp(join(tmpdir(), 'notary-pages-'));
    await writeFile(join(setting.root, 'hosts'), '127.0.0.1 localhost\n');
    setting.chromiumPath = (await findChromium(process.env['CHROMIUM_PATH'])) ?? '';
  });
  afterAll(() => rm(setting.root, { recursive: true, force: true, maxRetries: 5 }));

  async function capture(url: string, change: Change = {}) {
    const folder = change.folder ?? (await mkdtemp(join(setting.root, 'job-')));
    const environmentSources = {
      hostsFile: join(setting.root, 'hosts'),
      routeFile: '/proc/net/route',
      environment: {},
      databaseTime: async () => new Date(),
      ownHosts: [],
      ntp: async () => ({ state: 'unknown' as const, source: '', raw: '' }),
      ...change.environmentSources,
    };
    const captured = await capturePage(
      url,
      { folder, chromiumPath: setting.chromiumPath, ...change, limits: { ...defaults, ...change.limits }, environmentSources },
      new AbortController().signal,
    );
    const read = (name: string) => readFile(join(folder, name));
    const log = (await read('capture-log.jsonl'))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown> & { event: string });
    return { captured, read, folder, log, events: (event: string) => log.filter((line) => line.event === event) };
  }

  /** The result: `captured`, or the reason of the failure. */
  const failing = (url: string, change?: Change) =>
    capture(url, change).then(
      () => 'captured',
      (error: Error) => error.message,
    );

  return Object.assign(setting, { capture, failing });
}

interface Replayed {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** The content of a WARC, read with a third-party reader. */
export async function replay(path: string): Promise<Map<string, Replayed>> {
  const found = new Map<string, Replayed>();
  for await (const record of new WARCParser(createReadStream(path))) {
    if (record.warcType !== 'response') continue;
    const body = Buffer.from(await record.readFully(true));
    found.set(record.warcTargetURI ?? '', {
      status: Number(record.httpHeaders?.statusCode),
      headers: Object.fromEntries(record.httpHeaders?.headers ?? []),
      body,
    });
  }
  return found;
}
