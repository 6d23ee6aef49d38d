import type { FastifyReply, FastifyRequest } from 'fastify';
import { transportRefusal } from '../../../../contract/wire.ts';
import type { LinkedFile } from '../../storage/signed-links.ts';
import type { ByteRange, ObjectStore } from '../../storage/store.ts';
import { contentDisposition } from './disposition.ts';

/** A file to which the caller has access. */
export interface GrantedFile extends LinkedFile {
  /** How long a link to the storage is valid. */
  readonly secondsLeft: number;
  readonly cacheControl: string;
  /** Whether pages of other origins may show it. */
  readonly isPublic?: boolean;
}

/**
 * Sends a stored file, whole or a range, in a form that is inert in the browser. If the storage serves objects itself, the browser is
 * redirected to a presigned link (spec/wire, 1). A null file is answered like a missing one. @throws StorageError `missing`
 */
export async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  store: ObjectStore,
  file: GrantedFile | null,
): Promise<FastifyReply> {
  const found = file && (await store.stat(file.sha256));
  if (!file || !found) return sendGone(reply);
  if (store.direct && request.method === 'GET' && isInertByItself(file)) {
    // Not cached: each request gets a new presigned link, which expires with the signed link.
    return reply.header('cache-control', 'no-store').redirect(await store.direct.link(file.sha256, presented(file)), 302);
  }
  if (request.headers['if-none-match'] === etagOf(file)) return reply.status(304).headers(cacheHeaders(file)).send();

  const range = rangeOf(rangeAsked(request, file), found.sizeBytes);
  if (range === 'unsatisfiable') return reply.status(416).header('content-range', `bytes */${found.sizeBytes}`).send();
  // Opened before any header is set, so that a file that has just disappeared can still be answered as missing.
  const stream = request.method === 'HEAD' ? null : (await store.open(file.sha256, range ?? undefined)).stream;
  reply
    .status(range ? 206 : 200)
    .headers(inertHeaders(file))
    .headers(cacheHeaders(file))
    .header('accept-ranges', 'bytes')
    .header('content-length', range ? range.end - range.start + 1 : found.sizeBytes);
  if (range) reply.header('content-range', `bytes ${range.start}-${range.end}/${found.sizeBytes}`);
  return stream ? reply.send(stream) : reply.send();
}

export function sendGone(reply: FastifyReply): FastifyReply {
  return reply.status(404).header('cache-control', 'no-store').send(transportRefusal(404, '链接无效或已过期'));
}

/**
 * Whether the file may come directly from the storage, which does not send `inertHeaders`: downloads, and media that a browser only
 * displays or plays. Pages, SVG, PDF and text that are shown inline are served by this server.
 */
function isInertByItself({ disposition, mediaType }: GrantedFile): boolean {
  return disposition === 'attachment' || (/^(image|audio|video)\//.test(mediaType) && !mediaType.includes('xml'));
}

function presented({ mediaType, disposition, name, secondsLeft }: GrantedFile): {
  mediaType: string;
  contentDisposition: string;
  ttlSeconds: number;
} {
  return { mediaType, contentDisposition: contentDisposition(disposition, name), ttlSeconds: secondsLeft };
}

/**
 * No scripts, forms, foreign framing or type sniffing: an uploaded page can be viewed but cannot act (spec/security, 30 and 31).
 */
function inertHeaders(file: GrantedFile): Record<string, string> {
  return {
    'content-type': file.mediaType,
    'content-disposition': contentDisposition(file.disposition, file.name),
    'content-security-policy':
      "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    ...(file.isPublic === true ? { 'cross-origin-resource-policy': 'cross-origin' } : {}),
  };
}

function cacheHeaders(file: GrantedFile): Record<string, string> {
  return { 'cache-control': file.cacheControl, etag: etagOf(file) };
}

function etagOf(file: GrantedFile): string {
  return `"${file.sha256}"`;
}

/** The `Range` header, unless `If-Range` names another file (RFC 9110, 13.1.5): a part of it would corrupt the client's copy. */
function rangeAsked(request: FastifyRequest, file: GrantedFile): string | undefined {
  const condition = request.headers['if-range'];
  return condition === undefined || condition === etagOf(file) ? request.headers.range : undefined;
}

/** Parses a `Range` header of one range (RFC 9110, 14.2). Null if absent, of several ranges or another unit, as the RFC allows. */
function rangeOf(header: string | undefined, sizeBytes: number): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const last = sizeBytes - 1;
  if (match[1] === '') {
    const suffix = Number(match[2]);
    return suffix === 0 || sizeBytes === 0 ? 'unsatisfiable' : { start: Math.max(0, sizeBytes - suffix), end: last };
  }
  const start = Number(match[1]);
  if (match[2] !== '' && Number(match[2]) < start) return null;
  return start > last ? 'unsatisfiable' : { start, end: match[2] === '' ? last : Math.min(Number(match[2]), last) };
}
