import { fingerprintCommand, listedCommand, tokenCommand, wholeCommand } from '../../evidence/check-commands.ts';
import { articles } from '../basis.ts';
import { fails, holds, notAsked, unknown, type Answer } from '../line.ts';
import type { Checked, TokenFacts } from '../facts/log.ts';
import type { Issuer } from '../../cms/issuer.ts';
import { issuerText } from '../../cms/issuer-text.ts';
import type { LineRule } from '../rule.ts';
import { spanText } from '../../../kit/text/span.ts';
import { onPage, run, show } from './recheck.ts';
import { signedAnswer } from './signed.ts';
import { notRecorded, timeText, wholePackage } from './wording.ts';

/** Integrity after logging (上链后未被篡改: §16, and what §17 asks if a party objects with reasons). */

const sameHash: LineRule = {
  question: '现在的文件与存证时的文件是否相同',
  basis: [articles.online16, articles.online17],
  files: ['manifest.json', 'role:original', 'role:environment-check', 'role:capture-log', 'role:details'],
  check({ files }) {
    if (files.listed.length === 0) return unknown('证据清单缺失或无法读取，无从比较', wholePackage);
    const [missing, other] = (['missing', 'other'] as const).map((state) => files.listed.filter((file) => file.state === state));
    const names = (list: typeof missing) => (list ?? []).map(({ name }) => name).join('、');
    if (other && other.length > 0)
      return fails(`证据清单列出 ${files.listed.length} 个文件，其中 ${names(other)} 的大小或数字指纹与清单不同。`);
    if (missing && missing.length > 0)
      return unknown(`证据清单列出 ${files.listed.length} 个文件，其中缺少 ${names(missing)}，无从比较`, wholePackage);
    const [main] = files.listed.filter(({ role }) => role === 'original');
    const fingerprint = main ? `，其中 ${main.name} 的数字指纹为 ${main.sha256}` : '';
    return holds(
      `从证据包中的内容重新计算清单所列 ${files.listed.length} 个文件的数字指纹（SHA-256），全部与存证时登记的相同${fingerprint}。`,
    );
  },
  recheck: `${run(wholeCommand, '每一行都应显示 OK')}或在核验网页选择原始文件。`,
};

const inLog: LineRule = {
  question: '存证清单是否写入了存证日志',
  basis: [articles.online16],
  files: ['proof.tlog-proof', 'manifest.json', 'checkpoint.txt', 'log-key.txt'],
  check({ log, asOf }) {
    if (log.inclusion.state !== 'held') return broken(log.inclusion, '写入日志的证明', '证据包中没有写入日志的证明');
    if (log.signature.state !== 'held')
      return unknown('存证清单在检查点的默克尔树中，但是检查点的签名没有得到核对，不知道检查点由谁作出', wholePackage);
    return holds(
      `存证清单是存证日志的第 ${(log.leafIndex ?? 0) + 1} 条记录；` +
        `日志有 ${asOf.checkpoint?.size ?? 0} 条记录时，出具机构对全部记录签名确认，其中包括这一条。`,
    );
  },
  recheck: `${onPage('证据在日志的默克尔树中')}断网时执行“如何验证.md”第四节的第一条命令。`,
};

const checkpointSigned: LineRule = {
  question: '日志的检查点是否由证据包所附的日志密钥签名',
  basis: [articles.online16, articles.online17],
  files: ['checkpoint.txt', 'log-key.txt', 'proof.tlog-proof'],
  check({ log, asOf }) {
    if (log.signature.state !== 'held') return broken(log.signature, '检查点的签名', '证据包中没有检查点');
    const statement = `日志“${asOf.checkpoint?.origin ?? ''}”有 ${asOf.checkpoint?.size ?? 0} 条记录时的检查点`;
    return holds(`${statement}由证据包所附的日志密钥签名，签名有效。`);
  },
  recheck: `${run('cat log-key.txt', '与出具机构在证据包之外公布的公钥逐字核对')}${onPage('检查点由该日志公钥的私钥签名')}`,
};

