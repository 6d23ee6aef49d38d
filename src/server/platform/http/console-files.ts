import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accessNodes } from '../../../domain/business/access/access.ts';
import { transportRefusal } from '../../../contract/wire.ts';
import { parseUrl } from '../../../domain/kit/text/parse-url.ts';
import { transportMessages } from './errors.ts';
import { noSuchCall } from './no-call.ts';
import { refuseUnsigned } from './unsigned.ts';

/**
 * Serves the built console: hashed assets, cached for a year, and the same page for every address that is not a file.
 * @param notice the sandbox notice at the top of every page; null unless this installation is a sandbox.
 */
export async function serveConsole(app: FastifyInstance, root: string, notice: string | null): Promise<void> {
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
  const page = noticedPage(await readFile(join(root, 'index.html'), 'utf8'), notice);
  const sendPage = (reply: FastifyReply) => reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  app.setNotFoundHandler((request, reply) => {
    // An asset of an older build or an unknown call gets 404: the console's page would only hide the mistake.
    const path = plainPath(request.url);
    if (/^\/open\/v\d/i.test(path)) return refuseUnsigned(reply, 404, 'unknown', noSuchCall);
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(?:assets|api)(?:\/|$)/i.test(path);
    if (!isPage) return reply.status(404).send(transportRefusal(404, transportMessages[404] ?? ''));
    return sendPage(reply);
  });
  // The console has pages under /open/ too, where otherwise `answerNoCall` answers for unknown calls of the open API.
  for (const path of pagesUnder('/open/'))
    for (const url of [path, `${path}/*`]) app.get(url, { exposeHeadRoute: true }, async (_request, reply) => sendPage(reply));
}

/** The path of an address as people meant it: without doubled slashes and dots, decoded. */
function plainPath(url: string): string {
  const path = (parseUrl(`http://x${url}`)?.pathname ?? url).replaceAll(/%[2-7][0-9a-f]/gi, (code) => decodeURIComponent(code));
  return path.replaceAll(/[/\\]{2,}/g, '/');
}

/**
 * Puts the notice into the HTML itself, above everything that scripts render, so that it shows on every page even if scripts fail to load.
 * Certificates on the screen read it from there (`console/kit/certificate/certificate-sheet`).
 */
function noticedPage(page: string, notice: string | null): string {
  return notice === null
    ? page
    : page.replace('<html', '<html data-sandbox').replace('<body>', `<body><p id="sandbox-notice" role="note">${notice}</p>`);
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
