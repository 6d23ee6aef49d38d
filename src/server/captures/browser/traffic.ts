import type { BrowserContext, Page, Request, Response } from 'playwright-core';
import type { CaptureLog } from './capture-log.ts';
import type { Egress } from './egress/egress.ts';
import type { WarcWriter } from '../archive/warc.ts';

export interface Traffic {
  /** The response that the page itself came from: the last one, because scripts and `meta refresh` may navigate on. */
  document(): Response | null;
  /** Resolves when no request was open for `quietMs`, or after `patienceMs`. */
  quiet(quietMs: number, patienceMs: number): Promise<void>;
  /** Resolves when every response received is in the archive, or after `patienceMs`. */
  archived(patienceMs: number): Promise<void>;
  /** Number of responses that the archive lacks. */
  lost(): number;
  /** Addresses that gave no response, without fragments. */
  unanswered(): ReadonlySet<string>;
  /** Addresses whose responses the archive lacks, without fragments. */
  unarchived(): ReadonlySet<string>;
  /** Origins that answered over TLS: `https://www.example.com:8443`. */
  secureOrigins(): readonly string[];
}

export interface Recorded {
  readonly log: CaptureLog;
  readonly warc: WarcWriter;
  readonly egress: Egress;
  readonly maxRequests: number;
  readonly onTooMany: () => void;
}

/** Logs every request and response of a context, and adds them to the archive. */
export function recordTraffic(context: BrowserContext, page: Page, { log, warc, egress, maxRequests, onTooMany }: Recorded): Traffic {
  const ids = new Map<Request, number>();
  const begun = new Map<Request, Date>();
  const origins = new Set<string>();
  const unanswered = new Set<string>();
  const unarchived = new Set<string>();
  const { track, archived, lost } = openWorkTracker((error) => log.note('body-lost', { reason: messageOf(error) }));

  context.on('request', (request) => {
    ids.set(request, ids.size + 1);
    begun.set(request, new Date());
    log.note('request', {
      id: ids.get(request),
      method: request.method(),
      url: shortened(request.url()),
      type: request.resourceType(),
      redirectedFrom: idOf(request.redirectedFrom()),
    });
    if (ids.size === maxRequests + 1) onTooMany();
  });
  context.on('response', (response) => track(noteResponse(response)));
  context.on('requestfinished', (request) => {
    const url = bareUrl(request);
    unarchived.add(url);
    track(archive(request).then(() => void unarchived.delete(url)));
  });
  context.on('requestfailed', (request) => {
    unanswered.add(bareUrl(request));
    log.note('failed', { id: idOf(request), url: shortened(request.url()), reason: request.failure()?.errorText ?? '' });
  });
  const { document, quiet } = watchPage(page);

  return {
    document,
    quiet,
    archived,
    lost,
    unanswered: () => unanswered,
    unarchived: () => unarchived,
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
    if (!response) return;
    const isRedirect = response.status() >= 300 && response.status() < 400;
    const [requestHeaders, responseHeaders, body] = await Promise.all([
      request.headersArray(),
      response.headersArray(),
      isRedirect ? Buffer.alloc(0) : response.body(),
    ]);
    await warc.add({
      url: request.url(),
      method: request.method(),
      at: begun.get(request) ?? new Date(),
      requestHeaders,
      requestBody: request.postDataBuffer(),
      status: response.status(),
      statusText: response.statusText(),
      responseHeaders,
      body,
      address: egress.addressOf(new URL(request.url()).hostname),
    });
    log.note('archived', { id: idOf(request), bytes: body.length });
  }

  function idOf(request: Request | null): number | null {
    return request === null ? null : (ids.get(request) ?? null);
  }
}

/** Watches the page itself only: a popup is closed with its requests still open. */
export function watchPage(page: Page): Pick<Traffic, 'document' | 'quiet'> {
  const underWay = new Set<Request>();
  let document: Response | null = null;
  let lastMoved = performance.now();
  const ended = (request: Request): void => {
    underWay.delete(request);
    lastMoved = performance.now();
  };
  page.on('request', (request) => {
    underWay.add(request);
    lastMoved = performance.now();
  });
  page.on('requestfinished', ended).on('requestfailed', ended);
  page.on('response', (response) => {
    const request = response.request();
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) document = response;
  });
  return {
    document: () => document,
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
      const until = performance.now() + patienceMs;
      while (pending.size > 0 && performance.now() < until)
        await Promise.race([Promise.all(pending), pause(Math.max(1, until - performance.now()))]);
      lost += pending.size;
    },
  };
}

function bareUrl(request: Request): string {
  return request.url().split('#', 1)[0] ?? '';
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
