import { open } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import type { CaptureConfig } from '../../runtime/config.ts';
import type { WrittenWarc } from '../archive/warc.ts';
import { notePageEvents } from '../browser/page-events.ts';
import { settlePage, takePicture, type Patience } from '../browser/page-picture.ts';
import { watchPage } from '../browser/traffic.ts';
import { answerRequest, type AnsweringDeps } from './answer-request.ts';
import { responseFinder } from './find-response.ts';
import { matchPictures } from './match-pictures.ts';

export interface Replayable {
  readonly warc: WrittenWarc;
  /** Of the document that the page came with in the end. */
  readonly url: string;
  /** PNG, of the original. */
  readonly picture: Buffer;
}

export interface Replayed {
  /** 0 to 1, of the better of two looks; null where the page was not seen before `signal` was aborted. */
  readonly consistency: number | null;
  /** Addresses that were asked for and refused, each once, without fragments. */
  readonly refused: readonly string[];
  readonly requests: number;
}

/** An empty page in a context without a network, which waits for an archive: one page is replayed on it. */
export interface ReplayStage {
  /**
   * Opens the page from its archive alone and compares what it shows. It is looked at as soon as it rests; one that looks different then
   * gets as much time as the original had. An abort ends it with what was seen so far.
   */
  replay(page: Replayable, limits: CaptureConfig, signal: AbortSignal): Promise<Replayed>;
}

/** @param begunAt when the capture began: the page is shown that clock. */
export async function openStage(context: BrowserContext, begunAt: Date): Promise<ReplayStage> {
  const refused = new Set<string>();
  const onRefused = (address: string): void => void refused.add(address.split('#', 1)[0] ?? '');
  let answering: AnsweringDeps | null = null;
  let requests = 0;
  await context.addInitScript(`(${shownClock})(${begunAt.getTime()})`);
  await context.route('**/*', async (route) => {
    requests += 1;
    // A page that is closed asks no more.
    await (answering ? answerRequest(route, answering) : route.abort('failed')).catch(() => undefined);
  });
  await context.routeWebSocket(/.*/, (socket) => {
    onRefused(socket.url());
    void socket.close();
  });
  const page = await context.newPage();
  notePageEvents(context, page, silent);
  const { quiet } = watchPage(page);
  const session = await context.newCDPSession(page);

  return {
    async replay({ warc, url, picture }, limits, signal) {
      const file = await open(warc.path);
      answering = { finder: responseFinder(warc.index), warc: file, maxBytes: limits.maxBytes + recordBytes, onRefused };
      let consistency: number | null = null;
      try {
        await Promise.race([look(), aborted(signal)]);
      } finally {
        answering = null;
        await file.close();
      }
      return { consistency, refused: [...refused], requests };

      async function look(): Promise<void> {
        await openPage(page, url);
        for (const patience of [briefly, undefined]) {
          await settlePage(session, quiet, limits.maxHeight, patience);
          const { png } = await takePicture(session, limits.maxHeight);
          consistency = Math.max(consistency ?? 0, await matchPictures(picture, png));
          if (consistency === 1) return;
        }
      }
    },
  };
}

async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'domcontentloaded', timeout: openMs });
  // A picture that never ends does not keep the page from being what it is.
  await page.waitForLoadState('load', { timeout: loadMs }).catch(() => undefined);
}

export function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}

const briefly: Patience = { beforeMs: 0, afterMs: 20 };
const openMs = 15_000;
const loadMs = 5000;
/** Room for a record's headers beside its body. */
const recordBytes = 1_048_576;
const silent = { note: () => undefined, close: async () => undefined };

/** Runs in the page before its own scripts: its clock goes on from the time of the capture. */
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
