import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * Encrypts a secret for the database: AES-256-GCM, as 12 bytes of nonce, the ciphertext, 16 bytes of tag. `bound` (the row's key) is
 * authenticated and must be the same to open it.
 */
export function seal(key: Uint8Array, secret: Uint8Array, bound: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error if it was sealed with another key, for another row, or modified. */
export function unseal(key: Uint8Array, sealed: Uint8Array, bound: string): Buffer {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
    .setAAD(Buffer.from(bound))
    .setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]);
}

const nonceBytes = 12;
const tagBytes = 16;
