import { endpointOf } from '../../platform/runtime/endpoint.ts';
import { faultReason } from '../../platform/runtime/faults.ts';
import { readLimited } from '../../platform/runtime/read-limited.ts';
import { tracedFetch } from '../../platform/telemetry/outgoing.ts';
import { TimestampError } from '../../../domain/proof/cms/timestamp-error.ts';

/** How to reach a timestamp authority over HTTP. */
export interface TimestampEndpoint {
  /** `user:password@` in the URL is sent as HTTP Basic. */
  readonly url: string;
  /** Limit from the first byte sent to the last one read; 10 s by default. */
  readonly timeoutMs?: number;
}

/** Sends a TimeStampReq and reads the response, at most 64 KiB. No error message contains the address. Source: RFC 3161, 3.4. */
export async function postRequest(
  { url, timeoutMs = 10_000 }: TimestampEndpoint,
  request: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const endpoint = endpointOf(url, 'TSA_URL');
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await tracedFetch('timestamp authority', endpoint.url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply', ...endpoint.headers },
      body: request,
      redirect: 'error',
      signal,
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new TimestampError('unreachable', `the authority answered HTTP ${response.status}`);
    }
    const answer = await readLimited(response, maxAnswerBytes);
    if (!answer) throw new TimestampError('malformed', `the answer is longer than ${maxAnswerBytes} bytes`);
    return answer;
  } catch (error) {
    if (signal.aborted) throw new TimestampError('late', `no answer within ${timeoutMs} ms`, error);
    const { kind, message } = error instanceof TimestampError ? error : { kind: 'unreachable' as const, message: faultReason(error) };
    throw new TimestampError(kind, endpoint.conceal(message));
  }
}

const maxAnswerBytes = 64 * 1024;
