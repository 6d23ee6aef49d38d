import { parseCertificate } from './cms.ts';
import { fromPem } from './der.ts';

/**
 * Whether a chain of certificates names the operator of another certificate: the same key, or the same organisation or common name as
 * subject anywhere in the chain. A name proves nothing, so false does not mean that they are two.
 */
export function isSameOperator(chainPem: string, otherPem: string): boolean {
  const [other] = fromPem('CERTIFICATE', otherPem);
  const known = new Set(other ? signsOf(other) : []);
  return fromPem('CERTIFICATE', chainPem).some((der) => signsOf(der).some((sign) => known.has(sign)));
}

function signsOf(der: Uint8Array<ArrayBuffer>): string[] {
  try {
    const { subject, subjectPublicKeyInfo: info } = parseCertificate(der).parsed;
    const names = subject.typesAndValues.filter(({ type }) => type === commonName || type === organization);
    const key = new Uint8Array(info.subjectPublicKey.valueBlock.valueHexView).join(',');
    return [`key ${key}`, ...names.map(({ value }) => `name ${String(value.valueBlock.value).trim().toLowerCase()}`)];
  } catch {
    return []; // The parser reports an invalid certificate only by throwing.
  }
}

const commonName = '2.5.4.3';
const organization = '2.5.4.10';
