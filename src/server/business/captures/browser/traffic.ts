import type { BrowserContext, Page, Request, Response } from 'playwright-core';
import type { CaptureLog } from './capture-log.ts';
import type { Egress } from './egress/egress.ts';
import type { StoredBody, WarcWriter } from '../archive/warc.ts';
import { mediaTypeOf } from './verdict.ts';

export interface Traffic {
  /** The response that the page itself came from: the last one, because scripts and `meta refresh` may navigate on. */
  document(): Response | null;
  /** The same, without answers that the page itself did not give way to, such as a file that was saved beside it. */
  shown(): Response | null;
  /** Resolves when no request was open for `quietMs`, or after `patienceMs`. */
  quiet(quietMs: number, patienceMs: number): Promise<void>;
  /**
   * Resolves when every response received until now is in the archive, or when none was added for `patienceMs`: a busy machine is slow. A
   * page may go on asking for ever; what it asks for later is not waited for.
   */
  archived(patienceMs: number): Promise<void>;
  /** The answer from an address with which the page's own frame was opened; waits `patienceMs` for it. */
  answerOf(url: string, patienceMs: number): Promise<Response | null>;
  /** Counts work as that of archiving a response. */
  track(work: Promise<void>): void;
  /** Adds an answer whose body the browser wrote to a file; `status` as the site sent it. */
  addFile(response: Response, status: number, body: StoredBody): Promise<void>;
  /** Number of responses that the archive lacks. */
  lost(): number;
  /** Addresses that gave no response, without fragments, with the browser's word for it: `net::ERR_ABORTED`. */
  unanswered(): ReadonlyMap<string, string>;
  /** Addresses whose responses the archive lacks, without fragments. */
  unarchived(): ReadonlySet<string>;
  /**
   * Resources that the page asked for and did not get, by kind, and how many it asked for. `lost` came before `archived` was called, but
   * is not in the archive.
   * @param broken addresses of images that were answered with something else.
   */
  missing(broken: readonly string[]): { readonly asked: number; readonly kinds: ReadonlyMap<string, number>; readonly lost: number };
  /** Notes the bytes of a document that the browser driver does not hand out. */
  addBytes(url: string, bytes: Buffer): void;
  /** Whether a picture, or the page itself, is sent anew again and again. */
  isSentAnew(): boolean;
  /** Whether a stylesheet has not come yet. */
  awaitsStyle(): boolean;
  /** Whether the page made more requests than it may: those beyond are refused and not logged. */
  isOverLimit(): boolean;
  /** Origins that answered over TLS: `https://www.example.com:8443`. */
  secureOrigins(): readonly string[];
}

export interface Recorded {
  readonly log: CaptureLog;
  readonly warc: WarcWriter;
  readonly egress: Egress;
  readonly maxRequests: number;
  /** Called once, at the first request beyond `maxRequests`. */
  readonly onTooMany: () => void;
}

