import { isUtf8 } from 'node:buffer';
import { createHash, randomUUID, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { IndexEntry } from '../../../../domain/proof/web-archive/cdxj.ts';

export interface Exchange {
  readonly url: string;
  readonly method: string;
  readonly at: Date;
  readonly requestHeaders: readonly Header[];
  readonly requestBody: Buffer | null;
  readonly status: number;
  readonly statusText: string;
  readonly responseHeaders: readonly Header[];
  /** As the page received it: transfer and content encodings are removed. */
  readonly body: Buffer | StoredBody;
  /** Of a document without a charset in its header: the one by which the browser read it. */
  readonly readAs?: string;
  /** The server's IP address; undefined if unknown. */
  readonly address: string | undefined;
}
/** A body too large for memory. */
export interface StoredBody {
  readonly path: string;
  readonly sizeBytes: number;
}
export interface Header {
  readonly name: string;
  readonly value: string;
}
export interface WarcWriter {
  /** Writes one exchange at a time. Resolves when both records are handed to the file system. */
  add(exchange: Exchange): Promise<void>;
  /** What was written; valid once the writer is closed. */
  written(): WrittenWarc;
  close(): Promise<void>;
}
export interface WrittenWarc {
  readonly path: string;
  /** Its responses, in file order. */
  readonly index: readonly IndexEntry[];
  /** Lower-case hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Writes a WARC 1.1 file (ISO 28500). Each record is its own gzip member, as archive readers expect. */
export function createWarc(path: string, about: Readonly<Record<string, string>>): WarcWriter {
  const file = createWriteStream(path, { mode: 0o600 });
  let failed: Error | null = null;
  file.on('error', (error) => (failed = error));
  const hash = createHash('sha256');
  const index: IndexEntry[] = [];
  let offset = 0;
  let isClosing = false;
  const info = [Buffer.from(fieldLines(about))];
  let tail: Promise<void> = write('warcinfo', 'application/warc-fields', new Date(), info).then(() => undefined);
  tail.catch(() => undefined);

  return {
    add(exchange) {
      // A record that came after the end would be hashed, but not written.
      if (isClosing) return Promise.reject(new Error('the archive is closed'));
      const added = tail.then(() => addPair({ ...exchange, body: asSent(exchange) }));
      // One record that fails keeps no later one out.
      tail = added.catch(() => undefined);
      return added;
    },
    written: () => ({ path, index, sha256: hash.copy().digest('hex'), sizeBytes: offset }),
    async close() {
      isClosing = true;
      await tail.catch(() => undefined);
      if (!file.writableEnded) file.end();
      if (!file.closed) await once(file, 'close').catch(() => undefined);
      if (failed) throw failed;
    },
  };

  async function addPair(exchange: Exchange): Promise<void> {
    const { url, at, address, body } = exchange;
    const responseId = newId();
    const target = { 'WARC-Target-URI': url, ...(address === undefined ? {} : { 'WARC-IP-Address': address }) };
    const digest = await digestOf([body]);
    const place = await write(
      'response',
      'application/http; msgtype=response',
      at,
      [Buffer.from(responseHead(exchange)), body],
      { ...target, 'WARC-Payload-Digest': digest },
      responseId,
    );
    index.push({ url: urlOf(url), method: exchange.method, at, status: exchange.status, mime: mimeOf(exchange), digest, ...place });
    await write(
      'request',
      'application/http; msgtype=request',
      at,
      [Buffer.from(requestHead(exchange)), exchange.requestBody ?? Buffer.alloc(0)],
      { ...target, 'WARC-Concurrent-To': responseId },
    );
  }

  async function write(
    type: string,
    contentType: string,
    at: Date,
    block: readonly Part[],
    headers: Record<string, string> = {},
    id = newId(),
  ): Promise<Pick<IndexEntry, 'offset' | 'length' | 'recordDigest'>> {
    if (failed) throw failed;
    const head = recordHead({
      'WARC-Type': type,
      'WARC-Record-ID': id,
      'WARC-Date': at.toISOString(),
      ...headers,
      'WARC-Block-Digest': await digestOf(block),
      'Content-Type': contentType,
      'Content-Length': String(block.reduce((sum, part) => sum + sizeOf(part), 0)),
    });
    const record = createHash('sha256');
    const start = offset;
    const chunks = hashed(chunksOf([Buffer.from(head), ...block, Buffer.from('\r\n\r\n')]), record);
    for await (const chunk of zipped(chunks)) {
      hash.update(chunk);
      offset += chunk.length;
      if (!file.write(chunk)) await once(file, 'drain');
    }
    return { offset: start, length: offset - start, recordDigest: `sha256:${record.digest('hex')}` };
  }
}

type Part = Buffer | StoredBody;

function sizeOf(part: Part): number {
  return part instanceof Uint8Array ? part.length : part.sizeBytes;
}

async function* chunksOf(parts: readonly Part[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Uint8Array) yield part;
    else yield* createReadStream(part.path, { highWaterMark: 262_144 }) as AsyncIterable<Buffer>;
  }
}

async function* hashed(chunks: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

function zipped(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  const member = createGzip({ level: 4 });
  // Whoever reads gets the fault of the source.
  pipeline(chunks, member).catch(() => undefined);
  return member as AsyncIterable<Buffer>;
}

async function digestOf(parts: readonly Part[]): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunksOf(parts)) hash.update(chunk);
  return `sha256:${hash.digest('hex')}`;
}

