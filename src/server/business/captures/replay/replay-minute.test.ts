import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { testArchiver } from '../../../../../test/installation/factories/page-archiver.ts';
import { readConfig } from '../../../platform/runtime/config.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replay-minute-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

it('a replay lasts a minute at most where nothing else is set', async () => {
  const path = join(folder, 'original-4.warc.gz');
  await writeFile(path, '');
  const warc = { path, index: [], sha256: createHash('sha256').digest('hex'), sizeBytes: 0 };
  const limits = readConfig({}).captures;
  const { signal } = new AbortController();
  const archiving = testArchiver().archiving({
    folder,
    begunAt: new Date(),
    device: 'desktop',
    limits,
    note: () => undefined,
    signal,
    isTooLarge: () => false,
  });
  // A browser that never opens a second context.
  const silent = { browser: () => ({ version: () => '1.0', newContext: () => new Promise(() => undefined) }) };
  archiving.prepare(silent as unknown as BrowserContext);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isOver = false;
  const made = archiving
    .finish({ warc, url: 'https://a.org/', title: '', picture: Buffer.alloc(1), unanswered: new Map(), unarchived: new Set() })
    .finally(() => (isOver = true));
  // The key is had; vi.waitUntil would let time pass.
  await setImmediate();
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect((await made)?.replay).toEqual({ consistency: null, reasons: [{ kind: 'failed', names: [], count: 0 }] });
});
