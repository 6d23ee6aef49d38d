import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Why the server aborted a request body: no more bytes arrived, or its sender lost the permission to send. */
export type BodyEnd = 'idle' | 'revoked';

/** The error that readers of an aborted body get. */
export class BodyEnded extends Error {
  override name = 'BodyEnded';
  readonly statusCode: number;

  constructor(readonly reason: BodyEnd) {
    super(reason === 'idle' ? 'nothing more came of the body' : 'its sender may send no more');
    this.statusCode = reason === 'idle' ? 408 : 401;
  }
}

const ends = new WeakMap<IncomingMessage, BodyEnd>();

/** Why the server aborted the request's body, if it did. Error handlers ask this, because readers may have wrapped the error. */
export function endOfBody({ raw }: FastifyRequest): BodyEnd | undefined {
  return ends.get(raw);
}

/**
 * Aborts a request body. Its reader gets an error, so that staged bytes are removed, and the connection closes after the answer. Without a
 * reader, or if the answer has begun, the connection is destroyed.
 */
export function endBody(raw: IncomingMessage, response: ServerResponse, reason: BodyEnd): void {
  if (ends.has(raw)) return;
  ends.set(raw, reason);
  if (response.headersSent || response.writableEnded || raw.listenerCount('error') === 0) raw.destroy();
  // Not destroyed, which would close the connection before the answer is sent.
  else raw.emit('error', new BodyEnded(reason));
}

/** Whether a request has a body (RFC 9112, 6.3). */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

interface WatchedBody {
  readonly raw: IncomingMessage;
  readonly reply: FastifyReply;
  readonly beganMs: number;
  /** Bytes read from the connection at the last check, and the time since which none have arrived. */
  bytes: number;
  movedMs: number;
  answeredMs: number | null;
  endedMs: number | null;
}

/**
 * Aborts request bodies of which no byte has arrived for `idleMs`, on every route, even if no handler reads them. A body that keeps flowing
 * may take hours, except one that is read into memory (a form, JSON): it has at most 15 seconds without a byte, and five times its idle
 * time in total. Time in which received bytes wait for the server, such as for a slow storage, does not count.
 */
export function abortIdleBodies(app: FastifyInstance, idleMs: number): void {
  const watched = new Set<WatchedBody>();
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const now = performance.now();
    if (hasBody(raw)) watched.add({ raw, reply, beganMs: now, bytes: -1, movedMs: now, answeredMs: null, endedMs: null });
    done();
  });
  // The rest of an aborted body is not awaited, so its connection closes after the answer.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (ends.has(request.raw)) reply.header('connection', 'close');
    done();
  });
  const checkBodies = (): void => {
    const now = performance.now();
    for (const body of watched) if (!isUnderWay(body, now, idleMs)) watched.delete(body);
  };
  const timer = setInterval(checkBodies, Math.min(1000, idleMs / 4)).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}

/** Checks one body, and aborts it if it is overdue. @returns whether to check it again. */
function isUnderWay(body: WatchedBody, now: number, idleMs: number): boolean {
  const { raw, reply } = body;
  if (raw.complete || raw.readableEnded || raw.destroyed) return false;
  if (body.endedMs !== null) {
    // Its readers got the error but have not finished yet.
    if (now - body.endedMs < graceMs) return true;
    raw.destroy();
    return false;
  }
  const bytes = raw.socket.bytesRead;
  const isAnswered = reply.raw.writableEnded;
  // Unread bytes are in the buffer: the server is slow, not the sender.
  if (bytes !== body.bytes || (raw.readableLength > 0 && !isAnswered)) {
    body.bytes = bytes;
    body.movedMs = now;
  }
  // Bytes that arrive after the answer are useless, so the time limit runs from the answer.
  if (isAnswered) body.answeredMs ??= now;
  const isForm = isReadWhole(raw);
  const restMs = isForm ? Math.min(idleMs, formIdleMs) : idleMs;
  const isOverdue =
    now - (body.answeredMs ?? body.movedMs) >= restMs ||
    now - body.movedMs >= restMs ||
    (isForm && now - body.beganMs >= wholeIdles * restMs);
  if (!isOverdue) return true;
  body.endedMs = now;
  endBody(raw, reply.raw, 'idle');
  return true;
}

/** Whether a body is read into memory, as forms and JSON are; all others are uploads. */
export function isReadWhole({ headers }: IncomingMessage): boolean {
  return !/^(?:multipart\/|application\/offset\+octet-stream)/i.test(headers['content-type'] ?? '');
}

const formIdleMs = 15_000;
const wholeIdles = 5;
/** From the error to the end of the connection, if the readers do not answer. */
const graceMs = 5000;
