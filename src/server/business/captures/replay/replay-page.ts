import { open } from 'node:fs/promises';
import type { BrowserContext, Page, Request } from 'playwright-core';
import type { CaptureDevice } from '../../../../domain/business/rules/capture.ts';
import type { CaptureConfig } from '../../../platform/runtime/config.ts';
import type { WrittenWarc } from '../archive/warc.ts';
import { densities, pictureSession } from '../browser/launch.ts';
import { notePageEvents } from '../browser/page-events.ts';
import { pictureLimits, settlePage, takePicture, type Patience } from '../browser/page-picture.ts';
import { watchScripts } from '../browser/script-watch.ts';
import { isLeft, keepSize } from '../browser/page-world.ts';
import { isOfBrowser, watchPage } from '../browser/traffic.ts';
import { answerRequest, type AnsweringDeps } from './answer-request.ts';
import { responseFinder } from './find-response.ts';
import { matchPictures } from '../browser/match-pictures.ts';

export interface Replayable {
  readonly warc: WrittenWarc;
  /** Of the document that the page finally came from. */
  readonly url: string;
  /** Addresses that gave the original no response, with the browser's word for it. */
  readonly unanswered: ReadonlyMap<string, string>;
  /** PNG, of the original. */
  readonly picture: Buffer;
}

export interface Replayed {
  /** 0 to 1, the better of two comparisons; null if no comparison was made before `signal` was aborted. */
  readonly consistency: number | null;
  /** Refused addresses, each once, without fragments. */
  readonly refused: readonly string[];
  readonly requests: number;
}

/** An empty page in a context without a network. It can replay one archive. */
export interface ReplayStage {
  /**
   * Opens the page from its archive only and compares the pictures: once as soon as the page is idle, and if it differs, again after as
   * much time as the original had. An abort ends it with the result so far.
   */
  replay(page: Replayable, limits: CaptureConfig, signal: AbortSignal): Promise<Replayed>;
}

/** @param begunAt when the capture began; the page's clock starts there. */
export async function openStage(context: BrowserContext, begunAt: Date, device: CaptureDevice = 'desktop'): Promise<ReplayStage> {
  const refused = new Set<string>();
  const onRefused = (address: string): void => void refused.add(address.split('#', 1)[0] ?? '');
  let answering: AnsweringDeps | null = null;
  let [requests, loads] = [0, 0];
  await context.addInitScript(`(${shownClock})(${begunAt.getTime()})`);
  await context.route('**/*', async (route) => {
    if (isOfBrowser(route.request().url())) return route.continue();
    requests += 1;
    const isMain = isOfMainFrame(route.request());
    if (isMain) loads += 1;
    // A page that reloads itself stays as it is.
    if (isMain && loads > maxLoads) return route.abort('aborted').catch(() => undefined);
    // The page may have been closed meanwhile.
    await (answering ? answerRequest(route, answering) : route.abort('failed')).catch(() => undefined);
  });
  await context.routeWebSocket(/.*/, (socket) => {
    onRefused(socket.url());
    void socket.close();
  });
  const page = await context.newPage();
  notePageEvents(context, page, silent);
  const { quiet } = watchPage(page);
  const session = await pictureSession(context, page, device);
  await keepSize(session);

  return {
    async replay({ warc, url, picture, unanswered }, limits, signal) {
      const file = await open(warc.path);
      const scripts = watchScripts(session);
      answering = { finder: responseFinder(warc.index), warc: file, maxBytes: limits.maxBytes + recordBytes, unanswered, onRefused };
      let consistency: number | null = null;
      try {
        await Promise.race([look(), aborted(signal)]);
      } finally {
        answering = null;
        scripts.stop();
        await file.close();
      }
      return { consistency, refused: [...refused], requests };

      async function look(): Promise<void> {
        await openPage(page, url);
        for (const patience of [briefly, undefined]) {
          const png = await shown(patience).catch((error: unknown) => {
            // It went on to another page.
            if (!isLeft(error)) throw error;
            return shown(patience);
          });
          consistency = Math.max(consistency ?? 0, await matchPictures(picture, png));
          if (consistency === 1) return;
        }
      }

      async function shown(patience?: Patience): Promise<Buffer> {
        const settled = await settlePage({ session, quiet, limits, ...(patience && { patience }) });
        await settled.main.unfold();
        return (await takePicture(session, pictureLimits(limits, densities[device]))).png;
      }
    },
  };
}

async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'domcontentloaded', timeout: openMs });
  // An image that never finishes loading does not fail the replay.
  await page.waitForLoadState('load', { timeout: loadMs }).catch(() => undefined);
}

function isOfMainFrame(request: Request): boolean {
  try {
    return request.isNavigationRequest() && request.frame().parentFrame() === null;
  } catch {
    return false; // A popup's first request has no frame yet.
  }
}

export function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}

const briefly: Patience = { beforeMs: 0, afterMs: 20, stillMs: 0 };
const maxLoads = 6;
const openMs = 15_000;
const loadMs = 5000;
/** Allows for a record's headers beside its body. */
const recordBytes = 1_048_576;
const silent = { note: () => undefined, close: async () => undefined };

/** Runs in the page before its own scripts, and makes its clock continue from the time of the capture. */
const shownClock = `(begunAt) => {
  const Real = Date;
  const ahead = Real.now() - begunAt;
  const now = () => Real.now() - ahead;
  class Shown extends Real {
    constructor(...given) { given.length === 0 ? super(now()) : super(...given); }
    static now() { return now(); }
  }
  globalThis.Date = new Proxy(Shown, { apply: () => new Shown().toString() });
}`;
