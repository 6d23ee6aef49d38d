/**
 * Why there is no signature. `unreachable`: the signer could not be started or did not take the content; `late`: no answer in time;
 * `failed`: it reported a failure; `malformed`: its answer is empty or too long; `wrong-signature`: not made with the office's key.
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
 * Access to the SM2 key, which stays in a command or service outside this process. It returns a DER signature, which must be verified with
 * the certificate before use.
 */
export interface Sm2Signer {
  /** Signs content of any length with SM3withSM2 and the default id. @param turn the user for whom it signs. @throws Sm2SignerError. */
  sign(content: AsyncIterable<Uint8Array>, turn: string): Promise<Uint8Array>;
}

/** A DER signature has at most 72 bytes; a longer answer is something else. */
export const maxSignatureBytes = 128;
