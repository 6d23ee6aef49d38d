import type { Issuer } from './issuer.ts';

/** A clause on who vouches for a signer. 自签名 wherever nobody but the signer or the office does. */
export function issuerText(issuer: Issuer | null): string {
  if (!issuer) return '看不出证书由谁签发';
  if (issuer.kind === 'self') return '证书是自签名的，没有其他机构证明它属于谁';
  if (issuer.kind === 'own') return `证书由出具机构自己的证书机构“${issuer.name}”签发，等同自签名，没有其他机构证明它属于谁`;
  return `证书写明由“${issuer.name}”签发，以该机构的根证书核对为准`;
}

/** The same in a few words, for a line of the verifier. */
export function issuerNote(issuer: Issuer | null): string {
  if (!issuer || issuer.kind === 'other') return '';
  return issuer.kind === 'self' ? '（自签名）' : '（自签名：由出具机构自己的证书机构签发）';
}
