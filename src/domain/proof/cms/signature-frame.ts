import * as asn1 from 'asn1js';
import { AlgorithmIdentifier, ContentInfo, EncapsulatedContentInfo, type Certificate, type SignedData } from 'pkijs';
import { oid } from './cms.ts';

/**
 * Encodes a signature of `signDigest` with a canonical frame, ignoring its previous frame. Versions, algorithms and content type are not
 * covered by the signature, so there must be only one valid encoding for a verifier to compare with.
 */
export function encodeInFrame(signedData: SignedData, certificate: Certificate): Uint8Array<ArrayBuffer> {
  const sha256 = () => new AlgorithmIdentifier({ algorithmId: oid.sha256, algorithmParams: new asn1.Null() });
  const isRsa = certificate.subjectPublicKeyInfo.algorithm.algorithmId === oid.rsaKey;
  signedData.version = 1;
  signedData.digestAlgorithms = [sha256()];
  signedData.encapContentInfo = new EncapsulatedContentInfo({ eContentType: oid.data });
  for (const signer of signedData.signerInfos) {
    signer.version = 1;
    signer.digestAlgorithm = sha256();
    signer.signatureAlgorithm = isRsa
      ? new AlgorithmIdentifier({ algorithmId: oid.rsaWithSha256, algorithmParams: new asn1.Null() })
      : new AlgorithmIdentifier({ algorithmId: oid.ecdsaWithSha256 });
  }
  const contentInfo = new ContentInfo({ contentType: oid.signedData, content: signedData.toSchema(true) });
  return new Uint8Array(contentInfo.toSchema().toBER());
}
