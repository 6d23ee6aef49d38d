import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Why we ended a body before its sender did: nothing more came of it, or its sender may send no more. */
export type BodyEnd = 'rested' | 'revoked';

/** Thrown to whoever reads a body that was ended. */
export class BodyEnded extends Error {
  override name = 'BodyEnded';
  readonly statusCode: number;

  constructor(readonly reason: BodyEnd) {
    super(reason === 'rested' ? 'nothing more came of the body' : 'its sender may send no more');
    this.statusCode = reason === 'rested' ? 408 : 401;
  }
}

const ends = new WeakMap<IncomingMessage, BodyEnd>();

/** Why the body of a request was ended by us; asked where its refusal is put into words, whatever its readers made of the failure. */
export function endOfBody({ raw }: FastifyRequest): BodyEnd | undefined {
  return ends.get(raw);
}

/**
 * Ends a body: whoever reads it is failed, so that what was staged goes, and the answer that comes of it is the connection's last. Where
 * nobody reads it, or the answer was given, the connection is cut.
 */
export function endBody(raw: IncomingMessage, response: ServerResponse, reason: BodyEnd): void {
  if (ends.has(raw)) return;
  ends.set(raw, reason);
  if (response.headersSent || response.writableEnded || raw.listenerCount('error') === 0) raw.destroy();
  // Destroyed, it would take the connection along, and with it the answer.
  else raw.emit('error', new BodyEnded(reason));
}

/** Whether a request brings a body (RFC 9112, 6.3). */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

interface WatchedBody {
  readonly raw: IncomingMessage;
  readonly reply: FastifyReply;
  readonly beganMs: number;
  /** Of the connection, when it was last checked, and since when nothing has come. */
  bytes: number;
  movedMs: number;
  answeredMs: number | null;
  endedMs: number | null;
}

/**
 * Ends bodies of which nothing has come for `idleMs`, on every route, also where nobody reads them. A body that keeps flowing may take
 * hours; only one that is held whole in memory (a form, JSON) has five times as long for all of it. What waits for us (a slow storage) is
 * not its sender's rest.
 */
export function endRestingBodies(app: FastifyInstance, idleMs: number): void {
  const watched = new Set<WatchedBody>();
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const now = performance.now();
    if (hasBody(raw)) watched.add({ raw, reply, beganMs: now, bytes: -1, movedMs: now, answeredMs: null, endedMs: null });
    done();
  });
  // What we ended is the connection's last: the rest of it is not waited for.
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

/** Checks one body, and ends it when it is time. @returns whether it is to be checked again. */
function isUnderWay(body: WatchedBody, now: number, idleMs: number): boolean {
  const { raw, reply } = body;
  if (raw.complete || raw.readableEnded || raw.destroyed) return false;
  if (body.endedMs !== null) {
    // Its readers were failed, and have not answered.
    if (now - body.endedMs < graceMs) return true;
    raw.destroy();
    return false;
  }
  const bytes = raw.socket.bytesRead;
  const isAnswered = reply.raw.writableEnded;
  // Bytes that have come and that nobody has taken: it is we who are slow.
  if (bytes !== body.bytes || (raw.readableLength > 0 && !isAnswered)) {
    body.bytes = bytes;
    body.movedMs = now;
  }
  // What still flows behind the answer is for nobody.
  if (isAnswered) body.answeredMs ??= now;
  const isOverdue =
    now - (body.answeredMs ?? body.movedMs) >= idleMs ||
    now - body.movedMs >= idleMs ||
    (isReadWhole(raw) && now - body.beganMs >= wholeIdles * idleMs);
  if (!isOverdue) return true;
  body.endedMs = now;
  endBody(raw, reply.raw, 'rested');
  return true;
}

function isReadWhole({ headers }: IncomingMessage): boolean {
  return !/^(?:multipart\/|application\/offset\+octet-stream)/i.test(headers['content-type'] ?? '');
}

const wholeIdles = 5;
/** From the failure of a body's readers to its connection's end, if they do not answer. */
const graceMs = 5000;
