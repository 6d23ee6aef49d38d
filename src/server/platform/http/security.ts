import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * Sets the security headers of every answer (spec/security, 31): no content of other origins, no framing by them, no referrer, no sniffing,
 * no caching of data.
 * @param filesOrigin the storage's origin, if file links redirect there: allowed for pictures, media and downloads, never for scripts.
 * @param shownOrigins origins whose pictures and media the mobile pages show.
 */
export async function secureHeaders(app: FastifyInstance, filesOrigin?: string, shownOrigins: readonly string[] = []): Promise<void> {
  const files = filesOrigin === undefined ? [] : [filesOrigin];
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...files, ...shownOrigins],
        mediaSrc: ["'self'", ...files, ...shownOrigins],
        // antd injects its styles at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        scriptSrc: ["'self'"],
        connectSrc: ["'self'"],
        frameSrc: ["'self'", 'blob:', ...files],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // The TLS reverse proxy sends it; sent over plain HTTP, it could make a test host unreachable.
    strictTransportSecurity: false,
  });
  app.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    const isEnvelope = String(reply.getHeader('content-type')).startsWith('application/json') && !reply.hasHeader('content-disposition');
    if (isEnvelope && downloads.test(request.url)) reply.headers(readByOwnPage);
  });
}

/** Addresses that the console loads in a hidden frame (spec/console, 9.6). */
const downloads = /^\/(?:api\/export|files)\//;
/** Lets only our own page frame the answer of a refused download, from which it reads the reason. */
const readByOwnPage = { 'content-security-policy': "default-src 'none'; frame-ancestors 'self'", 'x-frame-options': 'SAMEORIGIN' };
