import { faultWords } from '../../runtime/fault-words.ts';
import { tracedFetch } from '../../telemetry/outgoing.ts';

/** What a witness answered, read whole. */
export interface WitnessReply {
  readonly status: number;
  /** Empty where it named none. */
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Why a witness gave nothing to judge: it did not answer, or not in the form of tlog-witness. */
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
  /** The submission prefix of the policy, and no other host: a redirection is refused. */
  readonly url: string;
  readonly path: string;
  /** To be posted; a GET without it. */
  readonly body?: Uint8Array<ArrayBuffer>;
  /** From the first byte sent to the last one read; 10 s unless told. */
  readonly timeoutMs?: number;
}

/** Calls a witness and reads at most 256 KiB of its answer. @throws WitnessError */
export async function callWitness({ url, path, body, timeoutMs = 10_000 }: WitnessCall): Promise<WitnessReply> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await tracedFetch('witness', `${url.replace(/\/+$/, '')}/${path}`, {
      redirect: 'error',
      signal,
      ...(body ? { method: 'POST', body, headers: { 'content-type': 'text/plain' } } : {}),
    });
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      body: await readLimited(response),
    };
  } catch (error) {
    if (error instanceof WitnessError) throw error;
    if (signal.aborted) throw new WitnessError('silent', `no answer within ${timeoutMs} ms`, error);
    throw new WitnessError('silent', reasonOf(error), error);
  }
}

async function readLimited(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  // Leaving the loop by the throw cancels the body, and with it the connection.
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxAnswerBytes) throw new WitnessError('refused', `the answer is longer than ${maxAnswerBytes} bytes`);
    chunks.push(chunk);
  }
  return Uint8Array.from(Buffer.concat(chunks));
}

/** Of `fetch`, whose own message says nothing: the code or the message of its cause. */
function reasonOf(error: unknown): string {
  const words = faultWords(error);
  if (words !== null) return words;
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return cause instanceof Error ? cause.message : String(cause);
}

const maxAnswerBytes = 262_144;
