import { chainFault, isIssuedBy, readSm2Certificate, type Sm2Certificate } from '../guomi/sm2-certificate.ts';
import { CertificateChainValidationEngine, ExtKeyUsage } from 'pkijs';
import { sameBytes } from '../../kit/bytes/bytes.ts';
import { type ParsedCertificate, parseCertificate, oid, verifySigner } from './cms.ts';
import { fromPem } from './der.ts';
import { TimestampError, toTimestampError } from './timestamp-error.ts';
import type { TimestampReply } from './timestamp-reply.ts';

/**
 * Checks who signed a token, and returns the certificates from the signer upwards. With `rootsPem`, the chain must end in one of those
 * roots. Without it, the chain must end in a self-signed certificate of the token, if there is one; it is then consistent but not trusted.
 * Revocation is not checked, because the result must be the same offline and in twenty years. @throws TimestampError `bad-signature`,
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
  if (readSm2Certificate(signer.der)) return sm2Authority(signer, others, { rootsPem, at: info.genTime });
  const roots = rootsPem === undefined ? others.filter(({ parsed }) => parsed.issuer.isEqual(parsed.subject)) : readRoots(rootsPem);
  if (rootsPem === undefined && roots.length === 0) return [signer, ...others];
  const engine = new CertificateChainValidationEngine({
    trustedCerts: roots.map(({ parsed }) => parsed),
    certs: [...others, signer].map(({ parsed }) => parsed), // The engine validates the last one.
    checkDate: info.genTime,
  });
  const { result, resultMessage, certificatePath = [] } = await engine.verify();
  if (!result) throw new TimestampError('untrusted', resultMessage);
  const known = [signer, ...others, ...roots];
  return certificatePath.flatMap((certificate) => known.find(({ parsed }) => parsed === certificate) ?? []);
}

/** The same with our own SM2 implementation: from the signer up to a trusted root, each certificate valid at that time. */
function sm2Authority(
  signer: ParsedCertificate,
  others: readonly ParsedCertificate[],
  { rootsPem, at }: { readonly rootsPem: string | undefined; readonly at: Date },
): ParsedCertificate[] {
  const ofSm2 = (all: readonly ParsedCertificate[]) => all.filter(({ der }) => readSm2Certificate(der) !== null);
  const roots = rootsPem === undefined ? [] : ofSm2(readRoots(rootsPem));
  const isRoot = ({ der }: ParsedCertificate): boolean => roots.some((root) => sameBytes(root.der, der));
  const chain: ParsedCertificate[] = [signer];
  for (let top = signer; !isRoot(top); ) {
    const held = sm2Of(top);
    const known = [...ofSm2(others), ...roots].filter((one) => !chain.some(({ der }) => sameBytes(der, one.der)));
    const next = known.find((one) => isIssuedBy(held, sm2Of(one)));
    if (!next) break;
    chain.push(next);
    top = next;
  }
  const read = chain.map(sm2Of);
  const fault = chainFault(read) ?? read.find(({ notBefore, notAfter }) => at < notBefore || at > notAfter);
  const last = chain.at(-1);
  if (fault || (rootsPem !== undefined && !(last && isRoot(last))))
    throw new TimestampError('untrusted', 'the SM2 certificates of the authority lead to no root that is trusted');
  return chain;
}

/** @throws TimestampError for a certificate of another kind, which cannot sign an SM2 certificate. */
function sm2Of({ der }: ParsedCertificate): Sm2Certificate {
  const certificate = readSm2Certificate(der);
  if (!certificate) throw new TimestampError('untrusted', 'a certificate of the authority is not of SM2');
  return certificate;
}

/** Timestamping must be its only purpose, and the extension must be critical. Source: RFC 3161, 2.3. */
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
