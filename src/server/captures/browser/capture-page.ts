import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import type { ClockFacts } from '../../../domain/marks/clocks.ts';
import type { MadeMark } from '../../custody/marks/make-mark.ts';
import type { CaptureConfig } from '../../runtime/config.ts';
import { pictureName, singleFileName, sourceName, trafficName } from './file-names.ts';
import { archiveMediaType, archiveName } from '../../../domain/web-archive/archive-names.ts';
import { isPrivateAddress } from '../../egress/addresses.ts';
import { openCaptureLog, type CaptureLog } from './capture-log.ts';
import { noteCertificates } from './certificates.ts';
import { reportEnvironment } from './environment-report.ts';
import { openEgress, type Egress } from './egress/egress.ts';
import { captureAbort } from './capture-abort.ts';
import type { EnvironmentSources } from './environment.ts';
import { CaptureFailure, insideReason, reasonOfNavigation } from './failure.ts';
import { closeBrowser, closePages, launchBrowser } from './launch.ts';
import { watchMemory } from './memory-watch.ts';
import { clocksOf, noteMark, type DrawnMargin } from './mark-notes.ts';
import { notePageEvents } from './page-events.ts';
import { settlePage, takePicture } from './page-picture.ts';
import { processTree } from './process-tree.ts';
import { createResolver, type Answer } from '../../egress/resolver.ts';
import { recordTraffic, type Traffic } from './traffic.ts';
import { isBlankPicture, reasonAgainst } from './verdict.ts';
import type { ArchivablePage, BeginArchiving, MadeArchive } from '../archive/archiving.ts';
import { createWarc, type WarcWriter } from '../archive/warc.ts';

export interface CaptureSetting {
  /** An empty folder, used by this capture only. */
  readonly folder: string;
  readonly chromiumPath: string;
  readonly limits: CaptureConfig;
  readonly environmentSources: Omit<EnvironmentSources, 'targetTime'>;
  /** Makes the not-before mark of the capture; without it there is none. */
  readonly makeMark?: () => Promise<MadeMark | null>;
  /** Which addresses are out of reach; by default those that are not on the public internet. */
  readonly isPrivate?: (address: string) => boolean;
  /** Looks up a name's addresses; by default with the name servers of this machine. */
  readonly ask?: (host: string) => Promise<Answer>;
  /** Makes the signed archive and replays it; without it the capture has no archive. */
  readonly archiving?: BeginArchiving | null;
}
export interface CapturedFile {
  /** Its name in the manifest. */
  readonly name: string;
  readonly role: 'original' | 'environment-check' | 'capture-log';
  readonly mediaType: string;
  readonly path: string;
}
export interface CapturedPage {
  /** The picture is first. */
  readonly files: readonly [CapturedFile, ...CapturedFile[]];
  readonly begunAt: Date;
  readonly endedAt: Date;
  /** The mark that log and picture show, and the clocks read with it; null if no mark could be made. */
  readonly bracket: { readonly mark: MadeMark; readonly clocks: ClockFacts } | null;
  /** Null if none was made. */
  readonly archive?: Omit<MadeArchive, 'path'> | null;
}

/**
 * Captures one page: writes down the mark, checks the environment, then opens the address in a fresh browser through a relay that blocks
 * private addresses. Writes what the page shows and what went over the wire into the folder.
 * @throws CaptureFailure with the reason; the abort's own reason if `signal` is aborted.
 */
export async function capturePage(url: string, setting: CaptureSetting, signal: AbortSignal): Promise<CapturedPage> {
  const { folder, limits, isPrivate = isPrivateAddress } = setting;
  const begunAt = new Date();
  const path = (name: string): string => join(folder, name);
  const profileFolder = path('profile');
  await mkdir(profileFolder);
  const resolve = createResolver(setting.ask);
  const mark = (await setting.makeMark?.()) ?? null;
  const log = openCaptureLog(path('capture-log.jsonl'));
  log.note('begin', { url, limits });
  const margin = noteMark(log, mark);
  const end = captureAbort(limits, signal);
  const egress = await openEgress({
    ...limits,
    resolve,
    isPrivate,
    onTooMuch: () => end.because(`网页数据超过上限（${Math.round(limits.maxBytes / 1_048_576)}MB）`),
  });
  const warc = createWarc(path(trafficName), warcAbout);
  let isTooLarge = false;
  const archiving = setting.archiving?.({ folder, begunAt, limits, note: log.note, signal, isTooLarge: () => isTooLarge });
  let archive: MadeArchive | null = null;
  let endedAt = begunAt;
  let clocks: ClockFacts;
  try {
    const isBracketed = mark !== null && mark.timestampAt !== null;
    clocks = clocksOf(
      await end.orFailure(reportEnvironment(url, { ...setting, profileFolder, resolve, isPrivate, log, isBracketed })),
      mark,
    );
    log.note('clocks', { ...clocks });
    log.note('browser', { path: setting.chromiumPath });
    const context = await launchBrowser(setting.chromiumPath, profileFolder, egress.proxy);
    end.closing(context);
    const tree = processTree(profileFolder);
    const watch = watchMemory(tree, limits.maxMemoryBytes, () => {
      isTooLarge = true;
      end.because(`网页占用内存超过上限（${Math.round(limits.maxMemoryBytes / 1_048_576)}MB）`);
    });
    try {
      const recorded = await end.orFailure(
        openAndRecord(url, context, {
          setting,
          margin,
          log,
          warc,
          egress,
          onLoaded: () => archiving?.prepare(context),
          onTooMany: () => end.because(`网页请求数超过上限（${limits.maxRequests}）`),
        }),
      );
      // From here on nothing fails the capture.
      end.stop();
      endedAt = new Date();
      if (archiving) {
        // When the replay begins, the page is closed and the browser has no way out.
        await Promise.all([closePages(context), egress.close(), warc.close()]);
        archive = await archiving.finish({ ...recorded, warc: warc.written() });
      }
    } finally {
      await closeBrowser(context, tree);
      await watch.stop();
    }
  } finally {
    end.stop();
    await archiving?.stop();
    await egress.close();
    await warc.close();
    log.note('end', { received: egress.received(), refused: egress.refused() });
    await log.close();
  }
  return {
    begunAt,
    endedAt,
    bracket: mark && { mark, clocks },
    archive,
    files: filesIn(path, archive),
  };
}