const appendOnly: LineRule = {
  question: '证据包中的各个检查点是否出自同一份只增不改的日志',
  basis: [articles.online16, articles.online17],
  files: [
    'checkpoint.txt',
    'proof.tlog-proof',
    'timestamp.tlog-proof',
    'office.tlog-proof',
    'archive-key.tlog-proof',
    'anchor.tlog-proof',
    'mark.json',
    'credentials.tlog-proof',
    'office-sm2.tlog-proof',
    'consistency.txt',
    'log-key.txt',
    'manifest.json',
    'office.pem',
  ],
  check({ log }) {
    if (log.consistency.state === 'broken' || log.consistency.state === 'lacking') return broken(log.consistency, '一致性证明', '');
    const statement = `证据包中有 ${log.sizes.length} 个检查点，分别在日志有 ${log.sizes.join('、')} 条记录时作出`;
    if (log.sizes.length === 0) return unknown('证据包中没有可读的检查点', wholePackage);
    if (log.inclusion.state === 'absent' || log.office.state === 'absent')
      return unknown(`${statement}，证据包缺少证明文件，不能判断`, wholePackage);
    if (log.sizes.length === 1)
      return unknown(
        `证据包中的证明都针对日志有 ${log.sizes[0] ?? 0} 条记录时的同一个检查点，只有一个检查点，没有可比`,
        '须有另一时刻的检查点和连接两者的一致性证明',
      );
    if (log.consistency.state === 'held')
      return holds(`${statement}，经核对，后来的日志完整包含先前的日志，先前的记录没有改动、删除或者插入。`);
    return unknown(`${statement}，证据包中没有把它们连接起来的证明，不能判断后来的日志是否完整包含先前的日志`, wholePackage);
  },
  recheck: `${onPage('各检查点属于同一份只增不改的日志')}consistency.txt 的格式见“如何验证.md”。`,
};

const cosigned: LineRule = {
  question: '除出具机构之外是否有见证方对检查点共同签名',
  basis: [articles.online17, articles.evidence94neutral],
  files: ['proof.tlog-proof', 'policy.txt', 'log-key.txt', 'office.pem'],
  check({ witnesses, asOf, outsiders }) {
    const { checked, listed, isMet, size, others } = witnesses;
    if (checked.state === 'broken') return fails(`见证方的共同签名不成立：${checked.why}。`);
    if (checked.state === 'lacking') return unknown(`见证方的共同签名无法核对：${checked.why}`, wholePackage);
    if (checked.state === 'absent') return unlisted(others);
    const statement = `出具机构公布的见证策略列有 ${listed} 个见证方`;
    if (witnesses.cosigned.length === 0) return unknown(`${statement}，本证据的检查点还没有它们的共同签名；${notWitnessed}`, cosignedLater);
    const names = witnesses.cosigned.map(({ name }) => `“${name}”`).join('、');
    const signed = `${statement}，其中 ${witnesses.cosigned.length} 个（${names}）在日志有 ${size ?? 0} 条记录时的检查点上共同签名`;
    if (!isMet) return unknown(`${signed}，没有达到策略的要求；${notWitnessed}`, cosignedLater);
    const at = witnesses.cosigned.flatMap((one) => (one.at === null ? [] : [Date.parse(one.at)]));
    const last = Math.max(...at);
    const age = spanText(Math.max(0, Date.parse(asOf.moment) - last));
    const when = at.length === 0 ? '没有写明签名的时间' : `最近一次在 ${timeText(new Date(last).toISOString())}，距本说明所称的时刻 ${age}`;
    return unknown(`${signed}，达到策略的要求，${when}；${outsiders.witnesses ?? ''}`, '须把 policy.txt 中的公钥与各见证方自己公布的核对');
  },
  recheck: '把 policy.txt 中见证方的公钥与各见证方自己公布的逐字核对。在核验网页（/verify）选择整个证据包，查看见证方的一行。',
};

const notWitnessed = '出具机构是否对不同的人出示了不同的日志，没有外部单位可以证实';
const cosignedLater = '须有见证方的共同签名';

/** For a package without a policy, or with a policy that names no witness. */
function unlisted(others: readonly string[]): Answer {
  if (others.length === 0) return unknown(`检查点只有出具机构自己的签名，没有见证方共同签名；${notWitnessed}`, cosignedLater);
  return unknown(
    `检查点另有 ${others.length} 个签名（${others.join('、')}），证据包中没有这些见证方的公钥，无法核对`,
    '须取得各见证方自己公布的公钥',
  );
}

