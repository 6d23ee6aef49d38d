import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { transportRefusal } from '../../contract/wire.ts';
import type { LinkSigner, OpenLink } from '../storage/signed-links.ts';
import { StorageError, type ObjectStore } from '../storage/store.ts';
import { rangeOf } from './byte-range.ts';
import { contentDisposition } from './disposition.ts';

/** Serves what a signed link opens, whole or by ranges; what it serves is inert in the browser. Where the storage hands objects out itself, it sends the browser on to a presigned link (wire, section 1). GET and HEAD of everything under `/files/`. */
export async function filesRoutes(app: FastifyInstance, { store, links }: { store: ObjectStore; links: LinkSigner }): Promise<void> {
  const answer = async (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply): Promise<FastifyReply> => {
    const file = links.verify(request.params['*'].split('/', 1)[0] ?? '');
    const found = file && (await store.stat(file.sha256));
    if (!file || !found) return gone(reply);
    if (store.direct && request.method === 'GET' && isInertByItself(file)) {
      // The address of now, not the one of when the link was made: it lives no longer than the link.
      return reply.header('cache-control', 'no-store').redirect(await store.direct.link(file.sha256, presented(file)), 302);
    }
    if (request.headers['if-none-match'] === etagOf(file)) return reply.status(304).headers(cacheHeaders(file)).send();

    const range = rangeOf(rangeAsked(request, file), found.sizeBytes);
    if (range === 'unsatisfiable') return reply.status(416).header('content-range', `bytes */${found.sizeBytes}`).send();
    // Opened before a header is set: a file that is gone by now answers like one that never was.
    const stream = request.method === 'HEAD' ? null : (await store.open(file.sha256, range ?? undefined)).stream;
    reply
      .status(range ? 206 : 200)
      .headers(inertHeaders(file))
      .headers(cacheHeaders(file))
      .header('accept-ranges', 'bytes')
      .header('content-length', range ? range.end - range.start + 1 : found.sizeBytes);
    if (range) reply.header('content-range', `bytes ${range.start}-${range.end}/${found.sizeBytes}`);
    return stream ? reply.send(stream) : reply.send();
  };
  // One wildcard: a token is longer than Fastify lets a named parameter be, and no other address under /files/ may reach the console's page.
  // HEAD by name: the one that Fastify derives from GET says that the file is empty.
  app.route({ method: ['GET', 'HEAD'], url: '/files/*', exposeHeadRoute: false, handler: answer });

  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof StorageError) return gone(reply);
    request.log.error({ err: error }, 'fault');
    return reply.status(500).send(transportRefusal(500, `系统繁忙，请稍后再试（编号：${request.id}）`, { requestId: request.id }));
  });
}

/**
 * Whether the file may come straight from the storage, which sends none of the headers below: what is saved, and what a browser only draws
 * or plays. A page, an SVG, a PDF or a text that is looked at stays with this server.
 */
function isInertByItself({ disposition, mediaType }: OpenLink): boolean {
  return disposition === 'attachment' || (/^(image|audio|video)\//.test(mediaType) && !mediaType.includes('xml'));
}

function presented({ mediaType, disposition, name, secondsLeft }: OpenLink): { mediaType: string; contentDisposition: string; ttlSeconds: number } {
  return { mediaType, contentDisposition: contentDisposition(disposition, name), ttlSeconds: secondsLeft };
}

/** No script, no form, no frame elsewhere, no guessing of types: an uploaded page can be looked at and does nothing (security, 30 and 31). */
function inertHeaders(file: OpenLink): Record<string, string> {
  return {
    'content-type': file.mediaType,
    'content-disposition': contentDisposition(file.disposition, file.name),
    'content-security-policy': "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
  };
}

/** A browser keeps the file no longer than the link holds. */
function cacheHeaders(file: OpenLink): Record<string, string> {
  return { 'cache-control': `private, max-age=${file.secondsLeft}`, etag: etagOf(file) };
}

function etagOf(file: OpenLink): string {
  return `"${file.sha256}"`;
}

/** RFC 9110, 13.1.5: a part of another file than the client began with would be a broken file, so it gets the whole. */
function rangeAsked(request: FastifyRequest, file: OpenLink): string | undefined {
  const condition = request.headers['if-range'];
  return condition === undefined || condition === etagOf(file) ? request.headers.range : undefined;
}

function gone(reply: FastifyReply): FastifyReply {
  return reply.status(404).header('cache-control', 'no-store').send(transportRefusal(404, '链接无效或已过期'));
}
