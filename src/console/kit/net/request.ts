import { backgroundHeader, encodeForm, type Envelope, type FormValue } from '../../../contract/wire.ts';
import { limits } from '../../../domain/business/codes/limits.ts';
import { loading } from './loading.ts';
import { followServer } from './server-clock.ts';
import { newTraceparent } from './traceparent.ts';

export type Method = 'GET' | 'POST';
export type Fields = Readonly<Record<string, FormValue>>;

/** The request got no answer; the caller decides what to do (spec/console, 8.2). */
export class TransportError extends Error {
  override name = 'TransportError';

  constructor(readonly kind: 'network' | 'timeout' | 'aborted' | 'unreadable') {
    super(
      kind === 'timeout'
        ? '请求超时，请检查网络后重试'
        : kind === 'unreadable'
          ? '服务器的回应无法识别，请稍后重试'
          : '网络异常，请检查网络后重试',
    );
  }
}

interface Sending {
  readonly signal?: AbortSignal | undefined;
  /** A background call, which does not show that the operator is present. */
  readonly isBackground?: boolean;
}

/** Sends one request and reads its envelope at any HTTP status, because transport refusals carry one too. */
export async function send(
  method: Method,
  path: string,
  fields: Fields,
  token: string,
  { signal, isBackground = false }: Sending = {},
): Promise<Envelope> {
  const form = encodeForm(fields);
  const query = method === 'GET' && form.size > 0 ? `?${form}` : '';
  const abort = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    abort.abort();
  }, limits.requestTimeoutMs);
  const stop = () => abort.abort(); // not AbortSignal.any: offices still use browsers of 2023
  signal?.addEventListener('abort', stop);
  const done = loading.begin();
  try {
    const response = await fetch(path + query, {
      method,
      credentials: 'same-origin',
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(isBackground ? { [backgroundHeader]: '1' } : {}),
        traceparent: newTraceparent(),
      },
      ...(method === 'POST' ? { body: form } : {}),
      signal: abort.signal,
    });
    followServer(response.headers.get('date'));
    return readEnvelope(await response.text());
  } catch (error) {
    if (error instanceof TransportError) throw error;
    throw new TransportError(isLate ? 'timeout' : signal?.aborted ? 'aborted' : 'network');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    done();
  }
}

/** @throws TransportError if the text is not an envelope. */
export function readEnvelope(text: string): Envelope {
  let reply: unknown;
  try {
    reply = JSON.parse(text);
  } catch {
    throw new TransportError('unreadable');
  }
  if (typeof reply !== 'object' || reply === null || !('code' in reply)) throw new TransportError('unreadable');
  return reply as Envelope; // the wire is parsed here
}