const stamped: LineRule = {
  question: '日志的检查点是否有第三方的可信时间戳',
  basis: [articles.online16, articles.online17],
  files: [
    'checkpoint.txt',
    'timestamp.tsr',
    'timestamp-chain.pem',
    'timestamp.tlog-proof',
    'manifest.json',
    'log-key.txt',
    'office.pem',
    'office-record.json',
  ],
  check: ({ timestamp, outsiders, issuers }) =>
    tokenAnswer(timestamp, ['日志检查点', outsiders.timestamp, issuers.timestamp], () =>
      unknown('证据包中没有针对检查点的可信时间戳', '须取得时间戳机构签发的时间戳'),
    ),
  recheck: ({ timestamp }) =>
    timestamp.state === 'absent'
      ? onPage('审查说明与按证据包推得的相同')
      : tokenRecheck(timestamp, 'checkpoint.txt', 'timestamp.tsr', 'timestamp-chain.pem'),
};

const manifestStamped: LineRule = {
  question: '存证清单本身是否另有第三方的可信时间戳',
  basis: [articles.online16],
  files: ['manifest.json', 'manifest.tsr', 'manifest-chain.pem', 'office.pem', 'office-record.json'],
  check: ({ evidenceTimestamp, outsiders, issuers }) =>
    tokenAnswer(evidenceTimestamp, ['证据清单', outsiders.evidenceTimestamp, issuers.evidenceTimestamp], () =>
      notAsked('本证据没有另外申请针对清单的时间戳。'),
    ),
  recheck: ({ evidenceTimestamp }) =>
    evidenceTimestamp.state === 'absent'
      ? onPage('审查说明与按证据包推得的相同')
      : tokenRecheck(evidenceTimestamp, 'manifest.json', 'manifest.tsr', 'manifest-chain.pem'),
};

const onChain: LineRule = {
  question: '日志的检查点是否写入了区块链的交易',
  basis: [articles.online16],
  files: ['checkpoint.txt', 'anchor.json', 'anchor.tlog-proof'],
  check({ transaction }) {
    if (transaction.state === 'absent') return notAsked('本证据登记在出具机构自有的只增不改的日志中，没有写入区块链。');
    if (transaction.state === 'broken') return fails(`区块链交易的材料不成立：${transaction.why}。`);
    if (transaction.state === 'lacking') return unknown(`区块链交易的材料无法核对：${transaction.why}`, wholePackage);
    return unknown(
      `检查点的数字指纹写在区块链（链标识 ${transaction.chainId}）的交易 ${transaction.hash} 中，` +
        `出具机构记载其在区块 ${transaction.block}、${timeText(transaction.at)}，链上是否有这笔交易，证据包不能证明`,
      '须在链上查询该交易及其区块和时间',
    );
  },
  recheck: ({ transaction }) =>
    transaction.state === 'absent'
      ? onPage('审查说明与按证据包推得的相同')
      : `${onPage('区块链交易写入检查点的根哈希')}并在该链的浏览器上按交易哈希查询，核对区块高度和时间。`,
};

const reread: LineRule = {
  question: '保存的文件最近一次重新读取是否完好',
  basis: [articles.online17, articles.evidence93checks],
  files: ['manifest.json', 'office-record.json'],
  check({ record, times }) {
    if (!record) return unknown(`${notRecorded}，不知道最近一次重新读取的结果`, readHere);
    const { at, state } = record.reread;
    if (state === 'damaged' || state === 'missing')
      return fails(`据出具机构记录，${at === null ? '' : `${timeText(at)}`}重新读取时发现文件${state === 'damaged' ? '损坏' : '缺失'}。`);
    // The office may have held the same bytes before, for other evidence.
    const isBefore = at !== null && times !== null && Date.parse(at) < Date.parse(times.receivedAt);
    if (at === null || isBefore || state === 'unchecked')
      return unknown('据出具机构记录，本证据的文件存证以来还没有全部轮到定期重新读取', readHere);
    return unknown(`据出具机构记录，本证据的全部文件在 ${timeText(at)}之后都重新读取过，内容与保存时相同，没有其他机构核对`, readHere);
  },
  recheck: show('office-record.json', '查看 reread'),
};

/** The files of the package were read when it was made, and anybody can hash them. */
const readHere = '须自行计算证据包中文件的数字指纹，与清单比较';

