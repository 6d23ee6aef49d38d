import { createHmac, timingSafeEqual } from 'node:crypto';
import { safeFileName } from '../../../domain/kit/text/file-name.ts';
import type { LinkGrantee } from '../../../domain/business/access/link-grantee.ts';

/** What a link opens, and how the browser is to treat it. */
export interface LinkedFile {
  readonly sha256: string;
  readonly name: string;
  readonly mediaType: string;
  readonly disposition: 'inline' | 'attachment';
}
/** A link that is valid now. */
export interface OpenLink extends LinkedFile {
  /** At least 1. */
  readonly secondsLeft: number;
  /** The grantee that the link was made for, or null if anybody may use it. */
  readonly holder: LinkGrantee | null;
}
export interface FileLinks {
  /**
   * Returns an address that opens the file for `ttlSeconds` (default 15 minutes): `/files/<token>/<name>`. `name` may be any text; it is
   * sanitized.
   */
  sign(file: LinkedFile, ttlSeconds?: number): string;
}
export interface LinkSigner extends FileLinks {
  /** Links that work only while `holder` may see what they open. Links of `sign` itself work for anybody who has one. */
  heldBy(holder: LinkGrantee): FileLinks;
  /** What a token opens, or null if it is expired, forged or malformed. Never throws: the token is hostile. */
  verify(token: string): OpenLink | null;
}

/** Creates links that carry their own permission: claims and expiry, signed with HMAC-SHA256, so that no link can be guessed. */
export function createLinkSigner(key: Uint8Array, now: () => Date = () => new Date()): LinkSigner {
  const signatureOf = (claims: string): Buffer => Buffer.from(createHmac('sha256', key).update(claims).digest('base64url'));
  const nowSeconds = (): number => Math.floor(now().getTime() / 1000);
  const signFor =
    (holder: LinkGrantee | null): FileLinks['sign'] =>
    ({ sha256, name, mediaType, disposition }, ttlSeconds = 900) => {
      const safe = safeFileName(name);
      const claims: SignedClaims = [nowSeconds() + ttlSeconds, sha256, safe, mediaType, disposition, holder];
      const signed = Buffer.from(JSON.stringify(claims)).toString('base64url');
      return `/files/${signed}.${signatureOf(signed).toString()}/${encodeURIComponent(safe)}`;
    };
  return {
    sign: signFor(null),
    heldBy: (holder) => ({ sign: signFor(holder) }),
    verify(token) {
      const [claims, signature, ...rest] = token.split('.', 3);
      if (claims === undefined || signature === undefined || rest.length > 0) return null;
      // Compared as text: several base64url texts decode to the same bytes, and only one of them is the issued token.
      const given = Buffer.from(signature);
      const expected = signatureOf(claims);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      // The signature is ours, so the shape is trusted.
      const [expires, sha256, name, mediaType, disposition, holder = null] = JSON.parse(
        Buffer.from(claims, 'base64url').toString(),
      ) as SignedClaims;
      const secondsLeft = expires - nowSeconds();
      return secondsLeft > 0 ? { sha256, name, mediaType, disposition, holder, secondsLeft } : null;
    },
  };
}

type SignedClaims = [
  expires: number,
  sha256: string,
  name: string,
  mediaType: string,
  disposition: LinkedFile['disposition'],
  holder?: LinkGrantee | null,
];
