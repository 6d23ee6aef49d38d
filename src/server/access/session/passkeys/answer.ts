import type { RelyingParty } from './relying-party.ts';

/** A signature as the browser sends it, in base64url. */
export interface PasskeyAnswer {
  readonly id: string;
  readonly clientData: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

interface SignedBy {
  readonly public_key: Buffer;
  readonly rp_id: string;
}

/**
 * The authenticator's signature counter if the key signed the challenge for this site; null otherwise. The counter is compared when it is
 * stored, so that two concurrent answers cannot both pass.
 */
export async function signCountOf(
  answer: PasskeyAnswer,
  challenge: string,
  { public_key, rp_id }: SignedBy,
  site: RelyingParty,
): Promise<number | null> {
  if (rp_id !== site.id) return null;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { id, clientData, authenticatorData, signature } = answer;
  const response = { clientDataJSON: clientData, authenticatorData, signature };
  const outcome = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: { id, publicKey: new Uint8Array(public_key), counter: 0 },
    // The password was already checked; the key proves presence only.
    requireUserVerification: false,
  }).catch(() => undefined); // malformed bytes count as no signature of this key
  return outcome?.verified === true ? outcome.authenticationInfo.newCounter : null;
}
