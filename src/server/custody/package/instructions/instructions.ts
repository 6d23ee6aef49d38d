import page from '../../../../../docs/integrating/formats.md?raw';
import { visibleText } from '../../../../domain/kit/text/visible-text.ts';
import { printedFingerprint } from '../../../../domain/proof/cms/certificate-fingerprint.ts';
import {
  fingerprintCommand,
  listedCommand,
  logCommand,
  logEntries,
  pdfCommand,
  sm2Command,
  strangersCommand,
  tokenCommand,
  wholeCommand,
} from '../../../../domain/proof/evidence/check-commands.ts';
import { packageNames as names } from '../../../../domain/proof/evidence/package-names.ts';
import { placeText } from '../../../../domain/proof/marks/mark-place.ts';
import { archiveName, archivePaths } from '../../../../domain/proof/web-archive/archive-names.ts';
import type { UsedMark } from '../../marks/mark-store.ts';
import type { ArchiveProofs } from '../archive-proofs.ts';
import type { PackageFacts } from '../proven-facts.ts';
import { windowsText } from './windows-text.ts';

/** How to check the package without the office, in plain Chinese, common tools first. @param logKey in the form of `--log-key`. */
export function instructionsOf(known: PackageFacts, logKey: string): string {
  const { facts, officeName, sandboxNotice, usedMark, verifyUrl, keysUrl, identity, anchorProofs, archiveProofs } = known;
  const number = facts.number;
  const { manifest } = known.stored;
  const timestampAt = anchorProofs?.proof.timestamp?.genTime ?? null;
  const evidenceTimestampAt = anchorProofs?.evidenceTimestamp?.genTime ?? null;
  const fingerprint = printedFingerprint(identity.listed.sha256);
  const given = `--log-key "${logKey}" --office-cert ${fingerprint}${sandboxNotice === null ? '' : ' --sandbox'}`;
  return visibleText(`# 如何验证这个证据包
${sandboxNotice === null ? '' : `\n${sandboxText(sandboxNotice)}`}
存证编号：${number}
出具机构：${officeName}
证据文件：${originalsOf(manifest.files)}

其余文件都是对证据文件的说明和证明。以下检查都可以断网进行，不需要信任出具机构的服务器。先把证据包解压到一个空文件夹，在其中打开终端。
命令适用于 Linux 和 macOS（需要 OpenSSL 3、Python 3 和 poppler 的 pdfsig），Windows 的命令在“九、Windows”。
${keysText(known, logKey)}
## 一、文件有没有被改动

    ${strangersCommand}

应显示 OK：文件夹中没有清单之外的文件。请在刚解压的文件夹中执行，后面的命令会留下几个中间文件。

    ${wholeCommand}

应显示 CMS Verification successful（旧版本为 Verification successful），随后每一行都显示“成功”（OK）。
前者检查清单由出具机构签名，后者检查每个文件与清单相同。

## 二、证书的签名

    ${pdfCommand(names.certificate)}
    ${pdfCommand(names.dossierPdf)}

应显示 Signature is Valid、Total document signed 和 CMS Verification successful。前两行由 pdfsig 显示，只说明签名与文件相符，
不说明是谁签的；最后一行说明签名者是 ${names.officeCertificate} 的证书。也可以用常见的 PDF 阅读器打开，在签名面板查看签名者证书的指纹。
${timestampAt ? timestampText(timestampAt) : noTimestampText}${
  evidenceTimestampAt ? evidenceTimestampText(evidenceTimestampAt) : ''
}${(timestampAt ?? evidenceTimestampAt) ? rootsText : ''}${usedMark ? markText(usedMark) : ''}${
  archiveProofs ? archiveText(archiveProofs) : ''
}${logText(known, given)}${programText(keysUrl, given)}
## 六、在线核验

${verifyUrl}

在该网页选择原始文件或整个证据包即可核验，该网页以出具机构自己的公钥为准。文件在您的设备上计算摘要、逐项核对，不会上传。

## 七、审查说明

${names.dossierPdf} 逐项回答法院审查电子数据真实性时提出的问题，每一项写明结论、所据材料和复核方法。
${names.dossier} 是同样的内容，供程序读取。${names.officeRecord} 是出具机构自己的记录（提交人的审核、经手的每一步），
由 ${names.sumsSignature} 的签名证实。离线验证程序可以只按证据包重新推出每一项，并指出哪一项说得多于证据包：

    npx notary verify 证据包.zip --dossier
${formatsText}${windowsText(manifest.files.map(({ name }) => name))}`);
}

