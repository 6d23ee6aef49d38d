import { parseCertificate } from './cms.ts';
import { fromPem } from './der.ts';

/** Name of the first certificate's subject (CN, else O, else 未具名), without quotation marks and control characters, for sentences. */
export function commonNameOf(certificatePem: string): string {
  const subject = subjectOf(certificatePem);
  const name = subject.get(commonName) ?? subject.get(organization) ?? '';
  return name.replace(/[\p{C}“”]/gu, '').slice(0, 100) || '未具名';
}

/** The first value of each attribute type. */
function subjectOf(pem: string): ReadonlyMap<string, string> {
  const [der] = fromPem('CERTIFICATE', pem);
  try {
    const names = der ? parseCertificate(der).parsed.subject.typesAndValues : [];
    return new Map([...names].reverse().map(({ type, value }) => [type, String(value.valueBlock.value)]));
  } catch {
    return new Map(); // The parser reports an invalid certificate only by throwing.
  }
}

const commonName = '2.5.4.3';
const organization = '2.5.4.10';
