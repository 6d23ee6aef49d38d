import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { canServeSecurely, secureServers } from './bad-certificates.ts';
import { colourBlock } from './colours.ts';
import type { CorpusPage } from './content.ts';
import { pages } from './pages.ts';

/** The site of the corpus on loopback: one page of contents, one path for each trick. */
export async function corpusSite() {
  const visits = new Map<string, number>();
  const listen = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (request.method !== 'GET') return void response.writeHead(405).end();
    const count = (visits.get(url.pathname) ?? 0) + 1;
    visits.set(url.pathname, count);
    answer(url, { request, response, count });
  };
  const server = createServer(listen).listen(0, '127.0.0.1');
  server.on('upgrade', pushWords);
  await once(server, 'listening');
  const secure = canServeSecurely ? await secureServers(listen) : null;
  const place = server.address();
  const origin = `http://127.0.0.1:${typeof place === 'object' && place ? place.port : 0}`;
  return {
    origin,
    originOf: ({ certificate }: CorpusPage) => (certificate && secure?.origins[certificate]) ?? origin,
    /** The browser for a page: one that trusts the authority of the site's certificates where the page has one of them. */
    chromiumFor: async ({ certificate = 'self-made' }: CorpusPage, chromiumPath: string) =>
      certificate === 'self-made' || !secure ? chromiumPath : secure.trusting(chromiumPath),
    visits: (path: string) => visits.get(path) ?? 0,
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await secure?.close();
    },
  };
}

/** Opens a WebSocket and sends one text. Source: RFC 6455. */
function pushWords(request: IncomingMessage, socket: Duplex): void {
  const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  const words = Buffer.from('推送来的内容');
  socket.on('error', () => undefined);
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
  if (request.url !== '/silent') socket.write(Buffer.concat([Buffer.from([0x81, words.length]), words]));
}

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** How often the path was asked for, this time included. */
  readonly count: number;
}

function answer(url: URL, asked: Asked): void {
  const { response } = asked;
  const block = /^\/block\/([0-9a-f]{6})\.png$/.exec(url.pathname);
  if (block) return void response.writeHead(200, { 'content-type': 'image/png' }).end(colourBlock(block[1] ?? ''));
  if (url.pathname === '/hang') return;
  const [, waitMs] = /^\/wait\/(\d+)$/.exec(url.pathname) ?? [];
  if (waitMs !== undefined) return void setTimeout(() => response.end('waited'), Number(waitMs));
  if (url.pathname === '/')
    return html(response, `<h1>目录</h1>${pages.map(({ name }) => `<p><a href="/${name}">${name}</a></p>`).join('')}`);
  const [, name = '', part] = url.pathname.split('/');
  const page = pages.find((one) => one.name === name);
  if (!page || (part !== undefined && !page.parts?.[part]))
    return void response.writeHead(404, { 'content-type': 'text/plain' }).end('none');
  const body = part === undefined ? page.body : page.parts?.[part];
  if (typeof body === 'function') return body({ ...asked, html: (text, status, headers) => html(response, text, status, headers) });
  html(response, body ?? '', statusOf(page, part), part === undefined ? page.headers : undefined);
}

function statusOf({ status = 200 }: CorpusPage, part: string | undefined): number {
  return part === undefined ? status : 200;
}

function html(response: ServerResponse, body: string, status = 200, headers: Readonly<Record<string, string>> = {}): void {
  response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers })
    .end(`<!doctype html><html><head><meta charset="utf-8"><title>语料</title></head><body>${body}</body></html>`);
}
