import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Page, Response } from 'playwright-core';
import type { CaptureAccept, CaptureDevice } from '../../../../domain/business/rules/capture.ts';
import { completenessNotes, notesEvent, type CaptureNote } from '../../../../domain/proof/web-archive/capture-notes.ts';
import type { ClockFacts } from '../../../../domain/proof/marks/clocks.ts';
import type { MadeMark } from '../../../custody/marks/make-mark.ts';
import type { CaptureConfig } from '../../../platform/runtime/config.ts';
import { originalName } from '../../../custody/evidence/evidence-files.ts';
import {
  filePictureName,
  pictureName,
  singleFileName,
  sourceName,
  trafficName,
} from '../../../../domain/proof/web-archive/capture-files.ts';
import { archiveMediaType, archiveName } from '../../../../domain/proof/web-archive/archive-names.ts';
import { isPrivateAddress } from '../../../platform/egress/addresses.ts';
import { arrivingFile, type ArrivingFile } from './arriving-file.ts';
import { openCaptureLog, type CaptureLog } from './capture-log.ts';
import { noteCertificates } from './certificates.ts';
import { browserBuild } from './browser-build.ts';
import { guardDocuments, type DocumentGuard } from './document-guard.ts';
import { reportEnvironment, type ReportedEnvironment } from './environment-report.ts';
import { openEgress, type Egress } from './egress/egress.ts';
import { captureAbort } from './capture-abort.ts';
import type { DateHeaders, EnvironmentSources } from './environment.ts';
import { CaptureFailure, insideReason, reasonOfNavigation } from './failure.ts';
import { closeBrowser, closePages, densities, launchBrowser, pictureSession } from './launch.ts';
import { watchMemory } from './memory-watch.ts';
import { clocksOf, noteMark, type DrawnMargin } from './mark-notes.ts';
import { notePageEvents } from './page-events.ts';
import { pictureOfFile } from './file-picture.ts';
import { hiddenLeft } from './hidden-content.ts';
import { fileNotes, leastStill, notesOf } from './page-notes.ts';
import {
  expandPage,
  measurePage,
  pageSize,
  partsOf,
  pictureLimits,
  scrollingFrames,
  settlePage,
  takePart,
  type PictureLimits,
  type SettledPage,
} from './page-picture.ts';
import { enterPage, isLeft, keepSize, type Measured, type PageArea } from './page-world.ts';
import { matchPictures } from './match-pictures.ts';
import { processTree } from './process-tree.ts';
import { createResolver, type Answer } from '../../../platform/egress/resolver.ts';
import { mostStopped, watchScripts, type ScriptWatch } from './script-watch.ts';
import { recordIcons } from './site-icon.ts';
import { recordTraffic, type Traffic } from './traffic.ts';
import { isBlankPicture, mediaTypeOf, reasonAgainst } from './verdict.ts';
import type { ArchivablePage, BeginArchiving, MadeArchive } from '../archive/archiving.ts';
import { createWarc, type WarcWriter } from '../archive/warc.ts';

export interface CaptureSetting {
  /** An empty folder, used by this capture only. */
  readonly folder: string;
  readonly chromiumPath: string;
  readonly limits: CaptureConfig;
  readonly environmentSources: EnvironmentSources;
  /** By default `page`. */
  readonly accept?: CaptureAccept;
  /** By default `desktop`. */
  readonly device?: CaptureDevice;
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
  /** The evidence itself is first: the picture of a page, or the file that the address answered with. */
  readonly files: readonly [CapturedFile, ...CapturedFile[]];
  readonly begunAt: Date;
  readonly endedAt: Date;
  /** The mark that log and picture show, and the clocks read with it; null if no mark could be made. */
  readonly bracket: { readonly mark: MadeMark; readonly clocks: ClockFacts } | null;
  /** The address of what was captured: as asked for, unless the site or the page led on. */
  readonly openedUrl: string;
  /** What pictures and archive are known to lack. */
  readonly notes: readonly CaptureNote[];
  /** The name that the site gave its file; absent for a page. */
  readonly fileName?: string;
  /** Null if none was made. */
  readonly archive?: Omit<MadeArchive, 'path'> | null;
}

