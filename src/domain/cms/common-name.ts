import { parseCertificate } from './cms.ts';
import { fromPem } from './der.ts';

/** How the first certificate of a PEM calls its holder: CN, or else O; a name of its own, as a sentence may quote it. */
export function commonNameOf(certificatePem: string): string {
  const subject = subjectOf(certificatePem);
  const name = subject.get(commonName) ?? subject.get(organization) ?? '';
  return name.replace(/[\p{C}“”]/gu, '').slice(0, 100) || '未具名';
}

/** The first value of each type. */
function subjectOf(pem: string): ReadonlyMap<string, string> {
  const [der] = fromPem('CERTIFICATE', pem);
  try {
    const names = der ? parseCertificate(der).parsed.subject.typesAndValues : [];
    return new Map(names.toReversed().map(({ type, value }) => [type, String(value.valueBlock.value)]));
  } catch {
    return new Map(); // There is no other way to say that it is no certificate.
  }
}

const commonName = '2.5.4.3';
const organization = '2.5.4.10';
