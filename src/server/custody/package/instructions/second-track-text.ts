import { logCommand, logEntries, sm2Command } from '../../../../domain/evidence/check-commands.ts';
import { packageNames as names } from '../../../../domain/evidence/package-names.ts';

/** How to check the second track with common tools. */
export const secondTrackText = `
## 国密签名

两份校验清单和每个 PDF 文件另有 SM2 签名：\`<文件>.sm2\`（DER）和 \`<文件>.sm2.p7s\`（CMS）。${names.sm2Certificate} 的指纹请与出具机构
公布的核对（见“先核对公钥”）。用 OpenSSL 3.0 以上的版本核对：

    ${sm2Command(names.sums)}
    ${sm2Command(names.sm3Sums)}
    ${sm2Command(names.certificate)}

应显示 ${names.sm2Certificate}: OK 和 Verified OK。${names.sm3Sums} 以 SM3 列出了同样的文件，可以用 \`openssl dgst -sm3 -r 文件\` 逐个核对。
没有这些签名的文件，是制作证据包时签名服务没有应答，请向出具机构重新下载证据包。${names.sm2Proof} 证明证书的指纹写入了同一日志：

    ${logCommand(logEntries.sm2, names.sm2Proof)}
`;
