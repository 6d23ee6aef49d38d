import { parseCertificate } from './cms.ts';
import { fromPem } from './der.ts';

/** From when until when the first certificate of a PEM is valid. @throws Error where there is none. */
export function certificateValidity(pem: string): { readonly notBefore: Date; readonly notAfter: Date } {
  const [der] = fromPem('CERTIFICATE', pem);
  if (!der) throw new Error('there is no certificate in the PEM');
  const { notBefore, notAfter } = parseCertificate(der).parsed;
  return { notBefore: notBefore.value, notAfter: notAfter.value };
}
