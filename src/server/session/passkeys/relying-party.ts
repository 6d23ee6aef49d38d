import { isIP } from 'node:net';

/** The site that a passkey is made for: its host, and the one origin that may ask for it. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** Of the origin that the call came under. Null where browsers know no passkeys: on a bare address, and without TLS but on localhost. */
export function relyingPartyOf(origin: string): RelyingParty | null {
  if (!URL.canParse(origin)) return null;
  const { hostname, protocol } = new URL(origin);
  const isBareAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  const isThisMachine = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isBareAddress || (protocol !== 'https:' && !isThisMachine)) return null;
  return { id: hostname, origin };
}
