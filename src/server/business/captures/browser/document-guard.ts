import type { CDPSession } from 'playwright-core';
import { fileAnswer } from './verdict.ts';

/**
 * Follows the documents that the page itself loads. It answers no request for a password, so that the page of a 401 is shown, and stops a
 * page that reloads for ever: from then on it stays as it last stood still.
 */
export interface DocumentGuard {
  /** To be called before the capture itself opens an address. */
  expect(): void;
  /** From now on a page that leaves by itself counts. */
  settled(): void;
  /** How often the page loaded itself again, or left after it had settled. */
  selfLoads(): number;
}

/** An answer of the site that is a file, as the site sent it. */
export interface FileAnswer {
  readonly url: string;
  readonly status: number;
  /** Whether a browser shows it in place of the page that was open. */
  readonly replacesPage: boolean;
}

/**
 * @param onFile called for a file in place of a document, which the browser is then made to save, whatever its status. Without it files are
 * left alone.
 */
export async function guardDocuments(session: CDPSession, onFile?: (answer: FileAnswer) => void): Promise<DocumentGuard> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const mainFrame = frameTree.frame.id;
  let [expected, isSettled, count, last] = [0, false, 0, ''];
  session.on('Fetch.requestPaused', ({ requestId, frameId, request, redirectedRequestId, ...answered }) => {
    if (answered.responseStatusCode !== undefined || answered.responseErrorReason !== undefined) {
      const saved = frameId === mainFrame ? saving(request.url, answered, onFile) : {};
      session.send('Fetch.continueResponse', { requestId, ...saved }).catch(() => undefined);
      return;
    }
    const isOwn = expected > 0;
    const isNew = frameId === mainFrame && redirectedRequestId === undefined;
    if (isNew) {
      if (isOwn) expected -= 1;
      else if (request.url === last || isSettled) count += 1;
      last = request.url;
    }
    const answer =
      isNew && !isOwn && count > maxSelfLoads
        ? session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        : session.send('Fetch.continueRequest', { requestId });
    // The page may be closed meanwhile.
    answer.catch(() => undefined);
  });
  session.on('Fetch.authRequired', ({ requestId }) => {
    const authChallengeResponse = { response: 'CancelAuth' } as const;
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => undefined);
  });
  const documents = { urlPattern: '*', resourceType: 'Document' } as const;
  const patterns = onFile ? [documents, { ...documents, requestStage: 'Response' as const }] : [documents];
  await session.send('Fetch.enable', { patterns, handleAuthRequests: true });
  return {
    expect: () => void (expected = 1),
    settled: () => void (isSettled = true),
    selfLoads: () => count,
  };
}

const maxSelfLoads = 3;

interface Answered {
  readonly responseStatusCode?: number;
  readonly responseHeaders?: readonly { name: string; value: string }[];
}

/** What makes the browser save a file that it would show, or drop for its status; nothing for a page. */
function saving(url: string, { responseStatusCode: status = 0, responseHeaders = [] }: Answered, onFile?: (answer: FileAnswer) => void) {
  const headers = Object.fromEntries(responseHeaders.map(({ name, value }) => [name.toLowerCase(), value]));
  const kind = status < 300 || status > 399 ? fileAnswer(headers) : null;
  if (kind === null) return {};
  onFile?.({ url, status, replacesPage: kind === 'shown' });
  const others = responseHeaders.filter(({ name }) => name.toLowerCase() !== 'content-disposition');
  const [, named = ''] = /^[^;]*(;.*)?$/s.exec(headers['content-disposition'] ?? '') ?? [];
  return { responseCode: 200, responseHeaders: [...others, { name: 'Content-Disposition', value: `attachment${named}` }] };
}
