import { concatBytes } from '@noble/hashes/utils.js';
import { derTag, writeDer } from '../../kit/bytes/der.ts';
import { compareBytes, sameBytes } from '../../kit/bytes/bytes.ts';
import { contentTypes, identifiers, writeAlgorithm, writeIdentifier } from './identifiers.ts';
import type { Sm2Certificate } from './sm2-certificate.ts';
import type { Sm2Message } from './sm2-cms.ts';
import { sm3 } from './sm3.ts';

/**
 * The attributes to sign for content with this SM3: DER of a SET of content type, digest and certificate. There is no signing time: it
 * would only state the signer's own clock, while the package's tokens prove the time.
 */
export function signedAttributes(contentSm3: Uint8Array, signer: Sm2Certificate): Uint8Array {
  const certificateId = sequence(writeAlgorithm(identifiers.sm3), writeDer(derTag.octets, sm3(signer.der)));
  const attributes = [
    attribute(identifiers.contentType, writeIdentifier(contentTypes.rfc5652.data)),
    attribute(identifiers.messageDigest, writeDer(derTag.octets, contentSm3)),
    attribute(identifiers.signingCertificateV2, sequence(sequence(certificateId))),
  ];
  // DER requires the elements of a SET OF to be sorted, and the signature covers the encoding.
  return writeDer(derTag.set, ...[...attributes].sort(compareBytes));
}

/** Encodes the detached signature with the identifiers of RFC 5652, as DER. @param signature over the attributes. */
export function writeSm2Cms({
  certificates,
  signer,
  attributes,
  signature,
}: Pick<Sm2Message, 'certificates' | 'signer' | 'signature'> & { readonly attributes: Uint8Array }): Uint8Array {
  const content = attributes.subarray(attributes.length - contentLength(attributes));
  const signerInfo = sequence(
    writeDer(derTag.integer, Uint8Array.of(1)),
    sequence(signer.issuer, signer.serialNumber),
    writeAlgorithm(identifiers.sm3),
    writeDer(derTag.context(0), content),
    writeAlgorithm(identifiers.sm3WithSm2),
    writeDer(derTag.octets, signature),
  );
  const signedData = sequence(
    writeDer(derTag.integer, Uint8Array.of(1)),
    writeDer(derTag.set, writeAlgorithm(identifiers.sm3)),
    sequence(writeIdentifier(contentTypes.rfc5652.data)),
    writeDer(derTag.context(0), ...certificates.map(({ der }) => der)),
    writeDer(derTag.set, signerInfo),
  );
  return sequence(writeIdentifier(contentTypes.rfc5652.signedData), writeDer(derTag.context(0), signedData));
}

/** Whether a message is encoded exactly as `writeSm2Cms` encodes it. The signature does not cover the frame, so no byte of it may vary. */
export function isWrittenAsOurs(message: Sm2Message, der: Uint8Array): boolean {
  const { attributes } = message;
  if (message.form !== 'rfc5652' || attributes === null) return false;
  return sameBytes(writeSm2Cms({ ...message, attributes }), der);
}

/** Length of the content of a DER value that fills the bytes. */
function contentLength(value: Uint8Array): number {
  const first = value[1] ?? 0;
  return value.length - 2 - (first < 0x80 ? 0 : first - 0x80);
}

function attribute(type: Uint8Array, value: Uint8Array): Uint8Array {
  return sequence(writeIdentifier(type), writeDer(derTag.set, value));
}

function sequence(...parts: readonly Uint8Array[]): Uint8Array {
  return writeDer(derTag.sequence, concatBytes(...parts));
}
