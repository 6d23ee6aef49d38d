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
 * The authenticator's count of signatures, when the key signed the challenge for this site; null otherwise. Whether the count went up is
 * judged where it is written, so that two answers at once cannot both pass.
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
    // The password has been asked for: the key shows that the operator is there.
    requireUserVerification: false,
  }).catch(() => undefined); // whatever the bytes were, they are no signature of this key
  return outcome?.verified === true ? outcome.authenticationInfo.newCounter : null;
}
