import { packageNames as names, sm2Names } from '../../../../domain/evidence/package-names.ts';

const verify = (file: string): string =>
  `    openssl dgst -sm3 -verify office-sm2.pub -sigopt distid:1234567812345678 -signature ${sm2Names(file)[0]} ${file}`;

/** How to check the second track with common tools. */
export const secondTrackText = `
## 国密签名

两份校验清单和每个 PDF 文件另有 SM2 签名：\`<文件>.sm2\`（DER）和 \`<文件>.sm2.p7s\`（CMS）。${names.sm2Proof} 证明
${names.sm2Certificate} 的指纹写入了同一日志。用 OpenSSL 3.0 以上的版本核对：

    openssl x509 -in ${names.sm2Certificate} -noout -pubkey -out office-sm2.pub
${verify(names.sums)}
${verify(names.sm3Sums)}
${verify(names.certificate)}

应显示 Verified OK。${names.sm3Sums} 以 SM3 列出了同样的文件，可以用 \`openssl dgst -sm3 -r 文件\` 逐个核对。
没有这些签名的文件，是制作证据包时签名服务没有应答，请向出具机构重新下载证据包。
`;
