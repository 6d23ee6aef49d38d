import { createHmac, timingSafeEqual } from 'node:crypto';

/** Tokens that carry their own claims and expiry, signed with HMAC-SHA256: `<base64url>.<base64url>`. */
export interface SealedClaims<Claims> {
  seal(claims: Claims): string;
  /** The claims, or null if the token is expired, forged or malformed. Never throws: the token is hostile. */
  open(token: string): Claims | null;
}

/** @param purpose part of the signed text, so that a token for one purpose is not valid for another under the same key. */
export function createSealedClaims<Claims>(
  key: Uint8Array,
  purpose: string,
  ttlSeconds: number,
  now: () => Date = () => new Date(),
): SealedClaims<Claims> {
  const signatureOf = (sealed: string): string => createHmac('sha256', key).update(`${purpose}\n${sealed}`).digest('base64url');
  const nowSeconds = (): number => Math.floor(now().getTime() / 1000);
  return {
    seal(claims) {
      const sealed = Buffer.from(JSON.stringify([nowSeconds() + ttlSeconds, claims])).toString('base64url');
      return `${sealed}.${signatureOf(sealed)}`;
    },
    open(token) {
      const [sealed = '', signature = '', ...rest] = token.split('.', 3);
      const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(sealed))];
      if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      // The signature is ours, so the shape is trusted.
      const [expires, claims] = JSON.parse(Buffer.from(sealed, 'base64url').toString()) as [number, Claims];
      return expires > nowSeconds() ? claims : null;
    },
  };
}