/** Which keys the package brings, and what to compare them with. */
function keysText({ identity, secondTrack, archiveProofs, keysUrl }: PackageFacts, logKey: string): string {
  const fingerprint = printedFingerprint(identity.listed.sha256);
  return `
## 先核对公钥

    日志公钥      ${logKey}
    签名证书指纹  ${fingerprint}${secondTrack ? `\n    国密证书指纹  ${printedFingerprint(secondTrack.certificate.sha256)}` : ''}${
      archiveProofs ? `\n    网页存档密钥  ${archiveProofs.keySha256}` : ''
    }

证据包里的任何内容，包括这几行和下面的命令，都只是证据包自己的说法：伪造的证据包也会带着伪造者的公钥。请先与出具机构在证据包之外公布的
公钥和指纹逐字核对（当面、电话、公告、官方网站，或者加盖印章的纸质存证证书），相同才能说明证据包由该机构出具。
出具机构的服务器在此公布全部公钥，请自行输入已知属于该机构的网址，不要只点开这里的链接：

${keysUrl}

证据包中的证书和密钥的指纹由下列命令显示，依次与公布的 fingerprint_sha256（certificates、sm2_certificates）、
log 的 sha256 和 archive_keys 的 sha256 比较：

    ${fingerprintCommand(names.officeCertificate)}
    sha256sum ${names.logKey}
${secondTrack ? `    ${fingerprintCommand(names.sm2Certificate)}\n` : ''}${
  archiveProofs ? `    openssl pkey -pubin -in ${names.archiveKey} -outform DER | sha256sum\n` : ''
}
其中必须核对的是第一行，${names.officeCertificate} 的指纹：以下每条命令都只承认由 ${names.officeCertificate} 的证书签名的内容
（\`-nointern\` 表示不采用签名自带的证书）。这个指纹不同，以下各项即使全部通过也不能说明任何事情。签名的时间应在证书的有效期之内。
`;
}

function logText({ anchorProofs, logUrl, policy, credentials, secondTrack }: PackageFacts, given: string): string {
  return `
## 四、日志证明

${names.manifest} 是写入出具机构只增不改日志的原文，列出了每个文件的 SHA-256 和 SM3。${names.proof}（C2SP tlog-proof 格式）证明它在
其末尾的检查点所签名的默克尔树（RFC 6962）中。检查这一证明和日志对检查点的签名：

    ${logCommand(logEntries.manifest, names.proof)}

应显示 Signature Verified Successfully 和 ${names.logKey}: OK；证明不成立时 Python 报告 AssertionError。
${checkpointText(Boolean(anchorProofs?.proof.stamped))}
日志的公钥在 ${names.logKey}，请与出具机构公布的公钥核对（${logUrl}/${names.logKey}）。
${names.officeProof} 以同样的格式证明 ${names.officeCertificate} 的指纹写入了同一日志：公钥可信，签名证书即可信。

    ${logCommand(logEntries.office, names.officeProof)}
${policy === null ? '' : policyText(given)}${anchorProofs?.chainAnchor ? anchorText : ''}
${names.consistency} 以最新的检查点和一致性证明（RFC 9162）把证据包中的各个检查点依次相接，证明日志只增不改，
由下面的离线验证程序或者在线核验网页检查。
${anchorProofs?.record ? recordText : noRecordText}${credentials ? credentialsText : ''}${secondTrack ? secondTrackText : ''}`;
}

/** @param given the options of the verifier that name the office. */
function programText(keysUrl: string, given: string): string {
  return `
## 五、一次检查全部内容

离线验证程序直接检查证据包，不必解压。任何人都可以从出具机构的开放接口文档页取得（需要 Node.js 20.19 以上；Windows 相同）：

    npm install ${new URL(keysUrl).origin}/open/docs/notary-client.tgz
    npx notary verify 证据包.zip ${given}

取得本系统源码的，用同一程序：

    npm run verify -- 证据包.zip ${given}

运行之前请先核对命令中的公钥和指纹（见“先核对公钥”），或者换成您从别处得到的。二者给出一项即可，都给出时两项都要相符。
程序逐项列出结果。退出码 0 表示一致：内容完整，由指定的公钥或证书的持有机构出具；1 表示不一致；2 表示无法判断。
不指定公钥和证书时，程序只能说明“内容自洽，出具机构未确认”，结论为无法判断。
加上 \`--tsa-roots 证书.pem\` 可以指定您信任的时间戳机构，加上 \`--sm3\` 可以同时核对 SM3。
\`npm run verify\` 加上 \`--renew-from 网址\`，可以先向您所知的出具机构网址取得本证据最新的存证记录（时间戳续期、摘要续期之后的），
保存在证据包旁边，以后用 \`--record\` 断网使用。
`;
}

