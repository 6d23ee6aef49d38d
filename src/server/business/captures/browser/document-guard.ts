import type { CDPSession } from 'playwright-core';
import { fileAnswer, mediaTypeOf } from './verdict.ts';

/**
 * Follows the documents that the page itself loads. It answers no request for a password, so that the page of a 401 is shown, and stops a
 * page that reloads for ever: from then on it stays as it last stood still.
 */
export interface DocumentGuard {
  /** To be called before the capture itself opens an address. */
  expect(): void;
  /** From now on the page stays: its pictures are taken. */
  settled(): void;
  /** How often the page loaded itself again, or left after people had seen it. */
  selfLoads(): number;
  /** PDF files that frames of the page show. */
  framedFiles(): number;
  /** Whether it was kept from leaving once it had been measured. */
  isHeld(): boolean;
}

/** An answer of the site that is a file, as the site sent it. */
export interface FileAnswer {
  readonly url: string;
  readonly status: number;
  /** Whether a browser shows it in place of the page that was open. */
  readonly replacesPage: boolean;
}

export interface FoundFiles {
  /**
   * Called for a file in place of the page, which the browser is then made to save, whatever its status. Without it such files are left
   * alone.
   */
  readonly onFile?: ((answer: FileAnswer) => void) | undefined;
  /** Called for what the browser driver does not hand out: a PDF in a frame, the page of a redirect that leads nowhere. */
  readonly onBytes: (url: string, bytes: Buffer) => void;
}

export async function guardDocuments(session: CDPSession, { onFile, onBytes }: FoundFiles): Promise<DocumentGuard> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const mainFrame = frameTree.frame.id;
  let framedFiles = 0;
  let [expected, isSettled, isHeld, isSeen, count, last] = [0, false, false, false, 0, ''];
  session.on('Page.lifecycleEvent', ({ frameId, name }) => {
    // Without words and pictures a page is a way to another one.
    if (frameId === mainFrame && (name === 'init' || name === 'firstContentfulPaint')) isSeen = name !== 'init';
  });
  const counted = new Set<string>();
  session.on('Fetch.requestPaused', ({ requestId, networkId = '', frameId, request, redirectedRequestId, ...answered }) => {
    if (answered.responseStatusCode !== undefined || answered.responseErrorReason !== undefined) {
      // A file that is saved beside the page does not take its place.
      if (fileAnswer(headersOf(answered)) === 'saved' && counted.delete(networkId)) count -= 1;
      const saved = frameId === mainFrame ? saving(request.url, answered, onFile) : {};
      const read = (frameId !== mainFrame && isShownFile(answered)) || leadsNowhere(answered) ? readBody(session, requestId) : null;
      if (frameId !== mainFrame && isShownFile(answered)) framedFiles += 1;
      Promise.resolve(read)
        .then((bytes) => bytes && onBytes(request.url, bytes))
        .catch(() => undefined)
        .then(() => session.send('Fetch.continueResponse', { requestId, ...saved }))
        .catch(() => undefined);
      return;
    }
    const isOwn = expected > 0;
    const isNew = frameId === mainFrame && redirectedRequestId === undefined;
    if (isNew) {
      if (isOwn) expected -= 1;
      else if (isSettled) isHeld = true;
      else if (request.url === last || isSeen) {
        count += 1;
        counted.add(networkId);
      }
      last = request.url;
    }
    const answer =
      isNew && !isOwn && (isSettled || count > maxSelfLoads)
        ? session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        : session.send('Fetch.continueRequest', { requestId });
    // The page may be closed meanwhile.
    answer.catch(() => undefined);
  });
  session.on('Fetch.authRequired', ({ requestId }) => {
    const authChallengeResponse = { response: 'CancelAuth' } as const;
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => undefined);
  });
  await session.send('Page.enable');
  await session.send('Page.setLifecycleEventsEnabled', { enabled: true });
  const documents = { urlPattern: '*', resourceType: 'Document' } as const;
  const patterns = [documents, { ...documents, requestStage: 'Response' as const }];
  await session.send('Fetch.enable', { patterns, handleAuthRequests: true });
  return {
    expect: () => void (expected = 1),
    settled: () => void (isSettled = true),
    selfLoads: () => count,
    framedFiles: () => framedFiles,
    isHeld: () => isHeld,
  };
}

const maxSelfLoads = 3;

interface Answered {
  readonly responseStatusCode?: number;
  readonly responseHeaders?: readonly { name: string; value: string }[];
}

function headersOf({ responseHeaders = [] }: Answered): Readonly<Record<string, string>> {
  return Object.fromEntries(responseHeaders.map(({ name, value }) => [name.toLowerCase(), value]));
}

function isShownFile(answered: Answered): boolean {
  const headers = headersOf(answered);
  return answered.responseStatusCode === 200 && mediaTypeOf(headers) === 'application/pdf' && fileAnswer(headers) === 'shown';
}

function leadsNowhere(answered: Answered): boolean {
  const { responseStatusCode: status = 0 } = answered;
  return status >= 300 && status < 400 && status !== 304 && headersOf(answered)['location'] === undefined;
}

async function readBody(session: CDPSession, requestId: string): Promise<Buffer> {
  const { body, base64Encoded } = await session.send('Fetch.getResponseBody', { requestId });
  return Buffer.from(body, base64Encoded ? 'base64' : 'utf8');
}

/** What makes the browser save a file that it would show, or drop for its status; nothing for a page. */
function saving(url: string, answered: Answered, onFile?: (answer: FileAnswer) => void) {
  const { responseStatusCode: status = 0, responseHeaders = [] } = answered;
  const headers = headersOf(answered);
  const kind = onFile && (status < 300 || status > 399) ? fileAnswer(headers) : null;
  if (kind === null) return {};
  onFile?.({ url, status, replacesPage: kind === 'shown' });
  const others = responseHeaders.filter(({ name }) => name.toLowerCase() !== 'content-disposition');
  const [, named = ''] = /^[^;]*(;.*)?$/s.exec(headers['content-disposition'] ?? '') ?? [];
  return { responseCode: 200, responseHeaders: [...others, { name: 'Content-Disposition', value: `attachment${named}` }] };
}
