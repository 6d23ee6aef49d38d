import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markCode } from '../../src/domain/proof/marks/mark-code.ts';
import { encodeMark, markHash, type Mark } from '../../src/domain/proof/marks/mark.ts';
import type { CaptureNote } from '../../src/domain/proof/web-archive/capture-notes.ts';
import { capturePage, type CapturedPage } from '../../src/server/business/captures/browser/capture-page.ts';
import { readPng } from '../../src/server/business/captures/browser/png-rows.ts';
import { findChromium } from '../../src/server/platform/media/chromium.ts';
import { signCheckpoint } from '../../src/domain/proof/tlog/checkpoint.ts';
import { emptyRoot } from '../../src/domain/proof/tlog/merkle.ts';
import type { MadeMark } from '../../src/server/custody/marks/make-mark.ts';
import { readConfig } from '../../src/server/platform/runtime/config.ts';
import { newLogKey } from '../custody/evidence.ts';
import { canServeSecurely } from './bad-certificates.ts';
import type { CorpusPage } from './content.ts';
import { colourOf } from './colours.ts';
import type { corpusSite } from './site.ts';

/** What a page came to; no faults if it came to what it should. */
export interface Played {
  readonly name: string;
  readonly faults: readonly string[];
  /** Said whole and was not; had all and said otherwise. */
  readonly saidWhole: boolean;
  readonly saidOtherwise: boolean;
  readonly ms: number;
}

const { captures: limits } = readConfig({ CAPTURE_ALLOW_PRIVATE: '1', CAPTURE_NAVIGATION_SECONDS: '20' });

/** Plays pages, `atOnce` at a time, every other one with a time mark. Those behind TLS are left out where the machine lacks their tools. */
export async function playPages(
  site: Awaited<ReturnType<typeof corpusSite>>,
  pages: readonly CorpusPage[],
  { atOnce = 3, tell = () => undefined }: { readonly atOnce?: number; readonly tell?: (played: Played) => void } = {},
): Promise<Played[]> {
  const root = await mkdtemp(join(tmpdir(), 'notary-corpus-'));
  await writeFile(join(root, 'hosts'), '127.0.0.1 localhost\n');
  const chromiumPath = (await findChromium(process.env['CHROMIUM_PATH'])) ?? '';
  const played = pages.filter(({ certificate }) => canServeSecurely || certificate === undefined);
  const waiting = [...played.entries()];
  const done: Played[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, page] = next;
      const isMarked = at % 2 === 0;
      const result = await playOne(site.originOf(page), page, { root, chromiumPath: await site.chromiumFor(page, chromiumPath), isMarked });
      done.push(result);
      tell(result);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  }
  return played.flatMap(({ name }) => done.filter((result) => result.name === name));
}

interface Playing {
  readonly root: string;
  readonly chromiumPath: string;
  /** Whether its pictures and its log show a time mark, as those of a server do. */
  readonly isMarked: boolean;
}

async function playOne(origin: string, page: CorpusPage, { root, chromiumPath, isMarked }: Playing): Promise<Played> {
  const folder = await mkdtemp(join(root, 'job-'));
  const environmentSources = {
    hostsFile: join(root, 'hosts'),
    routeFile: '/proc/net/route',
    environment: {},
    databaseTime: async () => new Date(),
    ownHosts: [],
    ntp: async () => ({ state: 'unknown' as const, source: '', raw: '' }),
  };
  const { accept, device } = page;
  const setting = {
    folder,
    chromiumPath,
    limits,
    environmentSources,
    ...(accept && { accept }),
    ...(device && { device }),
    ...(isMarked && { makeMark: async () => madeMark() }),
  };
  const begun = performance.now();
  const result = await capturePage(`${origin}/${page.name}${page.fragment ?? ''}`, setting, new AbortController().signal).catch(
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const ms = performance.now() - begun;
  const faults = typeof result === 'string' ? failureFaults(page, result) : await resultFaults(page, result);
  const wanted = page.notes ?? [];
  const notes: readonly CaptureNote[] = typeof result === 'string' ? [] : expectable(result.notes, page);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  return {
    name: page.name,
    faults,
    saidWhole: typeof result !== 'string' && notes.length === 0 && (wanted.length > 0 || faults.length > 0),
    saidOtherwise: typeof result !== 'string' && wanted.length === 0 && notes.length > 0,
    ms,
  };
}

const log = newLogKey('corpus.example/log');

/** A mark of a log without cosignatures, timestamps and blocks. */
function madeMark(): MadeMark {
  const mark: Mark = {
    type: 'mark',
    version: 1,
    salt: randomBytes(16).toString('hex'),
    madeAt: new Date().toISOString(),
    checkpoint: signCheckpoint({ size: 0, root: emptyRoot() }, log.key, log.sign),
    cosignatures: [],
    timestampSha256: null,
    block: null,
  };
  const json = encodeMark(mark);
  const hash = markHash(json);
  return { hash, code: markCode(hash), mark, json, checkpointSize: '0', timestampAt: null };
}

function failureFaults({ fails }: CorpusPage, reason: string): string[] {
  return reason === fails ? [] : [`failed: ${reason}`];
}

/** Without what depends on the machine. */
function expectable(notes: readonly CaptureNote[], { mayMove }: CorpusPage): CaptureNote[] {
  return notes.filter(({ code }) => !(mayMove && code === 'moving'));
}

async function resultFaults(page: CorpusPage, { files, notes: all }: CapturedPage): Promise<string[]> {
  const { fails, file, notes = [], colours = [], text } = page;
  const made = expectable(all, page);
  if (fails !== undefined) return [`captured, should have failed: ${fails}`];
  const faults: string[] = [];
  const codes = made.map(({ code }) => code);
  if (String(codes.toSorted()) !== String([...notes].toSorted()))
    faults.push(`notes ${made.map(({ code, text }) => `${code}: ${text}`).join('; ')}`);
  const [main] = files;
  if (file && (main.name !== `original-1${file.ending}` || !file.bytes.equals(await readFile(main.path))))
    faults.push(`kept ${main.name}, ${(await readFile(main.path)).length} of ${file.bytes.length} bytes`);
  const pictures = files.filter(({ name, mediaType }) => mediaType === 'image/png' && !(file && name === main.name));
  const seen = new Set<string>();
  for (const { path } of pictures) for (const colour of await coloursOf(await readFile(path))) seen.add(colour);
  const missing = colours.filter((at) => !seen.has(colourOf(at)));
  if (missing.length > 0) faults.push(`colours ${missing.join(', ')} of ${colours.length} are in no picture`);
  const source = files.find(({ mediaType }) => mediaType === 'text/html');
  if (text !== undefined && !(source && (await readFile(source.path, 'utf8')).includes(text))) faults.push(`the source lacks ${text}`);
  return faults;
}

/** Colours that a picture shows in at least eight points of a row. */
async function coloursOf(png: Buffer): Promise<Set<string>> {
  const { width, channels, rows } = readPng(png);
  const found = new Set<string>();
  for await (const row of rows()) {
    for (let x = 0; x + 8 <= width; x += 8) {
      const [a, b] = [x * channels, (x + 7) * channels];
      if (row[a] !== row[b] || row[a + 1] !== row[b + 1] || row[a + 2] !== row[b + 2]) continue;
      found.add([row[a], row[a + 1], row[a + 2]].map((value = 0) => value.toString(16).padStart(2, '0')).join(''));
    }
  }
  return found;
}
