import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transportRefusal } from '../../contract/wire.ts';
import { transportMessages } from './errors.ts';

/** Serves the built console: hashed assets for ever, and the same page for every address that is not a file. */
export async function serveConsole(app: FastifyInstance, root: string): Promise<void> {
  await app.register(async (assets) => {
    assets.addHook('onSend', async (request, reply) => {
      if (request.url.startsWith('/assets/hash-worker-')) reply.header('content-security-policy', hashWorkerPolicy);
    });
    await assets.register(fastifyStatic, {
      root: join(root, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response) => void response.setHeader('cache-control', 'public, max-age=31536000, immutable'),
    });
  });
  const page = await readFile(join(root, 'index.html'), 'utf8');
  app.setNotFoundHandler((request, reply) => {
    // A part of an older build: the page would only hide the mistake.
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(?:assets|api)\//.test(request.url);
    if (!isPage) return reply.status(404).send(transportRefusal(404, transportMessages[404] ?? ''));
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
}

/**
 * A worker obeys the policy that its own script came with. The one that is given people's files may run WebAssembly, and reach nothing: not
 * even this server (decision 0019).
 */
const hashWorkerPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'";
