import { packageNames as names } from '../../../domain/custody/package-names.ts';

interface Told {
  readonly number: string;
  readonly officeName: string;
  readonly verifyUrl: string;
  /** Where the log is served, and what its key and the office's certificate are compared with. */
  readonly logUrl: string;
  readonly hasTimestamp: boolean;
  readonly hasEvidenceTimestamp: boolean;
  readonly hasAnchor: boolean;
}

/** How anybody checks the package without us: plain Chinese, other people's tools first. */
export function instructionsOf({ number, officeName, verifyUrl, logUrl, hasTimestamp, hasEvidenceTimestamp, hasAnchor }: Told): string {
  return `# 如何验证这个证据包

存证编号：${number}
出具机构：${officeName}

以下检查都可以断网进行，不需要信任出具机构的服务器。先把证据包解压到一个空文件夹，在其中打开终端。

## 一、文件有没有被改动

    sha256sum -c ${names.sums}

每一行都应显示“成功”（OK）。清单本身由出具机构签名：

    openssl cms -verify -binary -inform DER -in ${names.sumsSignature} -content ${names.sums} -certfile ${names.officeCertificate} -noverify -out /dev/null

应显示 CMS Verification successful（旧版本为 Verification successful）。\`-noverify\` 表示不检查证书由谁签发，请核对 ${names.officeCertificate} 是否为出具机构公布的证书：

    openssl x509 -in ${names.officeCertificate} -noout -fingerprint -sha256

指纹应与出具机构公布的相同。出具机构在 ${logUrl}/${names.officeCertificate} 公布证书，最好再通过另一途径（当面、电话、公告）核对。

## 二、证书的签名

    pdfsig ${names.certificate}

应显示 Signature is Valid，并且 Total document signed。也可以用常见的 PDF 阅读器打开查看签名。
${hasTimestamp ? timestampText : '\n## 三、可信时间戳\n\n本证据包没有可信时间戳。\n'}${hasEvidenceTimestamp ? evidenceTimestampText : ''}
## 四、日志证明

${names.manifest} 是写入出具机构只增不改日志的原文，列出了每个文件的 SHA-256 和 SM3。${names.proof}（C2SP tlog-proof 格式）证明它在
${names.checkpoint} 所签名的默克尔树（RFC 6962）中。日志的公钥在 ${names.logKey}，请与出具机构公布的公钥核对
（${logUrl}/${names.logKey}）。${names.officeProof} 以同样的格式证明 ${names.officeCertificate} 的指纹写入了同一日志：公钥可信，签名证书即可信。
${hasAnchor ? anchorText : ''}
## 五、一次检查全部内容

使用出具机构公开的离线验证程序，直接检查证据包，不必解压：

    npm run verify -- 证据包.zip

程序逐项列出结果。退出码 0 表示全部一致，1 表示有不一致，2 表示无法验证。加上 \`--log-key "公钥"\` 可以指定您从别处得到的日志公钥，
加上 \`--office-cert 证书.pem\`（或其指纹）可以指定您从别处得到的签名证书，加上 \`--sm3\` 可以同时核对 SM3。

## 六、在线核验

${verifyUrl}

在该网页选择原始文件即可核验。文件在您的设备上计算摘要，不会上传。
`;
}

const timestampText = `
## 三、可信时间戳

    openssl ts -verify -data ${names.checkpoint} -in ${names.timestamp} -CAfile ${names.timestampChain} -partial_chain

应显示 Verification: OK。查看时间：

    openssl ts -reply -in ${names.timestamp} -text

请核对 ${names.timestampChain} 是否为您信任的时间戳机构的证书。
`;

const evidenceTimestampText = `
本证据另有针对 ${names.manifest} 的可信时间戳，证明清单中的每个文件在该时间之前已经存在：

    openssl ts -verify -data ${names.manifest} -in ${names.evidenceTimestamp} -CAfile ${names.evidenceTimestampChain} -partial_chain
`;

const anchorText = `
${names.anchor} 记载了写入区块链的交易，交易数据就是检查点的根哈希；${names.anchorProof} 证明本证据在该检查点中。请在对应的链上按交易哈希查询，核对区块高度和时间。
`;
