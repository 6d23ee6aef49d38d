import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { randomUUID } from 'node:crypto';
import { limits } from '../../domain/codes/limits.ts';
import type { Config } from '../runtime/config.ts';
import { withoutPersonal } from '../telemetry/personal.ts';
import { errorFields } from '../telemetry/process-log.ts';
import { spanFields, tracing } from '../telemetry/tracing.ts';
import { QuietLogController } from './observed/log-controller.ts';
import { rerouteUnreadable } from './no-call.ts';

type Logger = boolean | { write(line: string): void };

/** A Fastify without routes, as this server needs it. @param logger to the standard output; or to what is given, as lines of JSON. */
export function newApp({ trustProxy, logging }: Pick<Config, 'trustProxy' | 'logging'>, logger?: Logger): FastifyInstance {
  const out = logger === true || !logger ? process.stdout : logger;
  const app: FastifyInstance = fastify({
    trustProxy: trustProxy && nearestProxy,
    genReqId: () => randomUUID(),
    bodyLimit: limits.formBodyBytes,
    logger: logger
      ? {
          level: logging.level,
          formatters: { level: (level) => ({ level }), bindings: () => ({}) },
          // Lines of no call: of a job that is under way.
          ...(tracing() === null ? {} : { mixin: spanFields }),
          timestamp: () => `,"time":"${new Date().toISOString()}"`,
          // The address of a call holds what was searched for: a line names the call instead.
          serializers: {
            err: errorFields,
            error: errorFields,
            req: () => ({}),
            res: ({ statusCode }) => ({ statusCode: statusCode ?? 0 }),
          },
          stream: { write: (line: string) => void out.write(withoutPersonal(line)) },
        }
      : false,
    logController: new QuietLogController(),
    frameworkErrors: (_error, { raw }, reply) => rerouteUnreadable(app, raw, reply as FastifyReply),
    routerOptions: { maxParamLength: 2000, caseSensitive: true },
    // Uploads take as long as they flow: `endRestingBodies` ends what rests. Heads are short, and have to be there at once.
    requestTimeout: 0,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5000 },
    forceCloseConnections: 'idle',
    // What still arrives on an open connection while closing is answered, not turned away.
    return503OnClosing: false,
  });
  return app;
}

/**
 * Only the proxy that connects is believed: what stands further left in `X-Forwarded-For` came to it from outside, and says whatever its
 * sender likes.
 */
function nearestProxy(_address: string, hop: number): boolean {
  return hop === 0;
}