const certificateSigned: LineRule = {
  question: '存证证书的电子签名是否有效',
  basis: [articles.online16],
  files: ['certificate.pdf', 'office.pem'],
  check({ certificate, issuers }) {
    if (certificate.state === 'absent') return unknown('证据包中没有存证证书', wholePackage);
    if (certificate.state === 'lacking') return unknown(`存证证书的签名无法核对：${certificate.why}`, wholePackage);
    if (certificate.state === 'broken') return fails(`存证证书的签名不成立：${certificate.why}。`);
    const { signedAt, validFrom, validUntil, level } = certificate;
    const [signed, from, until] = [signedAt, validFrom, validUntil].map((at) => Date.parse(at));
    const statement = `存证证书于 ${timeText(signedAt)}签名，签名证书的有效期自 ${timeText(validFrom)}至 ${timeText(validUntil)}`;
    if ((signed ?? 0) > (until ?? 0) || (signed ?? 0) < (from ?? 0) - clockToleranceMs)
      return fails(`${statement}，签名时间不在有效期之内。`);
    return signedAnswer(
      `${statement}，签名覆盖证书全文，${level === 'B-T' ? '并带有可信时间戳' : '没有另附时间戳'}；${issuerText(issuers.office)}`,
      issuers.office,
      'office.pem',
    );
  },
  recheck: `${run(listedCommand('certificate.pdf'), '应显示 CMS Verification successful 和 OK')}${onPage('存证证书的签名有效且未改动')}`,
};

const officeInLog: LineRule = {
  question: '出具机构的签名证书是否写入了存证日志',
  basis: [articles.online17],
  files: ['office.pem', 'office.tlog-proof', 'log-key.txt'],
  check({ log, issuers }) {
    if (log.office.state !== 'held') return broken(log.office, '签名证书写入日志的证明', '证据包中没有签名证书写入日志的证明');
    return holds(
      `出具机构的签名证书登记在同一份存证日志中，确认日志属于该机构，就可以确认这张证书属于该机构；${issuerText(issuers.office)}。`,
    );
  },
  recheck: run(fingerprintCommand('office.pem'), '指纹与出具机构在证据包之外公布的逐字核对'),
};

/** The package is signed only after the dossier is written. */
const packageSigned: LineRule = {
  question: '证据包整体的签名是否有效',
  basis: [articles.online16],
  files: ['office.pem'],
  check: ({ issuers }) =>
    unknown(`证据包在本说明作出之后才整体签名，本说明不能评价在后的签名；签名所用的${issuerText(issuers.office)}`, '须按复核方法自行检查'),
  recheck: run(wholeCommand, '应显示 CMS Verification successful，每一行都应显示 OK，并核对 office.pem 的指纹'),
};

function tokenAnswer(
  token: TokenFacts,
  [over, own, issuer]: readonly [over: string, own: string | null, issuer: Issuer | null],
  absent: () => Answer,
): Answer {
  if (token.state === 'absent') return absent();
  if (token.state === 'broken') return fails(`针对${over}的可信时间戳不成立：${token.why}。`);
  if (token.state === 'lacking') return unknown(`针对${over}的可信时间戳无法核对：${token.why}`, wholePackage);
  const statement = `时间戳机构“${token.authority}”于 ${timeText(token.at)}对${over}签发了时间戳`;
  if (own !== null)
    return unknown(
      `${statement}（序列号 ${token.serial}，${issuerText(issuer)}），但${own}，不能认定为第三方`,
      '须有出具机构以外的机构签发的时间戳',
    );
  if (issuer?.kind === 'self')
    return unknown(`${statement}（序列号 ${token.serial}），但${issuerText(issuer)}，不能认定为第三方`, '须与该机构另行公布的证书核对');
  return holds(`${statement}（序列号 ${token.serial}，${issuerText(issuer)}），证明它当时已经存在；机构的身份以核对其根证书为准。`);
}

function tokenRecheck(token: TokenFacts, data: string, file: string, chain: string): string {
  if (token.state !== 'held') return onPage('审查说明与按证据包推得的相同');
  return run(tokenCommand(data, file, chain, new Date(token.at)), `应显示 Verification: OK，并确认 ${chain} 是您信任的时间戳机构的证书`);
}

/** @param what names the proof. */
function broken(checked: Exclude<Checked, { state: 'held' }>, what: string, absent: string): Answer {
  if (checked.state === 'broken') return fails(`${what}不成立：${checked.why}。`);
  return unknown(checked.state === 'lacking' ? `${what}无法核对：${checked.why}` : absent, wholePackage);
}

const clockToleranceMs = 300_000;

export const unchangedRules = {
  sameHash,
  inLog,
  checkpointSigned,
  appendOnly,
  cosigned,
  stamped,
  manifestStamped,
  onChain,
  reread,
  certificateSigned,
  officeInLog,
  packageSigned,
} as const satisfies Readonly<Record<string, LineRule>>;