const warcAbout = {
  software: 'notary-console',
  format: 'WARC File Format 1.1',
  conformsTo: 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/',
};

function filesIn(path: (name: string) => string, archive: MadeArchive | null): CapturedPage['files'] {
  return [
    { name: pictureName, role: 'original', mediaType: 'image/png', path: path(pictureName) },
    { name: sourceName, role: 'original', mediaType: 'text/html', path: path(sourceName) },
    { name: singleFileName, role: 'original', mediaType: 'multipart/related', path: path(singleFileName) },
    { name: trafficName, role: 'original', mediaType: 'application/warc', path: path(trafficName) },
    ...(archive ? [{ name: archiveName, role: 'original', mediaType: archiveMediaType, path: archive.path } as const] : []),
    { name: 'environment-check.json', role: 'environment-check', mediaType: 'application/json', path: path('environment-check.json') },
    { name: 'capture-log.jsonl', role: 'capture-log', mediaType: 'application/jsonl', path: path('capture-log.jsonl') },
  ];
}

interface RecordingDeps {
  readonly setting: CaptureSetting;
  readonly margin: DrawnMargin | null;
  readonly log: CaptureLog;
  readonly warc: WarcWriter;
  readonly egress: Egress;
  readonly onTooMany: () => void;
  /** Called when the page is loaded, while it waits for the network to become idle. */
  readonly onLoaded: () => void;
}
type Recording = Omit<ArchivablePage, 'warc'>;

async function openAndRecord(
  url: string,
  context: BrowserContext,
  { setting, margin, log, warc, egress, onTooMany, onLoaded }: RecordingDeps,
): Promise<Recording> {
  const { folder, limits } = setting;
  const page = context.pages()[0] ?? (await context.newPage());
  const session = await context.newCDPSession(page);
  const traffic = recordTraffic(context, page, { log, warc, egress, maxRequests: limits.maxRequests, onTooMany: onTooMany });
  notePageEvents(context, page, log);
  await navigate(page, url, limits.navigationSeconds, egress);
  onLoaded();
  const world = await settlePage(session, traffic.quiet, limits.maxHeight);
  const { text, title } = await assertCapturable(page, traffic, egress, await world.measured());

  const { png: picture, width, height, pageHeight } = await takePicture(session, limits.maxHeight);
  log.note('picture', { width, height, pageHeight, isWhole: pageHeight <= height });
  if (text.trim() === '' && (await isBlankPicture(picture))) throw new CaptureFailure('网页内容为空白');
  const [html, snapshot] = await Promise.all([world.html(), session.send('Page.captureSnapshot', { format: 'mhtml' })]);
  await Promise.all([traffic.archived(10_000), noteCertificates(traffic.secureOrigins(), { session, egress, log })]);
  log.note('kept', { url: page.url(), lost: traffic.lost() });
  // The byte order mark makes every reader decode the file as UTF-8, whatever charset the page declares.
  await Promise.all([
    writeFile(join(folder, pictureName), margin ? margin.above(picture, width) : picture),
    writeFile(join(folder, sourceName), `\ufeff${html}`),
    writeFile(join(folder, singleFileName), snapshot.data),
  ]);
  return {
    url: traffic.document()?.url() ?? page.url(),
    title,
    picture,
    unanswered: traffic.unanswered(),
    unarchived: traffic.unarchived(),
  };
}

async function navigate(page: Page, url: string, seconds: number, egress: Egress): Promise<void> {
  const until = performance.now() + seconds * 1000;
  await page.goto(url, { waitUntil: 'domcontentloaded', timeout: seconds * 1000 }).catch((error: unknown) => {
    if (egress.refused().length > 0) throw new CaptureFailure(insideReason);
    if (egress.unreached(new URL(url).hostname)) throw new CaptureFailure('无法连接目标网站');
    throw error instanceof Error ? new CaptureFailure(reasonOfNavigation(error, seconds), { cause: error }) : error;
  });
  // An image that never finishes loading does not fail the capture.
  await page.waitForLoadState('load', { timeout: Math.max(1, until - performance.now()) }).catch(() => undefined);
}

async function assertCapturable(
  page: Page,
  traffic: Traffic,
  egress: Egress,
  measured: { title: string; text: string; sources: readonly string[] },
): Promise<{ text: string; title: string }> {
  const isOpen = /^https?:/.test(page.url());
  if (!isOpen && egress.refused().length > 0) throw new CaptureFailure(insideReason);
  if (!isOpen) throw new CaptureFailure('网页跳转后无法打开');
  const document = traffic.document();
  const headers = document ? await document.allHeaders() : {};
  const sources = [...measured.sources, ...page.frames().map((frame) => frame.url())];
  const reason = reasonAgainst({ ...measured, sources, status: document?.status() ?? 0, headers });
  if (reason !== null) throw new CaptureFailure(reason);
  return measured;
}
