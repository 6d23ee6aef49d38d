import type { Certificate } from 'pkijs';
import { parseCertificate } from './cms.ts';
import { fromPem } from './der.ts';
import { sameBytes } from '../../kit/bytes/bytes.ts';
import { isSameOperator } from './same-operator.ts';

/** Who issued a signer's certificate, by its own words. `self`: the signer; `own`: an authority of the office's; `other`: another one. */
export interface Issuer {
  readonly kind: 'self' | 'own' | 'other';
  /** The issuer's common name or organisation, without quotation marks and control characters. */
  readonly name: string;
}

/**
 * The issuer of the first certificate of a chain; null if it cannot be read. A name proves nothing: whether another authority really issued
 * the certificate is decided by that authority's own certificate.
 * @param officePem the office's certificate, where the signer is somebody else.
 */
export function issuerOf(chainPem: string, officePem = chainPem): Issuer | null {
  const [first, ...others] = fromPem('CERTIFICATE', chainPem);
  if (!first) return null;
  try {
    const { issuer, subject } = parseCertificate(first).parsed;
    const name = nameOf(issuer);
    if (sameBytes(encoded(issuer), encoded(subject))) return { kind: 'self', name };
    const isOwn =
      chainPem === officePem ? namesOf(issuer).some((one) => namesOf(subject).includes(one)) : isSameOperator(chainPem, officePem);
    const isOwnAuthority =
      others.length > 0 && chainPem === officePem && others.some((der) => sharesName(parseCertificate(der).parsed, subject));
    return { kind: isOwn || isOwnAuthority ? 'own' : 'other', name };
  } catch {
    return null; // The parser reports an invalid certificate only by throwing.
  }
}

/** Common names and organisations of the first certificate's subject, in lower case. */
export function subjectNames(pem: string): readonly string[] {
  const [first] = fromPem('CERTIFICATE', pem);
  try {
    return first ? namesOf(parseCertificate(first).parsed.subject) : [];
  } catch {
    return []; // The parser reports an invalid certificate only by throwing.
  }
}

type Name = Certificate['subject'];

function sharesName({ subject }: Certificate, other: Name): boolean {
  return namesOf(subject).some((one) => namesOf(other).includes(one));
}

function encoded(name: Name): Uint8Array {
  return new Uint8Array(name.toSchema().toBER(false));
}

/** Common names and organisations, in lower case. */
function namesOf({ typesAndValues }: Name): string[] {
  return typesAndValues
    .filter(({ type }) => type === commonName || type === organization)
    .map(({ value }) => String(value.valueBlock.value).trim().toLowerCase())
    .filter((name) => name !== '');
}

function nameOf({ typesAndValues }: Name): string {
  const found = [commonName, organization].map((wanted) => typesAndValues.find(({ type }) => type === wanted));
  const name = found.find((one) => one !== undefined);
  return (
    String(name?.value.valueBlock.value ?? '')
      .replace(/[\p{C}“”]/gu, '')
      .slice(0, 100) || '未具名'
  );
}

const commonName = '2.5.4.3';
const organization = '2.5.4.10';
