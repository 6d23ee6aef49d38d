import { createHash, randomUUID, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { CallSpec } from '../contract/call-spec.ts';
import type { RefusalCode } from '../contract/calls.ts';
import type { CallOptions } from '../contract/values.ts';
import { rawAnswer } from './raw-answer.ts';
import { NotaryFault, NotaryRefusal, NotaryUnreachable } from './refusal.ts';
import { prepareRequest, type Input, type PreparedRequest } from './requests.ts';
import { withRetries, type RetryOptions } from './retries.ts';
import { signatureHeaders, type Credentials } from './signature.ts';
import type { Transport } from './transport.ts';

export interface CallerDeps {
  readonly transport: Transport;
  readonly credentials: Credentials;
  readonly retryForMs: number;
  readonly onRetry?: RetryOptions['onRetry'];
}

/**
 * Makes a call and repeats it where that is safe: reads, and calls that carry a `unique_id`.
 * @throws NotaryRefusal, NotaryUnreachable, NotaryFault
 */
export async function call(deps: CallerDeps, spec: CallSpec, given: Input, options: CallOptions = {}): Promise<unknown> {
  const input = spec.hasUniqueId ? { ...given, unique_id: given['unique_id'] ?? randomUUID() } : given;
  const request = await prepareRequest(spec, input);
  const isSafe = spec.method === 'GET' || spec.method === 'HEAD' || spec.hasUniqueId;
  const attempt = () => once(deps, spec, request, options);
  // A stream that was started cannot be sent again, whatever the failure.
  if (!request.isRepeatable) return attempt();
  return withRetries(attempt, {
    isRepeatable: isSafe,
    forMs: options.retryForMs ?? deps.retryForMs,
    signal: options.signal,
    onRetry: deps.onRetry,
  });
}

async function once(
  { transport, credentials }: CallerDeps,
  spec: CallSpec,
  request: PreparedRequest,
  { signal, silentForMs, onProgress }: CallOptions,
): Promise<unknown> {
  const hashes = new Map<string, Hash>();
  let sentBytes = 0;
  onProgress?.(0);
  const body = request.body((field, bytes) => {
    const hash = hashes.get(field) ?? createHash('sha256');
    hashes.set(field, hash.update(bytes));
    sentBytes += bytes.length;
    onProgress?.(sentBytes);
  });
  const signature = spec.isSigned ? signatureHeaders(credentials, request) : {};
  const message = await transport({ ...request, headers: { ...request.headers, ...signature }, body, signal, silentForMs });
  const status = message.statusCode ?? 0;
  if (status < 200 || status > 299) throw await refusalOf(message, status, spec);
  if (spec.answer === 'headers') return headerAnswer(message, spec);
  if (spec.answer === 'raw' && status === 200) return rawAnswer(message);
  const answer = parseJson(await whole(message));
  assertHash(answer, hashes.get('file'));
  return answer;
}

/** The hash that the server reports must be the hash of the bytes that were read here. */
function assertHash(answer: unknown, hash: Hash | undefined): void {
  if (!hash || typeof answer !== 'object' || answer === null || !('sha256' in answer)) return;
  const sent = hash.digest('hex');
  if (answer.sha256 !== sent) throw new NotaryFault(`the server kept a file of another hash than was sent: ${sent}`);
}

function headerAnswer(message: IncomingMessage, { answerHeaders }: CallSpec): Record<string, number> {
  message.resume();
  const found = Object.entries(answerHeaders).flatMap(([field, name]) => {
    const value = message.headers[name.toLowerCase()];
    return typeof value === 'string' ? [[field, Number(value)] as const] : [];
  });
  return Object.fromEntries(found);
}

async function refusalOf(message: IncomingMessage, status: number, { method, path }: CallSpec): Promise<Error> {
  const [retryAfter, body] = [Number(message.headers['retry-after'] ?? Number.NaN), await whole(message)];
  const seconds = Number.isFinite(retryAfter) ? retryAfter : null;
  const { code, message: why, ...details } = errorIn(body);
  if (code !== null) return new NotaryRefusal(status, code as RefusalCode, why, seconds, details);
  // The answer to HEAD has no body, and a proxy before the server writes its own bodies.
  const known = byStatus[status] ?? (status >= 500 ? 'unavailable' : null);
  if (known !== null) return new NotaryRefusal(status, known, `${method} ${path} was answered ${status}`, seconds);
  return new NotaryFault(`${method} ${path} was answered ${status}: ${body.slice(0, 200)}`);
}

const byStatus: Readonly<Record<number, RefusalCode>> = {
  400: 'malformed',
  401: 'signature',
  403: 'forbidden',
  404: 'unknown',
  405: 'method',
  408: 'timeout',
  410: 'closed',
  413: 'too_large',
  429: 'rate',
  500: 'fault',
};

function errorIn(body: string): { code: string | null; message: string; [name: string]: unknown } {
  try {
    const { error } = JSON.parse(body) as { error?: Record<string, unknown> };
    return { ...error, code: typeof error?.['code'] === 'string' ? error['code'] : null, message: String(error?.['message'] ?? '') };
  } catch {
    return { code: null, message: '' };
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new NotaryFault('the answer is no JSON: is baseUrl the address of the office?', { cause: error });
  }
}

async function whole(message: IncomingMessage): Promise<string> {
  return text(message).catch((error: unknown) => Promise.reject(new NotaryUnreachable('the answer broke off', false, error)));
}