/** Logs every request and response of a context, and adds them to the archive. */
// oxlint-disable-next-line max-lines-per-function -- listeners that share what they note
export function recordTraffic(context: BrowserContext, page: Page, { log, warc, egress, maxRequests, onTooMany }: Recorded): Traffic {
  const ids = new Map<Request, number>();
  const begun = new Map<Request, Date>();
  const origins = new Set<string>();
  const unanswered = new Map<string, string>();
  const unarchived = new Set<Request>();
  let awaited: ReadonlySet<Request> = unarchived;
  let isOverLimit = false;
  let isSentAnew = false;
  const handed = new Map<string, Buffer | 'archived'>();
  const fates = resourceFates(() => watched.document());
  const { track, archived, lost } = openWorkTracker((error) => log.note('body-lost', { reason: messageOf(error) }));

  context.on('request', (request) => {
    if (isOverLimit) return;
    if (ids.size === maxRequests) {
      isOverLimit = true;
      log.note('too-many-requests', { maxRequests });
      onTooMany();
      return;
    }
    ids.set(request, ids.size + 1);
    fates.asked(request);
    begun.set(request, new Date());
    log.note('request', {
      id: ids.get(request),
      method: request.method(),
      url: shortened(request.url()),
      type: request.resourceType(),
      redirectedFrom: idOf(request.redirectedFrom()),
    });
  });
  context.on('response', (response) => {
    fates.answered(response);
    isSentAnew ||= mediaTypeOf(response.headers()) === 'multipart/x-mixed-replace';
    track(noteResponse(response));
  });
  context.on('requestfinished', (request) => {
    fates.finished(request);
    unarchived.add(request);
    track(archive(request).then(() => void unarchived.delete(request)));
  });
  context.on('requestfailed', (request) => {
    if (!ids.has(request)) return;
    const reason = request.failure()?.errorText ?? '';
    unanswered.set(bareUrl(request), reason);
    fates.failed(request);
    log.note('failed', { id: idOf(request), url: shortened(request.url()), reason });
  });
  const watched = watchPage(page);
  const { document, quiet } = watched;

  return {
    document,
    shown: watched.shown,
    quiet,
    track,
    archived(patienceMs) {
      awaited = new Set(unarchived);
      return archived(patienceMs);
    },
    async answerOf(url, patienceMs) {
      const is = () => watched.document()?.url().split('#', 1)[0] === url.split('#', 1)[0];
      for (const until = performance.now() + patienceMs; !is() && performance.now() < until; ) await pause(20);
      return is() ? watched.document() : null;
    },
    addFile: (response, status, body) => add(response, body, status),
    lost,
    unanswered: () => unanswered,
    unarchived: () => new Set([...unarchived].map(bareUrl)),
    missing: (broken) => fates.missing(new Set([...awaited].filter((request) => unarchived.has(request)).map(bareUrl)), broken),
    addBytes: (url, bytes) => void handed.set(url.split('#', 1)[0] ?? '', bytes),
    isSentAnew: () => isSentAnew,
    awaitsStyle: fates.awaitsStyle,
    isOverLimit: () => isOverLimit,
    secureOrigins: () => [...origins],
  };

  async function noteResponse(response: Response): Promise<void> {
    const { protocol, origin, hostname } = new URL(response.url());
    if (protocol === 'https:') origins.add(origin);
    const [security, headers] = await Promise.all([response.securityDetails(), response.headersArray()]);
    log.note('response', {
      id: idOf(response.request()),
      url: shortened(response.url()),
      status: response.status(),
      address: egress.addressOf(hostname) ?? null,
      headers,
      tls: security,
    });
  }

  async function archive(request: Request): Promise<void> {
    if (!/^https?:/.test(request.url())) return;
    const response = await request.response();
    const bytes = handed.get(bareUrl(request));
    // The page of the browser's viewer follows under the same address.
    if (!response || bytes === 'archived') return;
    if (bytes) {
      handed.set(bareUrl(request), 'archived');
      return add(response, bytes);
    }
    const { 'content-type': type = '' } = await response.allHeaders();
    const isRedirect = response.status() >= 300 && response.status() < 400;
    const readAs =
      request.isNavigationRequest() && /^\s*text\//i.test(type) && !/charset/i.test(type) ? await charsetOf(request) : undefined;
    await add(response, isRedirect ? Buffer.alloc(0) : await response.body(), response.status(), readAs);
  }

  async function add(response: Response, body: Buffer | StoredBody, status = response.status(), readAs?: string): Promise<void> {
    const request = response.request();
    const [requestHeaders, responseHeaders] = await Promise.all([request.headersArray(), response.headersArray()]);
    await warc.add({
      url: request.url(),
      method: request.method(),
      at: begun.get(request) ?? new Date(),
      requestHeaders,
      requestBody: request.postDataBuffer(),
      status,
      statusText: response.statusText(),
      responseHeaders,
      body,
      ...(readAs !== undefined && { readAs }),
      address: egress.addressOf(new URL(request.url()).hostname),
    });
    log.note('archived', { id: idOf(request), bytes: body instanceof Uint8Array ? body.length : body.sizeBytes });
  }

  function idOf(request: Request | null): number | null {
    return request === null ? null : (ids.get(request) ?? null);
  }
}

/** By which the browser read a document; undefined if it was left, or does not answer. */
async function charsetOf(request: Request): Promise<string | undefined> {
  const read = request.frame().evaluate<string[]>(`['URL', 'characterSet'].map((name) => Reflect.get(Document.prototype, name, document))`);
  const [url, charset] = await Promise.race([read.catch(() => []), pause(charsetMs).then(() => [])]);
  return url?.split('#', 1)[0] === bareUrl(request) ? charset : undefined;
}

const charsetMs = 2000;

type Fate = 'open' | 'came' | 'missing' | 'refused';

