import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { testArchiver } from '../../../../../test/installation/factories/page-archiver.ts';
import { pageCaptures } from '../../../../../test/installation/factories/page-captures.ts';
import { kindsOfPages, pagesThatChange } from '../../../../../test/installation/servers/kinds-of-pages.ts';
import { page, webSite } from '../../../../../test/installation/servers/web-site.ts';
import { verifyDigest } from '../../../../domain/proof/web-archive/archive-digest.ts';
import { archivePaths } from '../../../../domain/proof/web-archive/archive-names.ts';
import { replayFactsIn, replayFloor } from '../../../../domain/proof/web-archive/replay-facts.ts';
import { readExactZip } from '../../../../domain/kit/zip/exact-zip.ts';
import { entryBytes } from '../../../platform/zip/zip-content.ts';
import { withZipFile } from '../../../platform/zip/zip-file.ts';
import type { BeginArchiving } from '../archive/archiving.ts';

const site = webSite();
const kinds = kindsOfPages(site);
const changing = pagesThatChange(site);
const { capture } = pageCaptures();
const { archiving, key, alarms } = testArchiver();

async function archived(path: string, by = archiving) {
  const { captured, events, folder, read } = await capture(`${site.origin}${path}`, { archiving: by });
  return { captured, events, folder, read, facts: replayFactsIn((await read('capture-log.jsonl')).toString()) };
}

describe('a page that is replayed from its archive alone', () => {
  it('shows the same as the original, whatever kind it is of', async () => {
    expect(Object.keys(kinds).length).toBeGreaterThanOrEqual(20);
    const found: Record<string, unknown> = {};
    for (const [name, path] of Object.entries(kinds)) {
      const { captured, facts, events } = await archived(path);
      expect(captured.archive?.replay).toEqual(facts);
      const [event] = events('replay');
      if ((facts?.consistency ?? 0) < replayFloor) found[name] = event;
    }
    expect(found).toEqual({});
    expect(alarms).toEqual([]);
  });

  it.each(Object.entries(changing))('that cannot look the same says why: %s', async (reason, path) => {
    const { facts } = await archived(path);
    expect(facts?.consistency).toBeLessThan(replayFloor);
    expect(facts?.reasons).toMatchObject([{ kind: reason }]);
  });

  it('asks nobody for anything', async () => {
    const askedBy = async (work: () => Promise<unknown>) => {
      const before = site.asked.length;
      await work();
      return site.asked.slice(before).toSorted();
    };
    const path = kinds['嵌套框架'] ?? '';
    const alone = await askedBy(() => capture(`${site.origin}${path}`));
    const replayed = await askedBy(async () => {
      const { events } = await archived(path);
      expect(events('replay')).toMatchObject([{ consistency: 1, refused: [] }]);
    });
    expect(replayed).toEqual(alone);
  });
});

describe('a replay in the browser that captured', () => {
  it('finds nothing that the captured page left behind, and none of its windows', async () => {
    site.on('/k/traces', page(traces));
    const { facts, read } = await archived('/k/traces');
    expect((await read('original-2.html')).toString()).toContain('没有痕迹');
    expect(facts).toEqual({ consistency: 1, reasons: [] });
  });

  it('begins once the page is closed and the way out is shut', async () => {
    const open: string[] = [];
    const watching: BeginArchiving = (place) => {
      const inner = archiving(place);
      let capturing: BrowserContext | null = null;
      return {
        ...inner,
        prepare(context) {
          capturing = context;
          inner.prepare(context);
        },
        async finish(archivable) {
          open.push(...(capturing?.pages() ?? []).map((left) => left.url()));
          const probe = await capturing?.newPage();
          await probe?.goto(`${site.origin}/k/plain`).then(
            () => open.push('the way out'),
            () => undefined,
          );
          await probe?.close();
          return inner.finish(archivable);
        },
      };
    };
    expect((await archived('/k/plain', watching)).facts?.consistency).toBe(1);
    expect(open).toEqual([]);
  });
});

/** Looks for traces of an earlier visit, leaves its own, and then answers other windows. */
const traces = `<main></main><script>(async () => {
  const found = [];
  const heard = new BroadcastChannel('traces');
  const windows = new Promise((resolve) => { heard.onmessage = () => resolve('window'); setTimeout(resolve, 150); });
  heard.postMessage('who is there');
  if (document.cookie.includes('left=')) found.push('cookie');
  if (localStorage.getItem('left')) found.push('storage');
  if ((await indexedDB.databases()).length > 0) found.push('database');
  if (await caches.has('left')) found.push('cache');
  const window = await windows;
  if (window) found.push(window);
  document.cookie = 'left=1; max-age=9999';
  localStorage.setItem('left', '1');
  indexedDB.open('left');
  await caches.open('left');
  heard.onmessage = () => heard.postMessage('here');
  document.querySelector('main').innerHTML = ('<h1>' + (found.length ? '痕迹 ' + found : '没有痕迹') + '</h1>').repeat(6);
})()</script>`;

describe('its archive', () => {
  it('is signed with the given key, and the log says so', async () => {
    const { captured, folder, events, read } = await archived('/k/plain');
    expect(captured.files.map(({ name }) => name)).toContain('capture.wacz');
    expect(events('archive')).toMatchObject([{ name: 'capture.wacz', publicKeySha256: key.sha256 }]);
    const files = await withZipFile(join(folder, 'capture.wacz'), async (source) => {
      const entries = await readExactZip(source);
      expect(entries.every(({ method }) => method === 'stored')).toBe(true);
      return new Map(await Promise.all(entries.map(async (entry) => [entry.name, (await entryBytes(source, entry)).value] as const)));
    });
    expect([...files.keys()].toSorted()).toEqual(Object.values(archivePaths).toSorted());
    const digest = files.get(archivePaths.digest) ?? Buffer.alloc(0);
    expect(captured.archive?.digest.equals(digest)).toBe(true);
    expect(verifyDigest(digest, files.get(archivePaths.datapackage) ?? Buffer.alloc(0))).toMatchObject({ ok: true });
    expect(files.get(archivePaths.traffic)?.equals(await read('original-4.warc.gz'))).toBe(true);
  });

  it('is none where the key cannot be had, and the capture stands all the same', async () => {
    const { archiving: without, alarms: raised } = testArchiver({ openKey: () => Promise.reject(new Error('sealed')) });
    const { captured, facts } = await archived('/k/plain', without);
    expect([captured.archive, facts]).toEqual([null, null]);
    expect(captured.files.map(({ name }) => name)).not.toContain('capture.wacz');
    expect(raised).toEqual(['A capture has no web archive: sealed']);
  });

  it('says that the replay did not come to its end where it took too long', async () => {
    const { facts, captured } = await archived('/k/plain', testArchiver({ replayMs: 1 }).archiving);
    expect(facts).toEqual({ consistency: null, reasons: [{ kind: 'failed', names: [], count: 0 }] });
    expect(captured.files.map(({ name }) => name)).toContain('capture.wacz');
  });
});
