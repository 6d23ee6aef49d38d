import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, CDPSession } from 'playwright-core';
import type { CaptureDevice } from '../../../../domain/business/rules/capture.ts';
import type { StoredBody } from '../archive/warc.ts';
import { openRefuser } from './refuser.ts';
import { contextOptions, pictureSession } from './launch.ts';
import { isBlankPicture } from './verdict.ts';

export interface ShownFile extends StoredBody {
  /** Lower case, without parameters. */
  readonly mediaType: string;
}

/**
 * A PNG of a file's first page or frame, as the browser shows it; null for a type that it does not show, and for a file that it cannot
 * read. The file is shown in a context of its own, without a network.
 */
export async function pictureOfFile(capturing: BrowserContext, file: ShownFile, device: CaptureDevice): Promise<Buffer | null> {
  const page = pageFor(file);
  const browser = capturing.browser();
  if (page === null || browser === null) return null;
  const refuser = await openRefuser();
  const context = await browser.newContext({ ...contextOptions(device, browser.version()), proxy: { server: refuser.proxy } });
  try {
    const tab = await context.newPage();
    const session = await pictureSession(context, tab, device);
    await serve(session, page, file);
    await tab.goto(`${origin}/`, { waitUntil: 'load', timeout: patienceMs });
    return await settledPicture(session);
  } catch {
    return null; // A broken file is evidence all the same.
  } finally {
    await context.close().catch(() => undefined);
    await refuser.close();
  }
}

const origin = 'http://file.invalid';
const patienceMs = 15_000;
/** What is held in memory at once; a film is read in slices. */
const largestPage = 67_108_864;
const sliceBytes = 4_194_304;

function pageFor({ mediaType, sizeBytes }: ShownFile): string | null {
  const [family] = mediaType.split('/', 1);
  const style = 'position:fixed;inset:0;margin:auto;max-width:100%;max-height:100%';
  const frame = (inner: string) => `<!doctype html><body style="margin:0;background:#fff">${inner}`;
  if (family === 'video') return frame(`<video muted preload="auto" src="/file" style="${style}"></video>`);
  if (sizeBytes > largestPage) return null;
  if (family === 'image') return frame(`<img src="/file" style="${style}">`);
  if (mediaType !== 'application/pdf') return null;
  const fit = '#toolbar=0&navpanes=0&view=Fit';
  return frame(`<embed type="application/pdf" src="/file${fit}" style="position:fixed;inset:0;width:100%;height:100%">`);
}

/** Answers the page's requests from the file alone. */
async function serve(session: CDPSession, page: string, { path, sizeBytes, mediaType }: ShownFile): Promise<void> {
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const answer = async (status: number, headers: Readonly<Record<string, string>>, body: Buffer): Promise<void> => {
      const responseHeaders = Object.entries(headers).map(([name, value]) => ({ name, value }));
      await session.send('Fetch.fulfillRequest', { requestId, responseCode: status, responseHeaders, body: body.toString('base64') });
    };
    const answered = async (): Promise<void> => {
      const { pathname } = new URL(request.url);
      if (pathname === '/') return answer(200, { 'content-type': 'text/html; charset=utf-8' }, Buffer.from(page));
      if (pathname !== '/file') return answer(404, {}, Buffer.alloc(0));
      const [, from] = /^bytes=(\d+)-/.exec(request.headers['Range'] ?? '') ?? [];
      const start = Math.min(Number(from ?? 0), sizeBytes);
      const end = from === undefined ? sizeBytes : Math.min(start + sliceBytes, sizeBytes);
      const body = await slice(path, start, end);
      if (from === undefined) return answer(200, { 'content-type': mediaType }, body);
      return answer(206, { 'content-type': mediaType, 'content-range': `bytes ${start}-${end - 1}/${sizeBytes}` }, body);
    };
    // The page may be closed meanwhile.
    answered().catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `${origin}/*` }] });
}

async function slice(path: string, start: number, end: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The picture of the window once two are alike and show something; null if it stays empty. */
async function settledPicture(session: CDPSession): Promise<Buffer | null> {
  let last = '';
  for (const until = performance.now() + patienceMs; performance.now() < until; ) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
    const picture = Buffer.from(data, 'base64');
    if (data === last && !(await isBlankPicture(picture))) return picture;
    last = data;
    await sleep(200);
  }
  return null;
}
