import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

export interface Exchange {
  readonly url: string;
  readonly method: string;
  readonly at: Date;
  readonly requestHeaders: readonly Header[];
  readonly requestBody: Buffer | null;
  readonly status: number;
  readonly statusText: string;
  readonly responseHeaders: readonly Header[];
  /** As the page got it: transfer and content encodings are taken off. */
  readonly body: Buffer;
  /** Where it came from; undefined when that is not known. */
  readonly address: string | undefined;
}
export interface Header {
  readonly name: string;
  readonly value: string;
}
export interface WarcWriter {
  /** One after the other; resolves when both records are handed to the file system. */
  add(exchange: Exchange): Promise<void>;
  close(): Promise<void>;
}

/** Writes a WARC 1.1 file (ISO 28500), each record a gzip member of its own, as readers of archives expect it. */
export function createWarc(path: string, about: Readonly<Record<string, string>>): WarcWriter {
  const file = createWriteStream(path, { mode: 0o600 });
  let failed: Error | null = null;
  file.on('error', (error) => (failed = error));
  let tail: Promise<void> = write(
    'warcinfo',
    'application/warc-fields',
    new Date(),
    Buffer.from(
      Object.entries(about)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join(''),
    ),
  );
  tail.catch(() => undefined);

  return {
    add(exchange) {
      tail = tail.then(() => addPair(exchange));
      return tail;
    },
    async close() {
      await tail.catch(() => undefined);
      file.end();
      if (!file.closed) await once(file, 'close').catch(() => undefined);
      if (failed) throw failed;
    },
  };

  async function addPair(exchange: Exchange): Promise<void> {
    const { url, at, address, body } = exchange;
    const responseId = newId();
    const target = { 'WARC-Target-URI': url, ...(address === undefined ? {} : { 'WARC-IP-Address': address }) };
    const digest = `sha256:${createHash('sha256').update(body).digest('hex')}`;
    await write(
      'response',
      'application/http; msgtype=response',
      at,
      Buffer.concat([Buffer.from(responseHead(exchange)), body]),
      { ...target, 'WARC-Payload-Digest': digest },
      responseId,
    );
    await write(
      'request',
      'application/http; msgtype=request',
      at,
      Buffer.concat([Buffer.from(requestHead(exchange)), exchange.requestBody ?? Buffer.alloc(0)]),
      { ...target, 'WARC-Concurrent-To': responseId },
    );
  }

  async function write(
    type: string,
    contentType: string,
    at: Date,
    block: Buffer,
    headers: Record<string, string> = {},
    id = newId(),
  ): Promise<void> {
    if (failed) throw failed;
    const fields = {
      'WARC-Type': type,
      'WARC-Record-ID': id,
      'WARC-Date': at.toISOString(),
      ...headers,
      'WARC-Block-Digest': `sha256:${createHash('sha256').update(block).digest('hex')}`,
      'Content-Type': contentType,
      'Content-Length': String(block.length),
    };
    const head = `WARC/1.1\r\n${Object.entries(fields)
      .map(([name, value]) => `${name}: ${oneLine(value)}\r\n`)
      .join('')}\r\n`;
    const member = await promisify(gzip)(Buffer.concat([Buffer.from(head), block, Buffer.from('\r\n\r\n')]), { level: 4 });
    if (!file.write(member)) await once(file, 'drain');
  }
}

function requestHead({ method, url, requestHeaders }: Exchange): string {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search} HTTP/1.1\r\n${headerLines(requestHeaders)}\r\n`;
}

/** The body is stored as the page got it, so the headers that told how it travelled are kept under another name. */
function responseHead({ status, statusText, responseHeaders, body }: Exchange): string {
  const kept = responseHeaders.map(({ name, value }) => ({
    name: /^(?:content-encoding|transfer-encoding|content-length)$/i.test(name) ? `X-Archive-Orig-${name}` : name,
    value,
  }));
  const headers = headerLines([...kept, { name: 'Content-Length', value: String(body.length) }]);
  return `HTTP/1.1 ${status} ${oneLine(statusText)}\r\n${headers}\r\n`;
}

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
