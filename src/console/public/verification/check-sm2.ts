import { readSm2Chain } from '../../../domain/proof/guomi/sm2-certificate.ts';
import { contentOf, verifySm2Cms } from '../../../domain/proof/guomi/sm2-cms.ts';
import { verifySm2 } from '../../../domain/proof/guomi/sm2.ts';
import { sameBytes } from '../../../domain/kit/bytes/bytes.ts';

/** Result of checking an SM2 signature: who signed, or why it does not hold. */
export interface Sm2Findings {
  readonly holds: boolean;
  readonly text: string;
}

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Checks a file of a package and its `<file>.sm2` or `<file>.sm2.p7s`, in any order, against the office's published SM2 certificates. */
export function checkSm2(files: readonly NamedBytes[], certificates: readonly { readonly pem: string }[]): Sm2Findings {
  const signature = files.find(({ name }) => /\.sm2(?:\.p7s)?$/.test(name));
  const content = files.find((file) => file !== signature);
  if (files.length !== 2 || !signature || !content)
    return { holds: false, text: '请同时选择两个文件：证据包中的文件和它的 .sm2 或 .sm2.p7s 签名' };
  const office = certificates.flatMap(({ pem }) => readSm2Chain(pem)?.slice(0, 1) ?? []);
  const signer = signature.name.endsWith('.p7s') ? cmsSigner(content, signature) : null;
  const own = office.find((certificate) =>
    signer === null ? verifySm2(certificate.key, content.bytes, signature.bytes) : sameBytes(signer, certificate.der),
  );
  return own
    ? { holds: true, text: `签名有效，${content.name} 由本机构的 SM2 证书“${own.commonName}”签名，签名之后没有改动` }
    : { holds: false, text: `签名不成立：${signature.name} 不是本机构的 SM2 证书对 ${content.name} 的签名，或者文件被改动` };
}

/** DER of the signing certificate; empty if the signature does not hold. */
function cmsSigner(content: NamedBytes, signature: NamedBytes): Uint8Array {
  const message = verifySm2Cms(signature.bytes, contentOf(content.bytes));
  return message.ok ? message.value.signer.der : new Uint8Array(0);
}
