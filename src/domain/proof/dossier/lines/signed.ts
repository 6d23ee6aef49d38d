import type { Issuer } from '../../cms/issuer.ts';
import { holds, unknown, type Answer } from '../line.ts';

/**
 * A signature that holds says that nothing changed since. Whose it is, a certificate that the signer or the office issued itself does not
 * prove; the published fingerprint does.
 * @param file the certificate in the package.
 */
export function signedAnswer(statement: string, issuer: Issuer | null, file: string): Answer {
  if (issuer?.kind === 'other') return holds(`${statement}。`);
  return unknown(`${statement}，不能认定签名者`, `须把 ${file} 的指纹与出具机构在证据包之外公布的核对`);
}
