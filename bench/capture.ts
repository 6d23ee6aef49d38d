import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { archiveKeyId } from '../src/domain/proof/web-archive/archive-digest.ts';
import type { BeginArchiving } from '../src/server/business/captures/archive/archiving.ts';
import { pageArchiver } from '../src/server/business/captures/replay/archive-page.ts';
import { readNtp } from '../src/server/platform/runtime/ntp.ts';
import { capturePage } from '../src/server/business/captures/browser/capture-page.ts';
import { readConfig } from '../src/server/platform/runtime/config.ts';
import { findChromium } from '../src/server/platform/media/chromium.ts';

/**
 * Measures a capture against a browser that opens the same page and takes the same picture, the additional cost of its archive and replay,
 * and the mutual slowdown of two concurrent captures.
 * The page has 2 MB on loopback: HTML, a style sheet, 18 incompressible pictures. Limits: 2 times, 1.3 times, 1.6 times.
 */
const rounds = 5;
const picture = noise();
const style = `body { font: 16px sans-serif; margin: 40px } img { margin: 4px }\n${'/* rules */\n'.repeat(3000)}`;
const figure = (at: number) => `<p>${'some words '.repeat(60)}</p><img src="/${at}.bmp" width="160" height="220">`;
const html =
  '<!doctype html><html><head><title>page</title><link rel="stylesheet" href="/style.css"></head>' +
  `<body><h1>A page</h1>${Array.from({ length: 18 }, (_, at) => figure(at)).join('')}</body></html>`;
const site = createServer((request, response) => {
  if (request.url === '/') return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  if (request.url === '/style.css') return void response.writeHead(200, { 'content-type': 'text/css' }).end(style);
  response.writeHead(200, { 'content-type': 'image/bmp' }).end(picture);
}).listen(0, '127.0.0.1');
await once(site, 'listening');
const place = site.address();
const url = `http://127.0.0.1:${typeof place === 'object' && place ? place.port : 0}/`;
const root = await mkdtemp(join(tmpdir(), 'bench-capture-'));
const chromiumPath = (await findChromium(process.env['CHROMIUM_PATH'])) ?? '';
const { captures: limits } = readConfig({ CAPTURE_ALLOW_PRIVATE: '1' });
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const spki = publicKey.export({ type: 'spki', format: 'der' });
const key = {
  publicKey: spki,
  sha256: archiveKeyId(spki),
  sign: (text: Uint8Array) => sign('sha256', text, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
};
const archiver = pageArchiver({ openKey: async () => key, alarm: (line) => console.error(line) });
await writeFile(join(root, 'hosts'), '127.0.0.1 localhost\n');

await timed(() => captured()); // A worker hashes the browser's file only once.
const [bare, plain, alone] = await medians(
  bareBrowser,
  () => captured(null),
  () => captured(),
);
const both = await median(() => Promise.all([captured(), captured()]));
const overhead = plain / bare;
const archive = alone / plain;
const slowing = both / alone;
console.log(`a page of ${((html.length + style.length + 18 * picture.length) / 1e6).toFixed(1)} MB, median of ${rounds}`);
console.log(`browser, page and picture alone  ${bare.toFixed(0)} ms`);
console.log(`capture without its archive      ${plain.toFixed(0)} ms  ${overhead.toFixed(2)} times (limit 2)`);
console.log(`capture                          ${alone.toFixed(0)} ms  ${archive.toFixed(2)} times that (limit 1.3)`);
console.log(`two captures at once             ${both.toFixed(0)} ms  ${slowing.toFixed(2)} times one (limit 1.6)`);
site.closeAllConnections();
site.close();
await rm(root, { recursive: true, force: true, maxRetries: 5 });
if (overhead > 2 || archive > 1.3 || slowing > 1.6) process.exitCode = 1;

async function bareBrowser(): Promise<void> {
  const profile = await mkdtemp(join(root, 'bare-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    headless: true,
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu'],
    viewport: { width: 1366, height: 900 },
  });
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(url, { waitUntil: 'load' });
  await page.screenshot({ fullPage: true });
  await context.close();
}

async function captured(archiving: BeginArchiving | null = archiver): Promise<void> {
  const folder = await mkdtemp(join(root, 'job-'));
  const environmentSources = {
    hostsFile: join(root, 'hosts'),
    routeFile: '/proc/net/route',
    environment: {},
    databaseTime: async () => new Date(),
    ownHosts: [],
    ntp: readNtp,
  };
  await capturePage(url, { folder, chromiumPath, limits, environmentSources, archiving }, new AbortController().signal);
}

/** Runs the rounds of several works alternately, so that other load of the machine affects all alike. */
async function medians(...works: readonly (() => Promise<unknown>)[]): Promise<[number, number, number]> {
  const times: number[][] = works.map(() => []);
  for (let round = 0; round < rounds; round += 1) for (const [at, work] of works.entries()) times[at]?.push(await timed(work));
  const [one = 0, two = 0, three = 0] = times.map((of) => of.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0);
  return [one, two, three];
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timed(work));
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** A bitmap of 160 by 220 pixels of noise, about 106 kB. */
function noise(): Buffer {
  const [width, height] = [160, 220];
  const pixels = randomBytes(width * height * 3);
  const head = Buffer.alloc(54);
  head.write('BM', 0, 'latin1');
  head.writeUInt32LE(54 + pixels.length, 2);
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  head.writeUInt32LE(pixels.length, 34);
  return Buffer.concat([head, pixels]);
}
