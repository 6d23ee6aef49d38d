import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accessNodes } from '../../domain/access/access.ts';
import { transportRefusal } from '../../contract/wire.ts';
import { transportMessages } from './errors.ts';

/**
 * Serves the built console: hashed assets for ever, and the same page for every address that is not a file.
 * @param mark what stands at the head of every page; null in an installation that counts.
 */
export async function serveConsole(app: FastifyInstance, root: string, mark: string | null): Promise<void> {
  await app.register(async (assets) => {
    assets.addHook('onSend', async (request, reply) => {
      if (/^\/assets\/(?:hash|package)-worker-/.test(request.url)) reply.header('content-security-policy', fileWorkerPolicy);
    });
    await assets.register(fastifyStatic, {
      root: join(root, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response) => void response.setHeader('cache-control', 'public, max-age=31536000, immutable'),
    });
  });
  const page = markedPage(await readFile(join(root, 'index.html'), 'utf8'), mark);
  const sendPage = (reply: FastifyReply) => reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  app.setNotFoundHandler((request, reply) => {
    // A part of an older build: the page would only hide the mistake.
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(?:assets|api)\//.test(request.url);
    if (!isPage) return reply.status(404).send(transportRefusal(404, transportMessages[404] ?? ''));
    return sendPage(reply);
  });
  // Where the console's own pages stand beside the open API's calls, under the address that answers for calls that are not there.
  for (const path of pagesUnder('/open/')) for (const url of [path, `${path}/*`]) app.get(url, async (_request, reply) => sendPage(reply));
}

/**
 * The mark stands in the page itself, above all that scripts show: the login, the console and the open pages alike, whatever fails to load.
 * Certificates on the screen take it from there (`console/certificate/mark`).
 */
function markedPage(page: string, mark: string | null): string {
  return mark === null ? page : page.replace('<html', '<html data-marked').replace('<body>', `<body><p id="mark" role="note">${mark}</p>`);
}

/** Addresses of the menu's pages. */
function pagesUnder(prefix: string): string[] {
  const groups = new Map(accessNodes.map(({ id, url }) => [id, url]));
  const pages = accessNodes.filter(({ kind }) => kind === 'page').map(({ parentId, url }) => `${groups.get(parentId) ?? ''}${url}`);
  return pages.filter((path) => path.startsWith(prefix));
}

/**
 * A worker obeys the policy that its own script came with. Those that are given people's files may run WebAssembly, and reach nothing: not
 * even this server (decision 0019).
 */
const fileWorkerPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'";
