import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../../domain/business/codes/limits.ts';
import type { Config } from '../runtime/config.ts';
import { withoutPersonal } from '../telemetry/personal.ts';
import { errorFields } from '../telemetry/process-log.ts';
import { spanFields, tracing } from '../telemetry/tracing.ts';
import { codedTransferWords } from './body-headers.ts';
import { rerouteUnreadable } from './no-call.ts';
import { QuietLogController } from './observed/log-controller.ts';
import { readTarget } from './request-target.ts';

type Logger = boolean | { write(line: string): void };

/** Creates a Fastify instance without routes. @param logger `true` logs to the standard output; an object receives lines of JSON. */
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
          // For lines that belong to no call, such as those of a running job.
          ...(tracing() === null ? {} : { mixin: spanFields }),
          timestamp: () => `,"time":"${new Date().toISOString()}"`,
          // The URL contains search terms, so lines name the call instead.
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
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket as Socket),
    // A HEAD that runs the handler of GET would write what GET writes; routes that only read say `exposeHeadRoute`.
    exposeHeadRoutes: false,
    rewriteUrl: (request) => readTarget(request as IncomingMessage),
    routerOptions: { maxParamLength: 2000, caseSensitive: true },
    // Uploads may take as long as bytes arrive; `abortIdleBodies` aborts idle ones. Headers must arrive within 20 seconds.
    requestTimeout: 0,
    // Ten seconds, the framework's limit, end the start of a server on a very busy machine.
    pluginTimeout: 120_000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5000 },
    forceCloseConnections: 'idle',
    // Requests that still arrive on open connections while closing are answered.
    return503OnClosing: false,
  });
  return app;
}

/**
 * Trusts only the proxy that connects to this server. Entries further left in `X-Forwarded-For` came from outside and may be forged.
 */
function nearestProxy(_address: string, hop: number): boolean {
  return hop === 0;
}

/**
 * Answers what Node cannot read as a request, before there is a request: in the framework's words, except for a body in a transfer coding
 * that is not taken, which clients send on purpose.
 */
function answerUnreadable(error: Error & { readonly code?: string; readonly rawPacket?: unknown }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = statuses[error.code ?? ''] ?? 400;
  const coding = error.code === 'HPE_INVALID_TRANSFER_ENCODING' ? codingIn(error.rawPacket) : undefined;
  const body = JSON.stringify(
    coding === undefined
      ? { error: STATUS_CODES[status], message: 'Client Error', statusCode: status }
      : { error: { code: 'malformed', message: codedTransferWords(coding) } },
  );
  if (socket.writable) {
    const head = ['content-type: application/json; charset=utf-8', `content-length: ${Buffer.byteLength(body)}`, 'connection: close'];
    socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', body].join('\r\n'));
  }
  socket.destroy(error);
}

const statuses: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** A coding other than chunked, which is refused only together with a length. */
function codingIn(packet: unknown): string | undefined {
  const text = Buffer.isBuffer(packet) ? packet.toString('latin1') : '';
  const coding = /^transfer-encoding:[ \t]*([\w ,-]{1,40})/im.exec(text)?.[1]?.trim().toLowerCase();
  return coding === 'chunked' ? undefined : coding;
}
