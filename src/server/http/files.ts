import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { transportRefusal } from '../../contract/wire.ts';
import type { LinkSigner } from '../storage/signed-links.ts';
import { StorageError, type ByteRange, type ObjectStore } from '../storage/store.ts';
import { contentDisposition } from './disposition.ts';

/** Serves what a signed link opens, whole or by ranges; what it serves is inert in the browser. */
export async function filesRoutes(app: FastifyInstance, { store, links }: { store: ObjectStore; links: LinkSigner }): Promise<void> {
  app.get('/files/:token/:name', async (request: FastifyRequest<{ Params: { token: string } }>, reply) => {
    const file = links.verify(request.params.token);
    const found = file && (await store.stat(file.sha256));
    if (!file || !found) return gone(reply);
    const range = rangeOf(request.headers.range, found.sizeBytes);
    if (range === 'unsatisfiable') return reply.status(416).header('content-range', `bytes */${found.sizeBytes}`).send();
    reply
      .headers({
        'content-type': file.mediaType,
        'content-disposition': contentDisposition(file.disposition, file.name),
        'content-security-policy': "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
        'x-frame-options': 'SAMEORIGIN',
        'cache-control': 'private, max-age=900',
        'accept-ranges': 'bytes',
        etag: `"${file.sha256}"`,
        'content-length': range ? range.end - range.start + 1 : found.sizeBytes,
      })
      .status(range ? 206 : 200);
    if (range) reply.header('content-range', `bytes ${range.start}-${range.end}/${found.sizeBytes}`);
    if (request.method === 'HEAD') return reply.send();
    const { stream } = await store.open(file.sha256, range ?? undefined);
    return reply.send(stream);
  });

  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof StorageError) return gone(reply);
    request.log.error({ err: error }, 'fault');
    return reply.status(500).send(transportRefusal(500, '系统繁忙，请稍后再试'));
  });
}

function gone(reply: FastifyReply): FastifyReply {
  return reply.status(404).send(transportRefusal(404, '链接无效或已过期'));
}

/** One range of RFC 9110, 14.2; a header of several ranges or of another unit is ignored, as the RFC allows. */
export function rangeOf(header: string | undefined, sizeBytes: number): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const last = sizeBytes - 1;
  if (match[1] === '') {
    const suffix = Number(match[2]);
    return suffix === 0 || sizeBytes === 0 ? 'unsatisfiable' : { start: Math.max(0, sizeBytes - suffix), end: last };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? last : Math.min(Number(match[2]), last);
  if (start > last) return 'unsatisfiable';
  return end < start ? null : { start, end };
}
