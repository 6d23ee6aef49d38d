import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LinkGrantee } from '../../../domain/access/link-grantee.ts';

/**
 * Links to packages, which are made while they are downloaded and lie under no hash. As other file links they live 15 minutes, or as long
 * as their holder may have them.
 */
export interface PackageLinks {
  /** `/files/package/<token>/<name>` */
  sign(number: string, holder: LinkGrantee): string;
  /** The number of the evidence, or null when the link is over, forged or none at all. */
  verify(token: string): { readonly number: string; readonly holder: LinkGrantee } | null;
}

export function createPackageLinks(key: Uint8Array, now: () => Date = () => new Date()): PackageLinks {
  // Another message than any other link's, so that none can be taken for the other.
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
      // Signed by us, so the shape is ours.
      return Number(expires) > nowSeconds()
        ? { number, holder: JSON.parse(Buffer.from(holder, 'base64url').toString()) as LinkGrantee }
        : null;
    },
  };
}

/** What a browser saves it as. */
export function packageName(number: string): string {
  return `evidence-${number}.zip`;
}

const ttlSeconds = 900;
