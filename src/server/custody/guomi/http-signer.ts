import { Readable } from 'node:stream';
import { sm2Id } from '../../../domain/proof/guomi/sm2.ts';
import { endpointOf } from '../../platform/runtime/endpoint.ts';
import { faultReason } from '../../platform/runtime/faults.ts';
import { readLimited } from '../../platform/runtime/read-limited.ts';
import { tracedFetch } from '../../platform/telemetry/outgoing.ts';
import { maxSignatureBytes, Sm2SignerError, type Sm2Signer } from './signer-port.ts';

interface HttpSettings {
  /** `user:password@` in the URL is sent as HTTP Basic. */
  readonly url: string;
  /** Limit from the first byte sent to the last one read. */
  readonly timeoutMs: number;
}

/**
 * A signer behind HTTP, such as a 签名验签服务器: the content is the body of a POST, the DER signature that of a response with status 200.
 * No
 * error message contains the address.
 */
export function httpSigner({ url, timeoutMs }: HttpSettings): Sm2Signer {
  const endpoint = endpointOf(url, 'SM2_SIGNER');
  return {
    async sign(content) {
      const signal = AbortSignal.timeout(timeoutMs);
      const request = {
        method: 'POST',
        headers: {
          'content-type': 'application/octet-stream',
          'x-signature-algorithm': 'SM3withSM2',
          'x-sm2-id': sm2Id,
          ...endpoint.headers,
        },
        body: Readable.toWeb(Readable.from(content)) as ReadableStream<Uint8Array>,
        duplex: 'half' as const,
        redirect: 'error' as const,
        signal,
      };
      try {
        const response = await tracedFetch('SM2 signer', endpoint.url, request);
        if (response.status !== 200) {
          await response.body?.cancel();
          throw new Sm2SignerError('failed', `the SM2 signer answered HTTP ${response.status}`);
        }
        return await readSignature(response);
      } catch (error) {
        if (error instanceof Sm2SignerError) throw error;
        if (signal.aborted) throw new Sm2SignerError('late', `the SM2 signer gave no signature within ${timeoutMs} ms`, error);
        throw new Sm2SignerError('unreachable', endpoint.conceal(`the SM2 signer cannot be reached: ${faultReason(error)}`), error);
      }
    },
  };
}

async function readSignature(response: Response): Promise<Uint8Array> {
  const signature = await readLimited(response, maxSignatureBytes);
  if (!signature) throw new Sm2SignerError('malformed', `the SM2 signer answered more than ${maxSignatureBytes} bytes`);
  if (signature.length === 0) throw new Sm2SignerError('malformed', 'the SM2 signer answered nothing');
  return signature;
}