/**
 * Captures one page: writes down the mark, checks the environment, then opens the address in a fresh browser through a relay that blocks
 * private addresses. Writes what the page shows and what went over the wire into the folder.
 * @throws CaptureFailure with the reason; the abort's own reason if `signal` is aborted.
 */
// oxlint-disable-next-line max-lines-per-function -- one sequence: what is opened here is closed here
export async function capturePage(url: string, setting: CaptureSetting, signal: AbortSignal): Promise<CapturedPage> {
  const { folder, limits, isPrivate = isPrivateAddress, accept = 'page', device = 'desktop' } = setting;
  const begunAt = new Date();
  const path = (name: string): string => join(folder, name);
  const [profileFolder, downloads] = [path('profile'), path('downloads')];
  await Promise.all([mkdir(profileFolder), mkdir(downloads)]);
  const resolve = createResolver(setting.ask);
  const mark = (await setting.makeMark?.()) ?? null;
  const log = openCaptureLog(path('capture-log.jsonl'));
  log.note('begin', { url, accept, device, limits });
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
  const archiving = setting.archiving?.({ folder, begunAt, device, limits, note: log.note, signal, isTooLarge: () => isTooLarge });
  let archive: MadeArchive | null = null;
  let endedAt = begunAt;
  let clocks: ClockFacts;
  let recording: Recording | null = null;
  try {
    const isBracketed = mark !== null && mark.timestampAt !== null;
    const environment = await end.orFailure(reportEnvironment(url, { ...setting, profileFolder, resolve, isPrivate, log, isBracketed }));
    clocks = clocksOf(environment.clocks, mark);
    log.note('clocks', { ...clocks });
    log.note('browser', { path: setting.chromiumPath });
    const context = await launchBrowser(setting.chromiumPath, profileFolder, {
      proxy: egress.proxy,
      device,
      version: (await browserBuild(setting.chromiumPath)).version,
      downloads: accept === 'as_is' ? downloads : null,
    });
    end.closing(context);
    const tree = processTree(profileFolder);
    const watch = watchMemory(tree, limits.maxMemoryBytes, () => {
      isTooLarge = true;
      end.because(`网页占用内存超过上限（${Math.round(limits.maxMemoryBytes / 1_048_576)}MB）`);
    });
    try {
      recording = await end.orFailure(
        openAndRecord(url, context, {
          setting,
          downloads,
          margin,
          log,
          warc,
          egress,
          addTarget: environment.addTarget,
          onLoaded: () => archiving?.prepare(context),
          onEndless: () => end.because('网页的脚本不停运行，浏览器没有应答'),
        }),
      );
      // From here on nothing fails the capture.
      end.stop();
      clocks = { ...clocks, target: recording.target };
      endedAt = new Date();
      if (archiving) {
        // When the replay begins, the page is closed and the browser has no way out.
        await Promise.all([closePages(context), egress.close(), warc.close()]);
        archive = await archiving.finish({ ...recording, warc: warc.written() });
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
    openedUrl: recording.url,
    notes: recording.notes,
    ...(recording.file && { fileName: recording.file.name }),
    archive,
    files: filesIn(path, recording, archive),
  };
}

const warcAbout = {
  software: 'notary-console',
  format: 'WARC File Format 1.1',
  conformsTo: 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/',
};

function filesIn(path: (name: string) => string, { file, pictures }: Recording, archive: MadeArchive | null): CapturedPage['files'] {
  const original = (name: string, mediaType: string): CapturedFile => ({ name, role: 'original', mediaType, path: path(name) });
  const [main, ...others] = file
    ? ([original(file.keptAs, file.mediaType)] as const)
    : ([original(pictureName, 'image/png'), original(sourceName, 'text/html'), original(singleFileName, 'multipart/related')] as const);
  return [
    main,
    ...others,
    original(trafficName, 'application/warc'),
    ...pictures.map((name) => original(name, 'image/png')),
    ...(archive ? [{ ...original(archiveName, archiveMediaType), path: archive.path }] : []),
    { name: 'environment-check.json', role: 'environment-check', mediaType: 'application/json', path: path('environment-check.json') },
    { name: 'capture-log.jsonl', role: 'capture-log', mediaType: 'application/jsonl', path: path('capture-log.jsonl') },
  ];
}

interface RecordingDeps {
  readonly setting: CaptureSetting;
  /** Where the browser writes files that it saves. */
  readonly downloads: string;
  readonly margin: DrawnMargin | null;
  readonly log: CaptureLog;
  readonly warc: WarcWriter;
  readonly egress: Egress;
  readonly addTarget: ReportedEnvironment['addTarget'];
  /** Called when the page is loaded, while it waits for the network to become idle. */
  readonly onLoaded: () => void;
  /** Called when the page's scripts keep it from answering, though some were stopped. */
  readonly onEndless: () => void;
}
interface Recording extends Omit<ArchivablePage, 'warc'> {
  /** The target's clock. */
  readonly target: string | null;
  /** Names of the pictures beside the evidence itself. */
  readonly pictures: readonly string[];
  readonly notes: readonly CaptureNote[];
  /** The file that the address answered with; null for a page. */
  readonly file: KeptFile | null;
}

interface KeptFile {
  /** As the site named it. */
  readonly name: string;
  /** Its name in the manifest. */
  readonly keptAs: string;
  readonly mediaType: string;
}

function dateHeaders(response: Response): DateHeaders {
  const { date = null, age = null } = response.headers();
  return { date, age };
}

async function openAndRecord(url: string, context: BrowserContext, deps: RecordingDeps): Promise<Recording> {
  const { log, onEndless, setting } = deps;
  const page = context.pages()[0] ?? (await context.newPage());
  const session = await pictureSession(context, page, setting.device ?? 'desktop');
  await keepSize(session);
  const scripts = watchScripts(session, (count) => {
    log.note('script-stopped', { count });
    if (count > mostStopped) onEndless();
  });
  try {
    return await recordPage(url, { ...deps, context, page, session, scripts });
  } finally {
    scripts.stop();
  }
}

interface PageDeps extends RecordingDeps {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly session: CDPSession;
  readonly scripts: ScriptWatch;
}

async function recordPage(url: string, deps: PageDeps): Promise<Recording> {
  const { setting, downloads, margin, log, warc, egress, onLoaded, addTarget, context, page, session, scripts } = deps;
  const { folder, limits, accept = 'page', device = 'desktop' } = setting;
  const { maxRequests } = limits;
  const traffic = recordTraffic(context, page, { log, warc, egress, maxRequests, onTooMany: () => refuseRequests(session) });
  const events = notePageEvents(context, page, log, accept === 'as_is');
  const arriving = accept === 'as_is' ? arrivingFile(page, { downloads, maxFileBytes: limits.maxFileBytes, egress }) : null;
  await recordIcons(session, { warc, egress, track: traffic.track });
  const guard = await guardDocuments(session, { onFile: arriving?.answered, onBytes: traffic.addBytes });
  const first = new Promise<DateHeaders>((resolve) => page.once('response', (response) => resolve(dateHeaders(response))));
  const targetAdded = first.then(addTarget);
  targetAdded.catch(() => undefined);
  const { certificateFault, isFile } = await navigate(page, url, { limits, egress, guard, session, arriving, traffic });
  const target = async () => Promise.race([targetAdded, sleep(1000, null)]);
  const keepFile = async (arrived: ArrivingFile): Promise<Recording> => ({
    ...(await recordFile(url, page, { ...deps, context, session, traffic, arriving: arrived, certificateFault })),
    target: await target(),
  });
  if (isFile && arriving) return keepFile(arriving);
  onLoaded();
  const answered = traffic.shown();
  const { settled, measured } = await comeToRest(session, { traffic, limits, guard });
  // A page may lead on to a file by its script, or show nothing but save one.
  const led = await arriving?.begun(0);
  if (arriving && led && (arriving.answer()?.replacesPage === true || measured.text.trim() === '')) return keepFile(arriving);
  arriving?.drop();
  const { text, title } = await assertCapturable(page, traffic, egress, { measured, accept });

  const frameBoxes = await scrollingFrames(session, settled);
  const [html, snapshot] = await Promise.all([settled.main.html(), takeSnapshot(session)]);
  const allowed = pictureLimits(limits, densities[device]);
  const shots = openShots(session, { folder, margin, log });
  await settled.main.unfold();
  const size = await pageSize(session);
  const { parts, shown } = partsOf(size, allowed);
  for (const part of parts) await shots.take(part, 'page');
  const picture = shots.first();
  if (accept === 'page' && text.trim() === '' && (await isBlankPicture(picture))) throw new CaptureFailure('网页内容为空白');
  await Promise.all([traffic.archived(10_000), noteCertificates(traffic.secureOrigins(), { session, egress, log })]);
  const [firstPart] = parts;
  const stillness = measured.isAlive && firstPart ? await stillnessOf(session, picture, firstPart) : 1;
  const pageHidden = await hiddenLeft(session, settled, shown.height);
  const opened = measured.boxes + frameBoxes > 0 ? await expandInto(shots, session, { settled, allowed }) : { closed: 0, hidden: 0 };
  // What comes into an opened box, or was taken while it was in the window, is in the pictures.
  const last = measured.lazyLeft + measured.lazyFrames > 0 ? await measurePage(settled) : measured;
  const seen = {
    measured: { ...measured, lazyLeft: last.lazyLeft, lazyFrames: last.lazyFrames },
    hidden: Math.max(pageHidden, opened.hidden),
    size,
    shown,
    closedBoxes: opened.closed + shots.lacking(),
    unwalkedFrames: settled.unwalked,
    stillness,
    certificateFault,
    missing: traffic.missing(measured.broken),
    requestLimit: traffic.isOverLimit() ? maxRequests : null,
    stoppedScripts: scripts.stopped(),
    framedFiles: guard.framedFiles(),
    isSentAnew: traffic.isSentAnew(),
    hasServiceWorker: events.hasServiceWorker(),
    said: events.said(),
    isPushed: events.isPushed(),
    selfLoads: guard.selfLoads(),
    isHeld: guard.isHeld(),
    status: traffic.shown()?.status() ?? 0,
  };
  const notes = notesOf({ ...seen, isGrowing: settled.isGrowing });
  const kept = addressOf(url, { page, opened: answered?.url() ?? url, last: traffic.shown()?.url() ?? page.url() });
  log.note('kept', { url: kept, lost: traffic.lost() });
  log.note(notesEvent, { notes, isWhole: completenessNotes(notes).length === 0 });
  // The byte order mark makes every reader decode the file as UTF-8, whatever charset the page declares.
  await Promise.all([writeFile(join(folder, sourceName), `\ufeff${html}`), writeFile(join(folder, singleFileName), snapshot.data)]);
  return {
    url: kept,
    title,
    picture,
    unanswered: traffic.unanswered(),
    unarchived: traffic.unarchived(),
    target: await target(),
    pictures: shots.names().slice(1),
    notes,
    file: null,
  };
}

/** A page that goes on to another one while it is measured is begun again; once it has been, it stays. */
async function comeToRest(session: CDPSession, { traffic, limits, guard }: Pick<Navigation, 'traffic' | 'limits' | 'guard'>) {
  for (let attempt = 1; ; attempt += 1) {
    const settled = await settlePage({ session, quiet: traffic.quiet, limits });
    guard.settled();
    try {
      return { settled, measured: await measurePage(settled) };
    } catch (error) {
      if (attempt >= 3 || !isLeft(error)) throw error;
    }
  }
}

/** From now on the browser sends none of the page's requests. */
function refuseRequests(session: CDPSession): void {
  const refused = { urls: ['http://*', 'https://*'] };
  // The page may be closed meanwhile.
  Promise.all([session.send('Network.enable'), session.send('Network.setBlockedURLs', refused)]).catch(() => undefined);
}

interface FileDeps extends RecordingDeps {
  readonly context: BrowserContext;
  readonly session: CDPSession;
  readonly traffic: Traffic;
  readonly arriving: ArrivingFile;
  readonly certificateFault: string;
}

/** The address answered with a file: it is the evidence, with a picture of its first page or frame where the browser shows one. */
async function recordFile(url: string, page: Page, deps: FileDeps): Promise<Omit<Recording, 'target'>> {
  const { setting, margin, log, egress, context, session, traffic, arriving, certificateFault } = deps;
  const { folder, device = 'desktop' } = setting;
  const download = await arriving.begun(5000);
  if (!download) throw new CaptureFailure('目标网站返回错误，没有网页内容');
  const answered = download.url();
  const name = download.suggestedFilename();
  const keptAs = originalName(1, name);
  await arriving.take(download, join(folder, keptAs));
  const response = await traffic.answerOf(answered, 2000);
  if (!response) throw new Error(`no answer was seen for the file of ${answered}`);
  const status = arriving.answer()?.status ?? response.status();
  const mediaType = mediaTypeOf(await response.allHeaders());
  const body = { path: join(folder, keptAs), sizeBytes: (await stat(join(folder, keptAs))).size };
  await Promise.all([
    traffic.archived(10_000).then(() => traffic.addFile(response, status, body)),
    noteCertificates(traffic.secureOrigins(), { session, egress, log }),
  ]);
  const shown = await pictureOfFile(context, { ...body, mediaType }, device);
  if (shown) await writeFile(join(folder, filePictureName), margin ? margin.above(shown) : shown);
  const notes = fileNotes({ name, mediaType, sizeBytes: body.sizeBytes, status, certificateFault });
  const kept = addressOf(url, { page, opened: answered, last: answered });
  log.note('file', { name, keptAs, mediaType, bytes: body.sizeBytes, status });
  log.note('kept', { url: kept, lost: traffic.lost() });
  log.note(notesEvent, { notes, isWhole: completenessNotes(notes).length === 0 });
  return {
    url: kept,
    title: name,
    picture: null,
    unanswered: traffic.unanswered(),
    unarchived: traffic.unarchived(),
    pictures: shown ? [filePictureName] : [],
    notes,
    file: { name, keptAs, mediaType },
  };
}

/** Takes pictures one after the other, each with the margin, and writes them to the folder. */
function openShots(session: CDPSession, { folder, margin, log }: Pick<CaptureSetting, 'folder'> & Pick<RecordingDeps, 'margin' | 'log'>) {
  const names: string[] = [];
  let first: Buffer = Buffer.alloc(0);
  let lacking = 0;
  return {
    names: () => names,
    first: () => first,
    /** How many frames the pictures may lack. */
    lacking: () => lacking,
    async take(part: Parameters<typeof takePart>[1], kind: 'page' | 'expanded'): Promise<void> {
      const taken = await takePart(session, part);
      const { png } = taken;
      lacking += taken.lacking;
      const name = names.length === 0 ? pictureName : `${kind === 'page' ? 'picture' : 'expanded'}-${names.length + 1}.png`;
      if (names.length === 0) first = png;
      names.push(name);
      log.note('picture', { name, kind, ...part, ...(taken.laid > 0 && { laidFrames: taken.laid }) });
      await writeFile(join(folder, name), margin ? margin.above(png) : png);
    },
  };
}

/**
 * How much of a picture is the same when it is taken again, 0 to 1. A page may load its pictures anew, and late, when the window is moved
 * over it: one whose picture is pasted of several views has three chances to come to rest.
 */
async function stillnessOf(session: CDPSession, picture: Buffer, part: PageArea): Promise<number> {
  let [before, most] = [picture, 0];
  for (let left = 3; left > 0; left -= 1) {
    await sleep(300);
    const again = await takePart(session, part);
    for (const one of new Set([picture, before])) most = Math.max(most, await matchPictures(one, again.png));
    if (most >= leastStill || !again.isPasted) break;
    before = again.png;
  }
  return most;
}

/** 展开图: the page with its inner boxes opened. @returns how many are still not whole, and how much of the page still hides. */
async function expandInto(
  shots: ReturnType<typeof openShots>,
  session: CDPSession,
  { settled, allowed }: { readonly settled: SettledPage; readonly allowed: PictureLimits },
): Promise<{ closed: number; hidden: number }> {
  const closed = await expandPage(session, settled);
  await Promise.all(
    [settled.main, ...settled.frames.map(({ world }) => world)].map((world) => world.picturesLoaded(3000).catch(() => undefined)),
  );
  const size = await pageSize(session);
  const { parts, shown } = partsOf(size, allowed);
  for (const part of parts) await shots.take(part, 'expanded');
  const isCut = shown.height < size.height || shown.width < size.width;
  return { closed: closed + (isCut ? 1 : 0), hidden: await hiddenLeft(session, settled, shown.height) };
}

/** The address that was captured: as it was asked for, with its fragment, unless the page led elsewhere by itself. */
function addressOf(asked: string, { page, opened, last }: { readonly page: Page; readonly opened: string; readonly last: string }): string {
  const [bare = ''] = last.split('#', 1);
  const [shown = '', fragment] = page.url().split('#', 2);
  const isAsked = bare === opened.split('#', 1)[0];
  const [, askedFragment] = asked.split('#', 2);
  const kept = isAsked && askedFragment !== undefined ? askedFragment : shown === bare ? fragment : undefined;
  return kept === undefined ? bare : `${bare}#${kept}`;
}

interface Navigation {
  readonly limits: CaptureConfig;
  readonly egress: Egress;
  readonly guard: DocumentGuard;
  readonly session: CDPSession;
  /** Null unless files count as results. */
  readonly arriving: ArrivingFile | null;
  readonly traffic: Traffic;
}

interface Opened {
  /** What is wrong with the certificate; empty if nothing is. */
  readonly certificateFault: string;
  /** Whether the address answered with a file. */
  readonly isFile: boolean;
}

async function navigate(page: Page, url: string, { limits, egress, guard, session, arriving, traffic }: Navigation): Promise<Opened> {
  const isAsIs = arriving !== null;
  const seconds = limits.navigationSeconds;
  const until = performance.now() + seconds * 1000;
  // A page that its script leaves for a file never comes to its end.
  const ledToFile = arriving ? [arriving.begun(seconds * 1000).then(() => sleep(1000))] : [];
  const open = () => {
    guard.expect();
    const timeout = Math.max(1, until - performance.now());
    return Promise.race([page.goto(url, { waitUntil: 'domcontentloaded', timeout }), brokenOff(page), ...ledToFile]);
  };
  let certificateFault = '';
  const failed = await open()
    .catch(async (error: unknown) => {
      const [, fault = ''] = isAsIs && error instanceof Error ? (/net::(ERR_CERT_\w+)/.exec(error.message) ?? []) : [];
      if (fault === '') throw error;
      certificateFault = fault;
      // The browser's own page about the fault is still on its way, and would interrupt what is opened before it stands.
      await page.waitForURL(/^chrome-error:/, { waitUntil: 'commit', timeout: 3000 }).catch(() => undefined);
      // No request was sent yet: the handshake comes first.
      await session.send('Security.setIgnoreCertificateErrors', { ignore: true });
      return open();
    })
    .then(
      () => null,
      (error: unknown) => error,
    );
  // A script that never answers keeps a page that came whole from its end. People read it all the same.
  if (isTimeout(failed) && (traffic.isSentAnew() || (await cameWhole(traffic.document())))) {
    await stopUnseen({ egress, session, traffic });
    return { certificateFault, isFile: false };
  }
  if (isAsIs && failed instanceof Error && failed.message.includes('Download is starting')) return { certificateFault, isFile: true };
  if (failed !== null && !isShownAnyway(failed, isAsIs)) {
    if (egress.refused().length > 0) throw new CaptureFailure(insideReason);
    if (egress.unreached(new URL(url).hostname)) throw new CaptureFailure('无法连接目标网站');
    throw failed instanceof Error
      ? new CaptureFailure(reasonOfNavigation(failed, seconds, traffic.document()?.status()), { cause: failed })
      : failed;
  }
  // An image that never finishes loading does not fail the capture.
  const loaded = page.waitForLoadState('load', { timeout: Math.max(1, until - performance.now()) }).catch(() => 'late' as const);
  if ((await Promise.race([loaded, ...ledToFile])) === 'late') await stopUnseen({ egress, session, traffic });
  return { certificateFault, isFile: false };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && /Timeout .* exceeded/.test(error.message);
}

/**
 * Ends what a page waits for that shows nothing yet, as people do: what follows a stylesheet, or a script in its head, is held back until
 * that has come or failed.
 */
async function stopUnseen({ egress, session, traffic }: Pick<Navigation, 'egress' | 'session' | 'traffic'>): Promise<void> {
  const isHeld = async () => traffic.awaitsStyle() || !(await (await enterPage(session)).isPainted());
  // A browser asks once more where a connection that it used before has ended.
  for (let attempt = 1; attempt <= 3 && (await isHeld()); attempt += 1) {
    egress.endOpen();
    await sleep(500);
  }
}

/** Whether the answer that the page came from has arrived to its end. */
async function cameWhole(document: Response | null): Promise<boolean> {
  return document !== null && (await Promise.race([document.finished(), sleep(200, 'under way')])) === null;
}

/** Rejects when the answer to the address breaks off or cannot be decoded: the browser goes on waiting for its end. */
function brokenOff(page: Page): Promise<never> {
  const broken = new Promise<never>((_, reject) => {
    page.on('requestfailed', (request) => {
      const code = request.failure()?.errorText ?? '';
      const isBroken = /ERR_(?:CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING|CONTENT_DECODING_FAILED)/.test(code);
      if (isBroken && request.isNavigationRequest() && request.frame() === page.mainFrame()) reject(new Error(code));
    });
  });
  broken.catch(() => undefined);
  return broken;
}

/** A page that went on by itself; with `as_is`, an answer without a page. */
function isShownAnyway(error: unknown, isAsIs: boolean): boolean {
  const message = error instanceof Error ? error.message : '';
  return /interrupted by another navigation to "https?:/.test(message) || (isAsIs && message.includes('ERR_HTTP_RESPONSE_CODE_FAILURE'));
}

async function assertCapturable(
  page: Page,
  traffic: Traffic,
  egress: Egress,
  { measured, accept }: { readonly measured: Measured; readonly accept: CaptureAccept },
): Promise<{ text: string; title: string }> {
  const isOpen = /^https?:/.test(page.url());
  if (!isOpen && egress.refused().length > 0) throw new CaptureFailure(insideReason);
  if (accept === 'as_is') return measured;
  if (!isOpen && traffic.isOverLimit()) throw new CaptureFailure('网页请求数超过上限后又自行跳转，未能打开');
  if (!isOpen) throw new CaptureFailure('网页跳转后无法打开');
  const document = traffic.shown();
  const headers = document ? await document.allHeaders() : {};
  const sources = [...measured.sources, ...page.frames().map((frame) => frame.url())];
  const reason = reasonAgainst({ ...measured, sources, status: document?.status() ?? 0, headers });
  if (reason !== null) throw new CaptureFailure(reason);
  return measured;
}

/** The page with its frames as MHTML. Chromium makes none while a frame goes, so a page that replaces frames is asked again. */
async function takeSnapshot(session: CDPSession): Promise<{ readonly data: string }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await session.send('Page.captureSnapshot', { format: 'mhtml' });
    } catch (error) {
      if (attempt >= 10 || !/MHTML/.test(String(error))) throw error;
      await sleep(100 + 37 * attempt); // out of step with the page
    }
  }
}
