import { CertificateChainValidationEngine, ExtKeyUsage } from 'pkijs';
import { type ParsedCertificate, parseCertificate, oid, verifySigner } from '../cms/cms.ts';
import { fromPem } from '../cms/der.ts';
import { TimestampError, toTimestampError } from './timestamp-error.ts';
import type { TimestampReply } from './timestamp-reply.ts';

/**
 * Checks who signed a token and gives the certificates from the signer up. With `rootsPem` the chain must end in one of them. Without, it
 * must end in a self-signed certificate of the token itself where there is one: whole, but trusted by nobody yet. Revocation is not asked
 * for: the answer must be the same offline and in twenty years. @throws TimestampError `bad-signature`,
 * `untrusted`.
 */
export async function verifyAuthority({ message, info, infoDer }: TimestampReply, rootsPem?: string): Promise<ParsedCertificate[]> {
  const signer = await verifySigner(message, infoDer).catch((error: unknown) => {
    throw toTimestampError('bad-signature', error);
  });
  checkPurpose(signer);
  if (info.genTime < signer.parsed.notBefore.value || info.genTime > signer.parsed.notAfter.value) {
    throw new TimestampError('untrusted', 'the certificate of the authority was not valid at that time');
  }

  const others = message.certificates.filter((certificate) => certificate !== signer);
  const roots = rootsPem === undefined ? others.filter(({ parsed }) => parsed.issuer.isEqual(parsed.subject)) : readRoots(rootsPem);
  if (rootsPem === undefined && roots.length === 0) return [signer, ...others];
  const engine = new CertificateChainValidationEngine({
    trustedCerts: roots.map(({ parsed }) => parsed),
    certs: [...others, signer].map(({ parsed }) => parsed), // The engine judges the last one.
    checkDate: info.genTime,
  });
  const { result, resultMessage, certificatePath = [] } = await engine.verify();
  if (!result) throw new TimestampError('untrusted', resultMessage);
  const known = [signer, ...others, ...roots];
  return certificatePath.flatMap((certificate) => known.find(({ parsed }) => parsed === certificate) ?? []);
}

/** Signing times must be its only purpose, and whoever does not know that purpose must refuse. Source: RFC 3161, 2.3. */
function checkPurpose({ parsed }: ParsedCertificate): void {
  const extension = parsed.extensions?.find(({ extnID }) => extnID === oid.extendedKeyUsage);
  const purposes = extension?.parsedValue instanceof ExtKeyUsage ? extension.parsedValue.keyPurposes : [];
  if (!extension?.critical || purposes.length !== 1 || purposes[0] !== oid.timestamping) {
    throw new TimestampError('untrusted', 'the certificate is not one for timestamps alone');
  }
}

function readRoots(pem: string): ParsedCertificate[] {
  const roots = fromPem('CERTIFICATE', pem).map(parseCertificate);
  if (roots.length === 0) throw new Error('the roots of the timestamp authority hold no certificate');
  return roots;
}
