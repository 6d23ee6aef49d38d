import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Cancellation } from '../contract/values.ts';
import { NotaryFault, NotaryUnreachable } from './refusal.ts';

export interface Outgoing {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | AsyncIterable<Uint8Array> | null;
  readonly signal?: Cancellation | undefined;
  /** Overrides the transport's idle limit if it is longer. */
  readonly silentForMs?: number | undefined;
}
/** Sends one request. @throws NotaryUnreachable; the body's own error if reading the body fails. */
export type Transport = (outgoing: Outgoing) => Promise<IncomingMessage>;

/**
 * Requests to one server over kept connections. Uses Node's own requests, not `fetch`: they read an answer that comes before the body's
 * end, and a body of gigabytes has no time limit while its bytes are being sent.
 */
export function createTransport(baseUrl: string, idleMs: number): Transport {
  const origin = originOf(baseUrl);
  const isSecure = origin.protocol === 'https:';
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const start = isSecure ? httpsRequest : httpRequest;

  return ({ method, target, headers, body, signal, silentForMs = 0 }) =>
    new Promise((resolve, reject) => {
      const silentMs = Math.max(idleMs, silentForMs);
      const request = start(new URL(target, origin), { method, headers, agent });
      let bodyFault: unknown;
      let isAnswered = false;
      const cancel = (): void => {
        bodyFault = signal?.reason ?? new NotaryFault('the call was cancelled');
        request.destroy();
      };
      const settled = <Value>(settle: (value: Value) => void, value: Value): void => {
        isAnswered = true;
        settle(value);
      };
      request.once('response', (message) => settled(resolve, message));
      request.once('close', () => {
        signal?.removeEventListener('abort', cancel);
        settled(reject, bodyFault ?? new NotaryUnreachable(`${origin.origin} ended the connection`, false));
      });
      request.on('error', (error) => settled(reject, bodyFault ?? unreachable(origin, error)));
      request.setTimeout(silentMs, () => request.destroy(new Error(`nothing came for ${silentMs} ms`)));
      signal?.addEventListener('abort', cancel);
      if (signal?.aborted) cancel();
      else if (body === null || body instanceof Uint8Array) request.end(body ?? undefined);
      else
        pipeline(Readable.from(read(body), { objectMode: false }), request).catch((error: unknown) => {
          // The request itself reports connection errors. After an early answer, the rest of it is still to be read.
          if (error instanceof BodyFault) bodyFault = error.cause;
          if (!isAnswered) request.destroy();
        });
    });
}

/** Wraps an error of reading the body, to tell it from a connection error. */
class BodyFault extends Error {}

async function* read(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    throw new BodyFault('the body cannot be read', { cause });
  }
}

/** @throws NotaryFault for anything but the address of a server. */
export function originOf(baseUrl: string): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new NotaryFault(`baseUrl must be an http or https address, not ${baseUrl}`);
  if (url.pathname !== '/' || url.search !== '') throw new NotaryFault('baseUrl has no path: the signature is made over /open/v1/…');
  return url;
}

function unreachable(origin: URL, error: NodeJS.ErrnoException): NotaryUnreachable {
  return new NotaryUnreachable(`${origin.origin} does not answer: ${error.message}`, unsent.has(error.code ?? ''), error);
}

const unsent = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH']);
