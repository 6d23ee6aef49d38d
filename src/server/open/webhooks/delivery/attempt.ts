import { request as requestPlain, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestSecure, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Answer } from '../../../platform/egress/resolver.ts';
import { isPrivateHost } from '../../../platform/egress/addresses.ts';
import { AttemptFault, faultOf } from './attempt-fault.ts';

/** Which addresses attempts may connect to, and how long they may take. */
export interface Reach {
  /** Allows private addresses and plain http too. */
  readonly allowPrivate: boolean;
  readonly resolve: (host: string) => Promise<Answer>;
  readonly isPrivate: (address: string) => boolean;
  /** Certificate authorities of the receivers; those of Node if undefined. */
  readonly ca?: string;
  /** From the name look-up to the end of the response. */
  readonly timeoutMs: number;
}

export interface Outgoing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The result of an attempt. */
export interface Outcome {
  readonly succeeded: boolean;
  /** Null if there was no response. */
  readonly httpStatus: number | null;
  /** `timeout: …`; null if it succeeded. */
  readonly error: string | null;
  /** The first 4 KB. */
  readonly answer: string | null;
  readonly durationMs: number;
  /** The receiver's `Retry-After`, sent with 429 or 503. */
  readonly retryAfterMs: number | null;
}

/**
 * Sends a message once. The host is resolved once, all its addresses are checked, and the connection goes only to those addresses. TLS is
 * verified against the host's name. Redirects are not followed: they count as a response. Never throws.
 */
export async function makeAttempt(outgoing: Outgoing, reach: Reach, stopping: AbortSignal): Promise<Outcome> {
  const began = performance.now();
  const timeout = AbortSignal.timeout(reach.timeoutMs);
  const signal = AbortSignal.any([timeout, stopping]);
  const outcome = (part: Pick<Outcome, 'succeeded' | 'error'> & Partial<Outcome>): Outcome => ({
    httpStatus: null,
    answer: null,
    retryAfterMs: null,
    ...part,
    durationMs: Math.round(performance.now() - began),
  });
  let seen: Partial<Outcome> = {};
  try {
    const url = new URL(outgoing.url);
    const addresses = await orAborted(checkedAddresses(url, reach), signal);
    const response = await send(outgoing, url, addresses, reach, signal);
    const httpStatus = response.statusCode ?? 0;
    seen = { httpStatus, retryAfterMs: retryAfterOf(response) };
    const answer = await readAnswer(response, (begun) => (seen = { ...seen, answer: begun }));
    const succeeded = httpStatus >= 200 && httpStatus < 300;
    return outcome({ ...seen, answer, succeeded, error: succeeded ? null : statusError(httpStatus) });
  } catch (error) {
    const fault = timeout.aborted ? new AttemptFault('timeout', `no whole answer within ${reach.timeoutMs / 1000} s`) : faultOf(error);
    return outcome({ ...seen, succeeded: false, error: `${fault.kind}: ${fault.message}` });
  }
}

/** The host's current addresses. @throws AttemptFault if one of them is not allowed. */
export async function checkedAddresses(
  { hostname, protocol }: URL,
  { allowPrivate, resolve, isPrivate }: Pick<Reach, 'allowPrivate' | 'resolve' | 'isPrivate'>,
): Promise<readonly string[]> {
  if (!allowPrivate && protocol !== 'https:') throw new AttemptFault('address', 'is not https');
  if (!allowPrivate && isPrivateHost(hostname)) throw new AttemptFault('address', 'leads into a private network');
  const { addresses } = await resolve(hostname);
  if (addresses.length === 0) throw new AttemptFault('dns', 'the name has no address');
  if (!allowPrivate && addresses.some(isPrivate)) throw new AttemptFault('address', 'leads into a private network');
  return addresses;
}

function send(
  { headers, body }: Outgoing,
  url: URL,
  addresses: readonly string[],
  { ca }: Reach,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  // Node calls this instead of DNS, so it connects only to the checked addresses.
  const lookup: LookupFunction = (_host, options, done) => {
    const [first] = found;
    if (options.all) done(null, found);
    else done(null, first?.address ?? '', first?.family);
  };
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    // A new connection each time: an idle one would lead to an address that was checked long ago.
    agent: false,
    lookup,
    signal,
    ...(ca === undefined ? {} : { ca }),
  };
  return new Promise((resolve, reject) => {
    const outgoing: ClientRequest = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, options);
    outgoing.on('response', resolve);
    // Errors after the response began reach the reader; this listener then only prevents them from ending the process.
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Reads at most 64 KB, then disconnects. @param begun is called with the text kept so far. @returns the first 4 KB. */
async function readAnswer(response: IncomingMessage, begun: (text: string) => void): Promise<string> {
  const stored: Buffer[] = [];
  let [bytes, storedBytes] = [0, 0];
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (storedBytes < storedAnswerBytes) {
      const part = chunk.subarray(0, storedAnswerBytes - storedBytes);
      stored.push(part);
      storedBytes += part.length;
      begun(textOf(stored));
    }
    // Leaving the loop closes the connection.
    if (bytes >= readAnswerBytes) break;
  }
  return textOf(stored);
}

const readAnswerBytes = 64 * 1024;
const storedAnswerBytes = 4096;

/** Invalid UTF-8 becomes U+FFFD, and so do NULs, which PostgreSQL rejects in texts. */
function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString().replaceAll('\u0000', '\uFFFD');
}

/** The delay from seconds or a date (RFC 9110, 10.2.3); null if it is neither, or comes with another status. */
function retryAfterOf({ statusCode, headers }: IncomingMessage): number | null {
  const given = headers['retry-after'];
  if ((statusCode !== 429 && statusCode !== 503) || given === undefined) return null;
  const ms = /^\d{1,9}$/.test(given.trim()) ? Number(given) * 1000 : Date.parse(given) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

function statusError(status: number): string {
  return status >= 300 && status < 400
    ? `redirect: answered ${status}, and redirects are not followed`
    : `status: answered ${status}, and not 2xx`;
}

/** @throws the signal's reason as soon as it is aborted, even if the work goes on. */
function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
