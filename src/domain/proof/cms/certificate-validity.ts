import { parseCertificate } from './cms.ts';
import { fromPem } from './der.ts';

/** Validity period of the first certificate of a PEM. @throws Error if there is none. */
export function certificateValidity(pem: string): { readonly notBefore: Date; readonly notAfter: Date } {
  const [der] = fromPem('CERTIFICATE', pem);
  if (!der) throw new Error('there is no certificate in the PEM');
  const { notBefore, notAfter } = parseCertificate(der).parsed;
  return { notBefore: notBefore.value, notAfter: notAfter.value };
}
