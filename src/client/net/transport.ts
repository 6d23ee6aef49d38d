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
  /** Where it is longer than the transport's own. */
  readonly silentForMs?: number | undefined;
}
/** Sends one request. @throws NotaryUnreachable; what reading the body throws. */
export type Transport = (outgoing: Outgoing) => Promise<IncomingMessage>;

/**
 * One server behind kept connections. Node's own requests, not `fetch`: an answer that comes before the body's end is read, and a body of
 * gigabytes is under no time limit while bytes of it go out.
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
          // What went wrong with the connection the request itself tells. Of an early answer the rest is still to be read.
          if (error instanceof BodyFault) bodyFault = error.cause;
          if (!isAnswered) request.destroy();
        });
    });
}

/** Marks what reading the body threw: it is not the connection's fault. */
class BodyFault extends Error {}

async function* read(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    throw new BodyFault('the body cannot be read', { cause });
  }
}

/** @throws NotaryFault for what is no address of a server. */
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
