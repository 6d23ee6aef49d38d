import { createHmac, timingSafeEqual } from 'node:crypto';

/** Links to packages, which are made while they are downloaded and lie under no hash. As other file links they carry their own permission and live 15 minutes. */
export interface PackageLinks {
  /** `/files/package/<token>/<name>` */
  sign(number: string): string;
  /** The number of the evidence, or null when the link is over, forged or none at all. */
  verify(token: string): string | null;
}

export function createPackageLinks(key: Uint8Array, now: () => Date = () => new Date()): PackageLinks {
  // Another message than any other link's, so that none can be taken for the other.
  const signatureOf = (claims: string) => createHmac('sha256', key).update(`package\n${claims}`).digest('base64url');
  const nowSeconds = () => Math.floor(now().getTime() / 1000);
  return {
    sign(number) {
      const claims = `${nowSeconds() + ttlSeconds}-${number}`;
      return `/files/package/${claims}.${signatureOf(claims)}/${packageName(number)}`;
    },
    verify(token) {
      const [, claims = '', expires = '', number = '', signature = ''] = /^((\d{1,12})-([0-9A-F]{32}))\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
      const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(claims))];
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      return Number(expires) > nowSeconds() ? number : null;
    },
  };
}

/** What a browser saves it as. */
export function packageName(number: string): string {
  return `evidence-${number}.zip`;
}

const ttlSeconds = 900;
