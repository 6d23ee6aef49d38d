import { isIP } from 'node:net';

/** The site that a passkey belongs to: its host, and the only origin that may use it. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** The site of a call's origin. Null where browsers support no passkeys: on an IP address, and without TLS except on localhost. */
export function relyingPartyOf(origin: string): RelyingParty | null {
  if (!URL.canParse(origin)) return null;
  const { hostname, protocol } = new URL(origin);
  const isBareAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  const isThisMachine = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isBareAddress || (protocol !== 'https:' && !isThisMachine)) return null;
  return { id: hostname, origin };
}
