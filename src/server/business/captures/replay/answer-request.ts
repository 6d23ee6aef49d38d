import type { FileHandle } from 'node:fs/promises';
import type { Request, Route } from 'playwright-core';
import { readResponse, type ArchivedResponse } from '../archive/warc-response.ts';
import type { ResponseFinder } from './find-response.ts';

export interface AnsweringDeps {
  readonly finder: ResponseFinder;
  readonly warc: FileHandle;
  readonly maxBytes: number;
  /** Addresses that gave the original no response, with the browser's word for it. */
  readonly unanswered: ReadonlyMap<string, string>;
  /** Called for a request that the archive has no response to. */
  readonly onRefused: (url: string) => void;
}

/** Answers a request of the replayed page from the archive only, or refuses it. */
export async function answerRequest(route: Route, deps: AnsweringDeps): Promise<void> {
  const request = route.request();
  const found = await findAnswer(request.method(), request.url(), deps);
  if (!found) {
    if (!passiveTypes.has(request.resourceType())) deps.onRefused(request.url());
    return route.abort(refusal(deps.unanswered.get(request.url().split('#', 1)[0] ?? '')));
  }
  const { response, url } = found;
  // A redirect that the browser follows by itself bypasses the route. A page and a style sheet are forwarded by content instead, because
  // they resolve relative addresses against their own.
  const led = url === request.url() ? null : leading(request, url);
  if (led) return route.fulfill(led);
  const { status, body, contentRange } = inRange(request, response);
  const headers = Object.fromEntries(response.headers.filter(({ name }) => !framing.test(name)).map(({ name, value }) => [name, value]));
  // Without a place to go to it is a page, which the browser takes from a route as another status only.
  const shown = status >= 300 && status < 400 ? 200 : status;
  return route.fulfill({ status: shown, body, headers: contentRange === null ? headers : { ...headers, 'content-range': contentRange } });
}

/** What the browser shows in place of a frame depends on why the frame did not come. */
function refusal(word = ''): string {
  const code = word
    .replace(/^net::ERR_/, '')
    .replaceAll('_', '')
    .toLowerCase();
  return refusals.has(code) ? code : 'failed';
}

/** As the browser driver names them. */
const refusals = new Set([
  'aborted',
  'accessdenied',
  'addressunreachable',
  'blockedbyclient',
  'blockedbyresponse',
  'connectionaborted',
  'connectionclosed',
  'connectionfailed',
  'connectionrefused',
  'connectionreset',
  'namenotresolved',
  'timedout',
]);

/** The response at the end of the redirects, and its address. */
async function findAnswer(
  method: string,
  asked: string,
  { finder, warc, maxBytes }: AnsweringDeps,
): Promise<{ readonly response: ArchivedResponse; readonly url: string } | null> {
  let [way, url] = [method, asked];
  for (let hops = 0; hops < maxHops; hops += 1) {
    const entry = finder.find(way, url);
    if (!entry) return null;
    const response = await readResponse(warc, entry, maxBytes);
    const location = response.headers.find(({ name }) => name.toLowerCase() === 'location')?.value;
    if (response.status < 300 || response.status > 399 || location === undefined) return { response, url };
    if (!URL.canParse(location, url)) return null;
    url = new URL(location, url).href;
    if (response.status === 303 || (way === 'POST' && response.status < 303)) way = 'GET';
  }
  return null;
}

function leading(request: Request, url: string): Parameters<Route['fulfill']>[0] | null {
  const address = url.replaceAll('&', '&amp;').replaceAll('"', '%22');
  if (request.isNavigationRequest())
    return { contentType: 'text/html; charset=utf-8', body: `<!doctype html><meta http-equiv="refresh" content="0;url=${address}">` };
  if (request.resourceType() === 'stylesheet')
    return { contentType: 'text/css; charset=utf-8', body: `@import url("${url.replaceAll('"', '%22').replaceAll('\\', '%5c')}");` };
  return null;
}

/** A media player asks for byte ranges; the archive may have the whole file. */
function inRange(
  request: Request,
  { status, headers, body }: ArchivedResponse,
): { readonly status: number; readonly body: Buffer; readonly contentRange: string | null } {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers()['range'] ?? '') ?? [];
  const had = headers.find(({ name }) => name.toLowerCase() === 'content-range')?.value;
  const isWhole = status === 200 || had === `bytes 0-${body.length - 1}/${body.length}`;
  if (from === undefined || !isWhole || Number(from) >= body.length) return { status, body, contentRange: null };
  const end = Math.min(to === undefined || to === '' ? body.length - 1 : Number(to), body.length - 1);
  return { status: 206, body: body.subarray(Number(from), end + 1), contentRange: `bytes ${from}-${end}/${body.length}` };
}

/** Headers that the browser computes itself, and cookies of the capture, which must not be set in the replay. */
const framing = /^(?:content-length|connection|keep-alive|set-cookie|x-archive-orig-.*)$/i;
/** Requests that do not change how a page looks. */
const passiveTypes = new Set(['ping', 'cspviolationreport', 'beacon', 'preflight', 'prefetch']);
const maxHops = 20;
