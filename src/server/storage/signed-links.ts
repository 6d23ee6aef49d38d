import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link opens, and how the browser is told to take it. */
export interface LinkedFile {
  readonly sha256: string;
  readonly name: string;
  readonly mediaType: string;
  readonly disposition: 'inline' | 'attachment';
}
export interface LinkSigner {
  /** An address that opens the file for `ttlSeconds` (15 minutes unless given): `/files/<token>/<name>`. */
  sign(file: LinkedFile, ttlSeconds?: number): string;
  /** The file that a token opens, or null when it is forged or over. */
  verify(token: string): LinkedFile | null;
}

/** Links that carry their own permission: claims and expiry, signed with HMAC-SHA256. Nothing about them can be guessed. */
export function createLinkSigner(key: Uint8Array, now: () => number = Date.now): LinkSigner {
  const mac = (claims: string): Buffer => createHmac('sha256', key).update(claims).digest();
  return {
    sign(file, ttlSeconds = 900) {
      const expires = Math.floor(now() / 1000) + ttlSeconds;
      const claims = Buffer.from(JSON.stringify([expires, file.sha256, file.name, file.mediaType, file.disposition])).toString('base64url');
      return `/files/${claims}.${mac(claims).toString('base64url')}/${encodeURIComponent(file.name)}`;
    },
    verify(token) {
      const [claims, signature, ...rest] = token.split('.');
      if (claims === undefined || signature === undefined || rest.length > 0) return null;
      const given = Buffer.from(signature, 'base64url');
      const expected = mac(claims);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      const [expires, sha256, name, mediaType, disposition] = JSON.parse(Buffer.from(claims, 'base64url').toString()) as SignedClaims;
      return now() / 1000 < expires ? { sha256, name, mediaType, disposition } : null;
    },
  };
}

type SignedClaims = [expires: number, sha256: string, name: string, mediaType: string, disposition: LinkedFile['disposition']];
