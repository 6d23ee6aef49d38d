import { createHash, createHmac, randomBytes } from 'node:crypto';

export interface Credentials {
  readonly appId: string;
  readonly securityKey: string;
  /** Default `HMAC-SHA256`. SM3 needs a Node whose OpenSSL has it. */
  readonly algorithm?: 'HMAC-SHA256' | 'HMAC-SM3';
}
export interface Signable {
  readonly method: string;
  /** `/open/v1/…`, with `?query` only if there is one. */
  readonly target: string;
  /** Lower-case hex, or `UNSIGNED-PAYLOAD` for a multipart body. */
  readonly contentSha256: string;
}

/** The headers of a signed call, new for every attempt because a nonce is accepted once. */
export function signatureHeaders(
  { appId, securityKey, algorithm }: Credentials,
  { method, target, contentSha256 }: Signable,
  now = new Date(),
) {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const nonce = randomBytes(16).toString('hex');
  const text = [method, target, timestamp, nonce, contentSha256].join('\n');
  return {
    'X-App-Id': appId,
    'X-Timestamp': timestamp,
    'X-Nonce': nonce,
    'X-Content-SHA256': contentSha256,
    ...(algorithm === undefined ? {} : { 'X-Signature-Algorithm': algorithm }),
    'X-Signature': createHmac(algorithm === 'HMAC-SM3' ? 'sm3' : 'sha256', securityKey)
      .update(text)
      .digest('hex'),
  };
}

export function sha256Hex(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export const unsignedPayload = 'UNSIGNED-PAYLOAD';