/** Follows what became of each resource that a page asked for. @param document the response that the page itself came from. */
function resourceFates(document: () => Response | null) {
  const fates = new Map<string, { readonly kind: string; readonly fate: Fate }>();
  const set = (request: Request, fate: Fate): void => {
    if (/^https?:/.test(request.url())) fates.set(bareUrl(request), { kind: request.resourceType(), fate });
  };
  return {
    asked(request: Request): void {
      if (!fates.has(bareUrl(request))) set(request, 'open');
    },
    /** An error in answer to a request for data is an answer; for a part of the page it is none. */
    answered(response: Response): void {
      const request = response.request();
      set(request, response.status() >= 400 && shownKinds.has(request.resourceType()) ? 'missing' : 'open');
    },
    finished(request: Request): void {
      if (fates.get(bareUrl(request))?.fate !== 'missing') set(request, 'came');
    },
    /** What any browser refuses, or the page itself gave up, is not missing. */
    failed(request: Request): void {
      if (fates.get(bareUrl(request))?.fate === 'missing') return;
      const reason = request.failure()?.errorText ?? '';
      set(request, isRefusedByAll.test(reason) ? 'refused' : reason === 'net::ERR_BLOCKED_BY_ORB' ? 'came' : 'missing');
    },
    awaitsStyle: () => [...fates.values()].some(({ kind, fate }) => kind === 'stylesheet' && fate === 'open'),
    missing(unarchived: ReadonlySet<string>, broken: readonly string[]): ReturnType<Traffic['missing']> {
      for (const url of new Set(broken.map((one) => one.split('#', 1)[0] ?? ''))) {
        const known = fates.get(url);
        if (known?.fate === 'came') fates.set(url, { ...known, fate: 'missing' });
      }
      const [own = ''] = (document()?.url() ?? '').split('#', 1);
      const parts = [...fates].filter(([url, { kind }]) => countedKinds.has(kind) && url !== own);
      const kinds = new Map<string, number>();
      for (const [, { kind, fate }] of parts) if (fate === 'missing' || isHole(kind, fate)) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      // The body of a document that the page left is gone with it.
      const lost = [...unarchived].filter((url) => url !== own && fates.get(url)?.kind !== 'document');
      return { asked: parts.length, kinds, lost: lost.length };
    },
  };
}

/** Whether a part that has not come yet leaves a hole. */
function isHole(kind: string, fate: Fate): boolean {
  return fate === 'open' && partKinds.has(kind) && kind !== 'document';
}

/** Parts of the page: an error in their place leaves a hole. */
const partKinds = new Set(['image', 'stylesheet', 'script', 'font', 'document']);
/** The browser asks for a film piece by piece, so one that is open is not missing. */
const shownKinds = new Set([...partKinds, 'media']);
const countedKinds = new Set([...shownKinds, 'xhr', 'fetch']);
const isRefusedByAll = /ERR_ABORTED|ERR_BLOCKED_BY_(?:CSP|RESPONSE)|ERR_UNKNOWN_URL_SCHEME|^csp$|^mixed-content$|^origin$/;

/** Watches the page itself only: a popup is closed with its requests still open. */
export function watchPage(page: Page): Pick<Traffic, 'document' | 'shown' | 'quiet'> {
  const underWay = new Set<Request>();
  let document: Response | null = null;
  let shown: Response | null = null;
  let lastMoved = performance.now();
  const ended = (request: Request): void => {
    underWay.delete(request);
    lastMoved = performance.now();
  };
  page.on('request', (request) => {
    // An event stream has no end; what the browser's own viewers ask for, none that is told.
    if (request.resourceType() === 'eventsource' || isOfBrowser(request.url())) return;
    underWay.add(request);
    lastMoved = performance.now();
  });
  page.on('requestfinished', ended).on('requestfailed', ended);
  page.on('response', (response) => {
    const request = response.request();
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) document = response;
  });
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && document?.url().split('#', 1)[0] === frame.url().split('#', 1)[0]) shown = document;
  });
  return {
    document: () => document,
    shown: () => shown ?? document,
    async quiet(quietMs, patienceMs) {
      const until = performance.now() + patienceMs;
      const isQuiet = (): boolean => underWay.size === 0 && performance.now() - lastMoved >= quietMs;
      while (!isQuiet() && performance.now() < until) await pause(25);
    },
  };
}

/** Tracks background work and counts what was lost: work that failed, or that was unfinished when the wait ended. */
function openWorkTracker(onFault: (error: unknown) => void): Pick<Traffic, 'archived' | 'lost'> & { track: (work: Promise<void>) => void } {
  const pending = new Set<Promise<void>>();
  let lost = 0;
  return {
    track(work) {
      const guarded = work.catch((error: unknown) => {
        lost += 1;
        onFault(error);
      });
      pending.add(guarded);
      void guarded.finally(() => pending.delete(guarded));
    },
    lost: () => lost,
    async archived(patienceMs) {
      const received = [...pending];
      const left = (): number => received.filter((work) => pending.has(work)).length;
      for (let before = Infinity; left() < before; ) {
        before = left();
        await Promise.race([Promise.all(received), pause(patienceMs)]);
      }
      lost += left();
    },
  };
}

function bareUrl(request: Request): string {
  return request.url().split('#', 1)[0] ?? '';
}

/** Whether it is a part of the browser, as its viewer of PDF files. */
export function isOfBrowser(url: string): boolean {
  return /^chrome(?:-extension)?:/.test(url);
}

/** A data: address may contain a whole image. */
function shortened(url: string): string {
  return url.length > 4096 ? `${url.slice(0, 4096)}…` : url;
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