/** Names the files that are the evidence, in the first lines. */
function originalsOf(files: readonly { readonly name: string; readonly role: string }[]): string {
  const originals = files.filter(({ role }) => role === 'original').map(({ name }) => name);
  return `${originals.join('、')}（存证时的原始文件，原来的文件名和提交时的说明在 details.json）`;
}

/** Notice that a sandbox's package starts with. @param notice the text printed across its certificate. */
export function sandboxText(notice: string): string {
  return `${notice}。

本证据包出自测试环境，供接入方调试使用。其中的存证、证书和文书不是公证机构出具的证明，不得向任何人出示或者提交。
离线验证程序对它的结论是“不一致”；调试时加上 --sandbox，才检查其余内容。
`;
}

const rootsText = `
以上命令说明机构证书与出具机构制作证据包时的相同，不说明该机构可信。时间戳机构的根证书请从该机构或者认证目录取得，存为 tsa-roots.pem，
以 \`-CAfile tsa-roots.pem -untrusted\` 和证据包中的证书链代替 \`-CAfile\` 和 \`-partial_chain\`，再执行一次。证据包中机构证书的指纹：

    ${fingerprintCommand(names.timestampChain)}
`;

const noTimestampText = '\n## 三、可信时间戳\n\n本证据包没有可信时间戳。\n';

function timestampText(at: Date): string {
  return (
    `
## 三、可信时间戳

    ${tokenCommand(names.checkpoint, names.timestamp, names.timestampChain, at)}

应显示 Verification: OK，以及 ${names.timestampChain}: OK（机构证书列在出具机构签名的清单中）。
\`-attime\` 后面是时间戳自己的时间（自 1970 年起的秒数）：` +
    `时间戳机构的证书后来到期，不影响当时签发的时间戳。查看时间：

    openssl ts -reply -in ${names.timestamp} -text && ${listedCommand(names.timestamp)}
`
  );
}

function evidenceTimestampText(at: Date): string {
  return `
本证据另有针对 ${names.manifest} 的可信时间戳，证明清单中的每个文件在该时间之前已经存在：

    ${tokenCommand(names.manifest, names.evidenceTimestamp, names.evidenceTimestampChain, at)}
`;
}

function archiveText({ timestamp }: ArchiveProofs): string {
  const stamped =
    timestamp === null
      ? '网页存档的可信时间戳尚未取得，请稍后重新下载证据包。'
      : `可信时间戳针对 ${archivePaths.digest}：

    ${tokenCommand(archivePaths.digest, names.archiveTimestamp, names.archiveTimestampChain, timestamp.genTime)}

应显示 Verification: OK。`;
  return `
## 网页存档

${archiveName} 是可以重放的网页存档（WACZ 1.1.1），可用 ReplayWeb.page 等工具断网打开，与截图比较。其中的文件清单由出具机构的密钥签名
（wacz-auth 0.1.0 匿名形式），公钥在 ${names.archiveKey}，${names.archiveKeyProof} 证明该公钥写入了同一日志。取出清单的摘要和签名，再检查：

    unzip -p ${archiveName} ${archivePaths.digest} > ${archivePaths.digest}
    unzip -p ${archiveName} ${archivePaths.datapackage} | openssl dgst -sha256
    ${takeSignature}
    openssl dgst -sha256 -verify ${names.archiveKey} -signature signature.der hash.txt && ${listedCommand(names.archiveKey)}
    ${logCommand(logEntries.archiveKey, names.archiveKeyProof)}

第二行的结果应与 ${archivePaths.digest} 中的 hash 相同，第四行应显示 Verified OK，最后一行检查公钥的日志证明，
应显示 Signature Verified Successfully。
${stamped}
`;
}

/** The signature is r and s concatenated, whereas openssl accepts only DER. */
const takeSignature =
  `python3 -c "import json,base64;d=json.load(open('${archivePaths.digest}'))['signedData'];s=base64.b64decode(d['signature']);` +
  "n=lambda b:(lambda i:i.to_bytes(i.bit_length()//8+1,'big'))(int.from_bytes(b,'big'));t=lambda b:bytes([2,len(b)])+b;" +
  "v=t(n(s[:32]))+t(n(s[32:]));open('signature.der','wb').write(bytes([48,len(v)])+v);open('hash.txt','w').write(d['hash'])\"";

