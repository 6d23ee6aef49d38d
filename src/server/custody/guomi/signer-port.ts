/**
 * Why there is no signature: `unreachable` the signer could not be started, or did not take the content; `late` no answer in time;
 * `failed` it said that it failed; `malformed` its answer is no signature, or too long; `wrong-signature` not one of the office's key.
 */
export type SignerErrorKind = 'unreachable' | 'late' | 'failed' | 'malformed' | 'wrong-signature';

export class Sm2SignerError extends Error {
  override readonly name = 'Sm2SignerError';
  readonly kind: SignerErrorKind;

  constructor(kind: SignerErrorKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/**
 * Where the SM2 key lies: a command or a service of its own. The key itself never comes here; what comes is a DER signature, which
 * nobody believes before it was checked with the certificate.
 */
export interface Sm2Signer {
  /** Signs content of any length by SM3withSM2 and the usual id. @throws Sm2SignerError. */
  sign(content: AsyncIterable<Uint8Array>): Promise<Uint8Array>;
}

/** A DER signature has at most 72 bytes; whoever answers more has answered something else. */
export const maxSignatureBytes = 128;
