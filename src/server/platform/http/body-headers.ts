import type { FastifyInstance, FastifyRequest } from 'fastify';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { hasBody } from './limits/body-end.ts';

/** A body that is packed (`Content-Encoding`). It is refused, because what is signed and stored must be the bytes that were meant. */
export class PackedBody extends Error {
  override name = 'PackedBody';
  readonly statusCode = 415;

  constructor(readonly encoding: string) {
    super(`the body is ${encoding}`);
  }
}

/** A body in a transfer coding other than chunks. Nothing here unpacks one. */
export class CodedTransfer extends Error {
  override name = 'CodedTransfer';
  readonly statusCode = 400;

  constructor(readonly coding: string) {
    super(`the body is transferred as ${coding}`);
  }
}

export function codedTransferWords(coding: string): string {
  return `Transfer-Encoding: ${coding} is not accepted; send the body as it is, with Content-Length or in chunks`;
}

/**
 * Reads what the headers say of the body, before anything else does: a type without a body means nothing, as many clients send it with
 * every POST; a packed body and one in another transfer coding than chunks are refused.
 */
export function readBodyHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { headers, raw } = request;
    // A PATCH of an upload may be empty, and its type is part of the protocol.
    if (!hasBody(raw) && request.method !== 'PATCH') delete raw.headers['content-type'];
    const coding = headers['transfer-encoding']?.trim().toLowerCase() ?? 'chunked';
    if (coding !== 'chunked') {
      void reply.headers({ connection: 'close' });
      return done(new CodedTransfer(coding.slice(0, 40)));
    }
    const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    if (!hasBody(raw) || encoding === 'identity' || encoding === '') return done();
    void reply.headers({ 'accept-encoding': 'identity', connection: 'close' });
    done(new PackedBody(encoding.slice(0, 40)));
  });
}

/**
 * Waits for the first byte of a body whose length was not declared, or for its end: without a byte there is no body, and the headers of one
 * are removed. For a preParsing hook, after the caller was admitted.
 */
export async function dropEmptyBody({ raw, method }: FastifyRequest): Promise<void> {
  if (raw.headers['transfer-encoding'] === undefined || method === 'PATCH') return;
  if (raw.readableLength === 0 && !raw.complete) await firstOf(raw, 'readable', 'end');
  if (raw.readableLength > 0) return;
  delete raw.headers['transfer-encoding'];
  delete raw.headers['content-type'];
}

/** Waits for the first of some events of a stream, or for its error. */
async function firstOf(stream: IncomingMessage, ...events: readonly string[]): Promise<void> {
  const listening = new AbortController();
  try {
    await Promise.race(events.map((event) => once(stream, event, { signal: listening.signal })));
  } finally {
    listening.abort();
  }
}
