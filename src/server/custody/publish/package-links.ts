import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LinkGrantee } from '../../../domain/business/access/link-grantee.ts';

/**
 * Links to packages, which are made during the download and have no hash. Like other file links they are valid for 15 minutes, while their
 * holder may see the evidence.
 */
export interface PackageLinks {
  /** `/files/package/<token>/<name>` */
  sign(number: string, holder: LinkGrantee): string;
  /** The evidence number and the grantee, or null if the link is expired, forged or malformed. */
  verify(token: string): { readonly number: string; readonly holder: LinkGrantee } | null;
}

export function createPackageLinks(key: Uint8Array, now: () => Date = () => new Date()): PackageLinks {
  // Signed with a prefix of its own, so that no other link can be taken for a package link.
  const signatureOf = (claims: string) => createHmac('sha256', key).update(`package\n${claims}`).digest('base64url');
  const nowSeconds = () => Math.floor(now().getTime() / 1000);
  return {
    sign(number, holder) {
      const claims = `${nowSeconds() + ttlSeconds}-${number}-${Buffer.from(JSON.stringify(holder)).toString('base64url')}`;
      return `/files/package/${claims}.${signatureOf(claims)}/${packageName(number)}`;
    },
    verify(token) {
      const [, claims = '', expires = '', number = '', holder = '', signature = ''] =
        /^((\d{1,12})-([0-9A-F]{32})-([A-Za-z0-9_-]+))\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
      const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(claims))];
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      // The signature is ours, so the shape is trusted.
      return Number(expires) > nowSeconds()
        ? { number, holder: JSON.parse(Buffer.from(holder, 'base64url').toString()) as LinkGrantee }
        : null;
    },
  };
}

/** File name that browsers save it under. */
export function packageName(number: string): string {
  return `evidence-${number}.zip`;
}

const ttlSeconds = 900;
