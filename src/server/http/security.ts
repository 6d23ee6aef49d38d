import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * Headers of every answer (security, 31): nothing of another origin, never framed by one, no referrer, no sniffing; data is not stored.
 * `filesOrigin` is where file links lead on to, when that is not this server: pictures, media and downloads may come from there, scripts
 * never.
 * `shownOrigins` are those whose pictures and media the mobile pages show.
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
        // antd writes its styles at run time.
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
    // Behind TLS the reverse proxy sends it; over plain HTTP it would lock a test host out.
    strictTransportSecurity: false,
  });
  app.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    const isEnvelope = String(reply.getHeader('content-type')).startsWith('application/json') && !reply.hasHeader('content-disposition');
    if (isEnvelope && downloads.test(request.url)) reply.headers(readByOwnPage);
  });
}

/** What the console asks for through a hidden frame (seed 1, section 9). */
const downloads = /^\/(?:api\/export|files)\//;
/** A download that is refused: our own page, and no other, reads out of the frame why. */
const readByOwnPage = { 'content-security-policy': "default-src 'none'; frame-ancestors 'self'", 'x-frame-options': 'SAMEORIGIN' };