/** States which bytes the token covers: the checkpoint as the log signed it, so that later cosignatures do not invalidate it. */
function checkpointText(isEarlier: boolean): string {
  const bare = `${names.checkpoint} 是可信时间戳所针对的字节：检查点的正文和日志自己的签名，不含见证方的签名，`;
  if (!isEarlier) return `${bare}其余与 ${names.proof} 末尾的检查点相同。`;
  return `${bare}它早于 ${names.proof} 末尾的检查点，${names.timestampProof} 证明本证据已经在其中。`;
}

/** @param given the options of the verifier that name the office. */
const policyText = (given: string): string =>
  `
${names.policy} 是出具机构公布的见证策略（C2SP tlog-policy）：请了哪些见证方，要求多少个共同签名。` +
  `见证方的签名在各证明文件末尾的检查点的空行之后，每行一个。见证方的公钥请与各见证方自己公布的逐字核对，
写成您自己的策略文件，离线验证程序即以它代替 ${names.policy}：

    npx notary verify 证据包.zip --policy 策略.txt ${given}
`;

const recordText = `
${names.evidenceRecord} 是本证据的存证记录（RFC 4998）：存证当日全部证据的哈希树由一个可信时间戳覆盖，记录由清单和清单列出的每个文件出发，
逐级推算到该时间戳。时间戳机构的证书到期之前，出具机构以新的时间戳续期；摘要算法不再可靠之前，以新的摘要续期。可以用支持 RFC 4998 的
程序（如 Bouncy Castle）核对，对象是清单和清单列出的全部文件。
`;

const noRecordText = `
本证据包没有存证记录（RFC 4998）。出具机构使用可信时间戳的，存证记录在存证次日形成，可以用下面的 \`--renew-from\` 或在线核验网页取得。
`;

const credentialsText =
  `
${names.credentials} 是写入同一日志的机构资质清单（执业许可证、等级保护、密码应用评估、区块链备案等），
${names.credentialsProof} 证明它在日志中；` +
  `清单列出了每张资质图片的 SHA-256。资质是否真实，请按编号向发证机关核对。
`;
/** The checkpoint is a string inside JSON; extracting it takes only Python. */
function markText({ hash, code, binding, place, timestampAt }: UsedMark): string {
  const log = '取证日志 capture-log.jsonl 以 mark 开头的事件';
  const drawn = place?.in === 'picture' ? `截图 ${place.file}` : '截图';
  const where =
    binding === 'capture'
      ? place?.in === 'log'
        ? `${log}应写有同一哈希；没有画面，只说明取证在此后开始，不说明所取的文件在此后形成`
        : `${log}和${drawn}上方的边条都应写有同一哈希`
      : binding === 'file'
        ? `${placeText(place)}，内容是该哈希或者校验码 ${code}；只说明文件在此后封装，不说明内容在此后形成`
        : `未绑定：程序在原件的字节中没有找到它；若画面的第一帧显示校验码 ${code}，请由人核对`;
  const token = timestampAt
    ? `
标记中的检查点有可信时间戳。取出检查点，再检查：

    python3 -c "import json; open('mark-checkpoint.txt', 'wb').write(json.load(open('${names.mark}'))['checkpoint'].encode())"
    ${tokenCommand('mark-checkpoint.txt', names.markTimestamp, names.markTimestampChain, timestampAt)}

应显示 Verification: OK。${names.markTimestamp} 的 SHA-256 应与 ${names.mark} 中的 timestampSha256 相同。这一时间即“不早于”的时间。
`
    : `\n标记没有可信时间戳。对它的检查点，${names.mark} 中的 cosignatures 是见证方的签名，没有时为空。\n`;
  return `
## 时间标记（不早于）

${names.mark} 由写入证据之前最新的检查点和它的可信时间戳等组成，在那之前谁也不知道它的哈希：

    sha256sum ${names.mark} && ${listedCommand(names.mark)}

应为 ${hash}。
${where}。
${token}`;
}

const anchorText =
  `
${names.anchor} 记载了写入区块链的交易，交易数据就是检查点的根哈希；${names.anchorProof} 证明本证据在该检查点中。` +
  `请在对应的链上按交易哈希查询，核对区块高度和时间。
`;

/** The forms of the files, so that others can write a reader: the page of the integration guide without its title. */
const formatsText = `
## 八、格式
${page.replace(/^# .*\n/, '').trimEnd()}
`;

/** How to check the second track with common tools. */
const secondTrackText = `
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
