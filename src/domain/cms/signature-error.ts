/**
 * Why a CMS or PDF signature does not hold:
 * `not-signed-data` other content than a signature; `not-one-signature` none or several; `no-certificate` the signer's is missing;
 * `other-content` the signature is over other bytes;
 * `unsigned-attributes` the signed part is missing; `repeated-attribute` it says something twice; `other-certificate` it names no
 * certificate or another one; `unknown-hash` a hash that is not known;
 * `wrong-signature` the key did not make it; `not-signed` a PDF without one; `not-whole` it covers less than the file; `wrong-gap` what it
 * leaves out is not itself;
 * `other-form` it is written as we never write; `broken-chain` a certificate is not signed by the next one.
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

/** The message is for logs; the kind is what others put into words. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError';
  readonly kind: SignatureErrorKind;

  constructor(kind: SignatureErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
