import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accessNodes } from '../../domain/access/access.ts';
import { transportRefusal } from '../../contract/wire.ts';
import { transportMessages } from './errors.ts';

/**
 * Serves the built console: hashed assets, cached for a year, and the same page for every address that is not a file.
 * @param mark the sandbox marking at the top of every page; null unless this installation is a sandbox.
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
    // An asset of an older build or an unknown call gets 404: the console's page would only hide the mistake.
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(?:assets|api)\//.test(request.url);
    if (!isPage) return reply.status(404).send(transportRefusal(404, transportMessages[404] ?? ''));
    return sendPage(reply);
  });
  // The console has pages under /open/ too, where otherwise `answerNoCall` answers for unknown calls of the open API.
  for (const path of pagesUnder('/open/'))
    for (const url of [path, `${path}/*`]) app.get(url, { exposeHeadRoute: true }, async (_request, reply) => sendPage(reply));
}

/**
 * Puts the mark into the HTML itself, above everything that scripts render, so that it shows on every page even if scripts fail to load.
 * Certificates on the screen read it from there (`console/certificate/sandbox-notice`).
 */
function markedPage(page: string, mark: string | null): string {
  return mark === null ? page : page.replace('<html', '<html data-marked').replace('<body>', `<body><p id="mark" role="note">${mark}</p>`);
}

/** Addresses of the menu's pages that start with `prefix`. */
function pagesUnder(prefix: string): string[] {
  const groups = new Map(accessNodes.map(({ id, url }) => [id, url]));
  const pages = accessNodes.filter(({ kind }) => kind === 'page').map(({ parentId, url }) => `${groups.get(parentId) ?? ''}${url}`);
  return pages.filter((path) => path.startsWith(prefix));
}

/**
 * A web worker is bound by the policy sent with its own script. Workers that process users' files may run WebAssembly but connect to
 * nothing, not even to this server (decision 0019).
 */
const fileWorkerPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'";
