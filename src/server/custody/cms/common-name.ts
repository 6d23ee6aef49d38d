import { X509Certificate } from 'node:crypto';

/** How the first certificate of a PEM calls its holder: CN, or else O; a name of its own, as a sentence may quote it. */
export function commonNameOf(certificatePem: string): string {
  const subject = subjectOf(certificatePem);
  const name = /^CN=(.+)$/m.exec(subject)?.[1] ?? /^O=(.+)$/m.exec(subject)?.[1] ?? '';
  return name.replace(/[\p{C}“”]/gu, '').slice(0, 100) || '未具名';
}

function subjectOf(pem: string): string {
  try {
    return new X509Certificate(pem).subject;
  } catch {
    return ''; // Node has no other way to say that it is none.
  }
}
