import { createReadStream, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { featuresOff } from '../../../src/server/business/captures/browser/launch.ts';
import { findChromium } from '../../../src/server/platform/media/chromium.ts';

/** What ReplayWeb.page reported about an archive that it opened and replayed. */
export interface PlayedArchive {
  /** Text of the replayed page. */
  readonly text: string;
  readonly title: string;
  /** Number of its pictures that loaded. */
  readonly pictures: number;
  readonly valid: number;
  readonly invalid: number;
  /** Files and records by name, and whether their hashes match. */
  readonly hashes: Readonly<Record<string, boolean>>;
  /** The rows of the engine's own database. */
  readonly rows: readonly PlayedHash[];
}
export interface PlayedHash {
  readonly id: string;
  readonly expected: string;
  readonly matched: boolean;
}

const engine = join(import.meta.dirname, '../../../node_modules/replaywebpage/sw.js');

/** ReplayWeb.page on loopback in a Chromium: its engine opens an archive by its address and reads it in ranges, as its web site does. */
export async function startPlayer() {
  const archives = new Map<string, string>();
  const ranges: string[] = [];
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy())).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = server.address();
  const origin = `http://127.0.0.1:${typeof place === 'object' && place ? place.port : 0}`;
  const browser = await chromium.launch({
    executablePath: (await findChromium(process.env['CHROMIUM_PATH'])) ?? '',
    args: [featuresOff, '--disable-gpu', '--no-first-run', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (path === '/sw.js') return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(await readFile(engine));
    const archive = archives.get(path);
    if (archive === undefined)
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>player</title>');
    const size = statSync(archive).size;
    const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const start = from === '' ? Math.max(0, size - Number(to)) : Number(from ?? 0);
    const end = from === '' || to === '' || to === undefined ? size - 1 : Math.min(Number(to), size - 1);
    const head = { 'accept-ranges': 'bytes', 'content-type': 'application/wacz', 'content-length': end - start + 1 };
    if (from === undefined) response.writeHead(200, head);
    else response.writeHead(206, { ...head, 'content-range': `bytes ${start}-${end}/${size}` });
    if (from !== undefined) ranges.push(request.headers.range ?? '');
    if (request.method === 'HEAD') return void response.end();
    createReadStream(archive, { start, end }).pipe(response);
  }

  return {
    ranges,
    /** Replays the first page of the archive. */
    async play(archive: string): Promise<PlayedArchive> {
      const path = `/${archives.size}/capture.wacz`;
      archives.set(path, archive);
      return inOwnContext(browser, (page) => playOn(page, origin, `${origin}${path}`));
    },
    async stop(): Promise<void> {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function inOwnContext<Result>(browser: Browser, use: (page: Page) => Promise<Result>): Promise<Result> {
  const context = await browser.newContext();
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}

async function playOn(page: Page, origin: string, archive: string): Promise<PlayedArchive> {
  await page.goto(origin);
  await page.evaluate(openArchive, archive);
  const { pages } = await page.evaluate(knownOf);
  const [first] = pages;
  if (!first) throw new Error('the player found no page');
  await page.evaluate(showPage, `/w/archive/${first.ts.replaceAll(/\D/g, '').slice(0, 14)}mp_/${first.url}`);
  const frame = page.frames().at(-1);
  await frame?.waitForLoadState('load');
  const played = await frame?.evaluate(() => ({
    text: document.body.innerText,
    title: document.title,
    pictures: [...document.images].filter((image) => image.complete && image.naturalWidth > 0).length,
  }));
  const { verify, rows } = await page.evaluate(knownOf);
  const hashes = Object.fromEntries(rows.filter(({ id }) => !signatureRows.has(id)).map(({ id, matched }) => [id, matched]));
  return { text: '', title: '', pictures: 0, ...played, valid: verify.numValid, invalid: verify.numInvalid, hashes, rows };
}

/** Rows about the signature, which are not hashes of files. */
const signatureRows = new Set(['domain', 'created', 'certFingerprint', 'software', 'datapackageHash', 'publicKey', 'signature']);

/** Runs on the player's page: its engine opens the archive, and checks hashes as it reads. */
async function openArchive(sourceUrl: string): Promise<void> {
  await navigator.serviceWorker.register('/sw.js?useHashCheck=1', { scope: '/' });
  const { active } = await navigator.serviceWorker.ready;
  await new Promise<void>((resolve, reject) => {
    navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ msg_type: string; error?: string }>) => {
      if (data.msg_type === 'collAdded') resolve();
      if (data.error) reject(new Error(data.error));
    });
    navigator.serviceWorker.startMessages();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is asked, not a window
    active?.postMessage({ msg_type: 'addColl', name: 'archive', file: { sourceUrl }, extraConfig: {} });
  });
}

/** Runs on the player's page: returns the answer of the engine's API, and its database row of each hash. */
async function knownOf() {
  const reply = await fetch('/w/api/c/archive?all=1');
  const { pages, verify } = (await reply.json()) as {
    pages: { url: string; ts: string }[];
    verify: { numValid: number; numInvalid: number };
  };
  const rows = await new Promise<PlayedHash[]>((resolve, reject) => {
    const opening = indexedDB.open('db:archive');
    opening.addEventListener('error', () => reject(opening.error ?? new Error('no database')));
    opening.addEventListener('success', () => {
      const reading = opening.result.transaction('verification').objectStore('verification').getAll();
      reading.addEventListener('success', () => {
        opening.result.close();
        resolve(reading.result as PlayedHash[]);
      });
    });
  });
  return {
    pages: pages.map(({ url, ts }) => ({ url, ts: String(ts) })),
    verify,
    rows,
  };
}

/** Runs on the player's page. */
function showPage(address: string): Promise<void> {
  const frame = document.createElement('iframe');
  frame.src = address;
  return new Promise((resolve) => {
    frame.addEventListener('load', () => resolve());
    document.body.append(frame);
  });
}