function recordHead(fields: Readonly<Record<string, string>>): string {
  return `WARC/1.1\r\n${fieldLines(fields)}\r\n`;
}

function fieldLines(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${oneLine(value)}\r\n`)
    .join('');
}

/** The address as it is requested: without the fragment. */
function urlOf(url: string): string {
  return url.split('#', 1)[0] ?? url;
}

function mimeOf({ responseHeaders }: Exchange): string {
  const type = responseHeaders.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  return type.split(';', 1)[0]?.trim().toLowerCase() || 'application/octet-stream';
}

function requestHead({ method, url, requestHeaders }: Exchange): string {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search} HTTP/1.1\r\n${headerLines(requestHeaders)}\r\n`;
}

/** The body is stored decoded, so the headers that described its encoding are kept under another name. */
function responseHead({ status, statusText, responseHeaders, body, readAs }: Exchange): string {
  const type = readType(responseHeaders, body, readAs);
  const isReplaced = (name: string): boolean =>
    /^(?:content-encoding|transfer-encoding|content-length)$/i.test(name) || (type !== null && /^content-type$/i.test(name));
  const kept = responseHeaders.map(({ name, value }) => ({ name: isReplaced(name) ? `X-Archive-Orig-${name}` : name, value }));
  const own = [...(type === null ? [] : [{ name: 'Content-Type', value: type }]), { name: 'Content-Length', value: String(sizeOf(body)) }];
  const headers = headerLines([...kept, ...own]);
  return `HTTP/1.1 ${status} ${oneLine(statusText)}\r\n${headers}\r\n`;
}

/**
 * The content type of a text that the browser decoded. The browser hands out texts in UTF-8 whatever their original encoding, so another
 * charset in the header or in the page would be wrong for these bytes. Null if the header is right as it is.
 */
function readType(headers: readonly Header[], body: Part, readAs?: string): string | null {
  const given = typeIn(headers);
  if (readAs !== undefined && !isDeclared(body, readAs)) return `${given.split(';', 1)[0]?.trim() ?? ''}; charset=${readAs.toLowerCase()}`;
  if (!(body instanceof Uint8Array)) return null; // The browser saved it as it came.
  const isText = /^\s*(?:text\/|application\/(?:[\w.+-]*(?:javascript|ecmascript|json|xml)))/i.test(given);
  const isRight = !isText || /charset\s*=\s*"?utf-?8/i.test(given) || body.every((byte) => byte < 128) || !isUtf8(body);
  return isRight ? null : `${given.split(';', 1)[0]?.trim() ?? ''}; charset=utf-8`;
}

function typeIn(headers: readonly Header[]): string {
  return headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
}

/** Whether the browser found a charset in the document itself, and handed it out by that. It takes nothing for UTF-16 without a mark. */
function isDeclared(body: Part, readAs: string): boolean {
  if (/^utf-16/i.test(readAs)) return true;
  return body instanceof Uint8Array && /<meta[^>]+charset|<\?xml[^>]+encoding/i.test(body.toString('latin1', 0, 4096));
}

/**
 * The bytes that the site sent. The browser reads a plain text without a charset by the one that it takes for likely, and hands it out as
 * if it were Latin 1. Source: Chromium, InspectorPageAgent.
 */
function asSent({ responseHeaders, body, readAs }: Exchange): Part {
  const isPlain = /^\s*text\/(?!html|xml)/i.test(typeIn(responseHeaders));
  if (readAs === undefined || !isPlain || !(body instanceof Uint8Array)) return body;
  const bytes = Array.from(body.toString(), (letter) => latin.get(letter) ?? -1);
  return bytes.includes(-1) ? body : Buffer.from(bytes);
}

/** The bytes 0 to 255 by their letters, as browsers read Latin 1. Source: Encoding Standard, index windows-1252. */
const latin = new Map(
  Array.from({ length: 256 }, (_, byte) => [
    [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'][byte - 128] ?? String.fromCharCode(byte),
    byte,
  ]),
);

/** HTTP/2 pseudo-headers (`:path`) have no place in HTTP/1.1. */
function headerLines(headers: readonly Header[]): string {
  return headers
    .filter(({ name }) => !name.startsWith(':'))
    .flatMap(({ name, value }) => value.split('\n').map((one) => `${name}: ${oneLine(one)}\r\n`))
    .join('');
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}

function newId(): string {
  return `<urn:uuid:${randomUUID()}>`;
}
