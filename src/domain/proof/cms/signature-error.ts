/**
 * Why a CMS or PDF signature is invalid:
 * `not-signed-data` the content is not a signature; `not-one-signature` none or several; `no-certificate` the signer's is missing;
 * `other-content` the signature covers other bytes; `unsigned-attributes` the signed attributes are missing;
 * `repeated-attribute` one of them occurs twice; `other-certificate` they name no certificate or another one;
 * `unknown-hash` the hash algorithm is unknown; `wrong-signature` the key did not make it;
 * `not-signed` the PDF has no signature; `not-whole` it does not cover the whole file; `wrong-gap` the uncovered part is not the signature;
 * `other-form` it is encoded differently from ours; `broken-chain` a certificate is not signed by the next one.
 */
export type SignatureErrorKind =
  | 'not-signed-data'
  | 'not-one-signature'
  | 'no-certificate'
  | 'other-content'
  | 'unsigned-attributes'
  | 'repeated-attribute'
  | 'other-certificate'
  | 'unknown-hash'
  | 'wrong-signature'
  | 'not-signed'
  | 'not-whole'
  | 'wrong-gap'
  | 'other-form'
  | 'broken-chain';

/** The message is for logs; callers translate the kind. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError';
  readonly kind: SignatureErrorKind;

  constructor(kind: SignatureErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
