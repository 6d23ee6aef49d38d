import { faultWords } from '../../platform/runtime/faults.ts';
import { readLimited } from '../../platform/runtime/read-limited.ts';
import { tracedFetch } from '../../platform/telemetry/outgoing.ts';

/** A witness's response, read whole. */
export interface WitnessReply {
  readonly status: number;
  /** Empty if there is none. */
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Why a witness gave no usable answer: it did not answer, or not as tlog-witness specifies. */
export class WitnessError extends Error {
  override name = 'WitnessError';

  constructor(
    readonly kind: 'silent' | 'refused',
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

export interface WitnessCall {
  /** The submission prefix from the policy. Redirections are refused, so that no other host is contacted. */
  readonly url: string;
  readonly path: string;
  /** Sent by POST; without it the request is a GET. */
  readonly body?: Uint8Array<ArrayBuffer>;
  /** Limit from the first byte sent to the last one read; 10 s by default. */
  readonly timeoutMs?: number;
}

/** Calls a witness and reads at most 256 KiB of its response. @throws WitnessError */
export async function callWitness({ url, path, body, timeoutMs = 10_000 }: WitnessCall): Promise<WitnessReply> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await tracedFetch('witness', `${url.replace(/\/+$/, '')}/${path}`, {
      redirect: 'error',
      signal,
      ...(body ? { method: 'POST', body, headers: { 'content-type': 'text/plain' } } : {}),
    });
    const answer = await readLimited(response, maxAnswerBytes);
    if (!answer) throw new WitnessError('refused', `the answer is longer than ${maxAnswerBytes} bytes`);
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      body: answer,
    };
  } catch (error) {
    if (error instanceof WitnessError) throw error;
    if (signal.aborted) throw new WitnessError('silent', `no answer within ${timeoutMs} ms`, error);
    throw new WitnessError('silent', reasonOf(error), error);
  }
}

/** Reason of a failed `fetch`: its own message says nothing, so the code or message of its cause is used. */
function reasonOf(error: unknown): string {
  const words = faultWords(error);
  if (words !== null) return words;
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return cause instanceof Error ? cause.message : String(cause);
}

const maxAnswerBytes = 262_144;
