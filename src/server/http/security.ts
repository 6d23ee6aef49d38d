import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * Headers of every answer (security, 31): nothing of another origin, never framed, no referrer, no sniffing; data is not stored.
 * `filesOrigin` is where file links lead on to, when that is not this server: pictures, media and downloads may come from there, scripts never.
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
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
