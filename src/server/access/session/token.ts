import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Session tokens: 24 random bytes and the first 9 bytes of their HMAC-SHA256, base64url, 44 characters. The HMAC only distinguishes a
 * forged token (408) from an ended one (401); it grants nothing.
 */
export function createTokens(key: Uint8Array) {
  const sign = (random: Buffer): Buffer => createHmac('sha256', key).update(random).digest().subarray(0, macBytes);
  return {
    /** A new token, and the hash under which the database stores it. */
    issue(): { token: string; hash: Buffer } {
      const random = randomBytes(randomLength);
      const token = Buffer.concat([random, sign(random)]).toString('base64url');
      return { token, hash: hashOf(token) };
    },
    /** The hash of a genuine token; null if it is malformed or forged. */
    hash(token: string): Buffer | null {
      if (!/^[\w-]{44}$/.test(token)) return null;
      const bytes = Buffer.from(token, 'base64url');
      const genuine = timingSafeEqual(sign(bytes.subarray(0, randomLength)), bytes.subarray(randomLength));
      return genuine ? hashOf(token) : null;
    },
  };
}
export type Tokens = ReturnType<typeof createTokens>;

/** SHA-256, 32 bytes: the stored form of a token. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const randomLength = 24;
const macBytes = 9;
