import type { CDPSession } from 'playwright-core';
import type { Header, WarcWriter } from '../archive/warc.ts';
import type { Egress } from './egress/egress.ts';

export interface IconDeps {
  readonly warc: Pick<WarcWriter, 'add'>;
  readonly egress: Pick<Egress, 'addressOf'>;
  /** Counts work as that of the page's own answers. */
  readonly track: (work: Promise<void>) => void;
}

interface AskedIcon {
  readonly url: string;
  readonly at: Date;
  readonly headers: Readonly<Record<string, string>>;
}

interface AnsweredIcon {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Adds the answers for `/favicon.ico` to the archive: the browser asks for it by itself, and its driver tells nothing of that. */
export async function recordIcons(session: CDPSession, { warc, egress, track }: IconDeps): Promise<void> {
  const asked = new Map<string, AskedIcon>();
  const answered = new Map<string, AnsweredIcon>();
  session.on('Network.requestWillBeSent', ({ requestId, request: { url, headers }, wallTime }) => {
    if (url.endsWith('/favicon.ico')) asked.set(requestId, { url, headers, at: new Date(wallTime * 1000) });
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (asked.has(requestId)) answered.set(requestId, response);
  });
  session.on('Network.loadingFinished', ({ requestId }) => {
    const [icon, answer] = [asked.get(requestId), answered.get(requestId)];
    if (icon && answer) track(archive(requestId, icon, answer));
  });
  await session.send('Network.enable');

  async function archive(requestId: string, { url, at, headers }: AskedIcon, answer: AnsweredIcon): Promise<void> {
    const { body, base64Encoded } = await session.send('Network.getResponseBody', { requestId });
    await warc.add({
      url,
      method: 'GET',
      at,
      requestHeaders: listed(headers),
      requestBody: null,
      status: answer.status,
      statusText: answer.statusText,
      responseHeaders: listed(answer.headers),
      body: Buffer.from(body, base64Encoded ? 'base64' : 'utf8'),
      address: egress.addressOf(new URL(url).hostname),
    });
  }
}

function listed(headers: Readonly<Record<string, string>>): Header[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}
